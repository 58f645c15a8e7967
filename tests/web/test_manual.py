"""The manual of documents as a page."""

from __future__ import annotations

import re

from cheat.service.hub.bundle import MANUAL
from cheat.web.manual import Manual

from .conftest import Api

SMALL = {
    "one.md": """# A *title*

Some `a < b` **bold `c`** words,
[see](#two-words) [that](two.md#end) [file](../x.md) [site](https://example.org/).

## Two words

- one
  goes on
- two

| a | b |
|---|---|
| `x \\| y` | <b> |

```json
{"a": "<"}
```
""",
    "two.md": "# End\n",
}


def test_small_part_of_markdown_becomes_html() -> None:
    html = Manual(SMALL).html
    for part in (
        "<code>a &lt; b</code> <b>bold <code>c</code></b> words, ",
        '<a href="#one-two-words">see</a> <a href="#two-end">that</a> file <a href="https://example.org/">site</a>',
        '<h3 id="one-two-words">Two words</h3>',
        "<ul><li>one goes on</li><li>two</li></ul>",
        "<tr><th>a</th><th>b</th></tr><tr><td><code>x | y</code></td><td>&lt;b&gt;</td></tr>",
        "<code>{&#34;a&#34;: &#34;&lt;&#34;}</code></pre>",
        '<h2 id="two-end">End</h2>',
    ):
        assert part in html


def test_manual_is_rendered_and_all_its_links_lead_somewhere(api: Api) -> None:
    page = api.client.get("/design/language").text
    ids = set(re.findall(r'id="([^"]+)"', page))
    assert {*MANUAL} <= ids
    assert set(re.findall(r'href="#([^"]+)"', page)) - ids == set()
    text = re.sub(r"<(code|pre).*?</\1>", "", page, flags=re.S)
    assert not re.findall(r"```|^#+ |\*\*", text, re.M), "no sign of Markdown is left"
