"""Pages need one script and at most two style sheets, named by a hash and stored for a year."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from cheat.web.assets import SCRIPTS, Assets
from cheat.web.bundler import bundled, compact

from .conftest import Api

STATIC = Path(__file__).parents[2] / "static"
PAGES = ["/", "/r/bcdfg", "/replay", "/design", "/nothing"]


@pytest.mark.parametrize("path", PAGES)
def test_pages_name_files_that_are_kept_and_compressed(api: Api, path: str) -> None:
    page = api.client.get(path).text
    named = set(re.findall(r'(?:src|href)="(/assets/[^"]+)"', page))
    assert named and "/static/" not in page
    most = 2 if path.startswith("/r/") else 3
    assert len(re.findall(r"<script type=.module|rel=.stylesheet", page)) <= most
    for address in named:
        plain = api.client.get(address)
        assert plain.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        small = api.client.get(address, headers={"Accept-Encoding": "gzip, br"})
        if small.headers.get("Content-Encoding") == "gzip":
            assert gzip.decompress(small.data) == plain.data
        assert small.headers["Vary"] == "Accept-Encoding" and small.mimetype == plain.mimetype


def test_styles_are_sent_without_their_comments(api: Api) -> None:
    [style] = re.findall(r'href="(/assets/style[^"]+)"', api.client.get("/").text)
    sent = api.client.get(style).text
    assert "/*" in (STATIC / "css/table.css").read_text() and "/*" not in sent
    assert ".felt{" in sent and sent.count("{") == sent.count("}")
    assert "{& ." not in sent and "}& ." not in sent and "&:is(" in sent


def test_pages_and_the_catalogue_are_compressed_and_asked_about(api: Api) -> None:
    for path in ("/", "/api/games"):
        plain = api.client.get(path, headers={"Accept-Encoding": "identity"})
        small = api.client.get(path, headers={"Accept-Encoding": "gzip"})
        assert gzip.decompress(small.data) == plain.data and len(small.data) < len(plain.data) / 2
        again = {"Accept-Encoding": "gzip", "If-None-Match": small.headers["ETag"]}
        assert api.client.get(path, headers=again).status_code == 304


def test_a_file_under_the_name_of_another_release_is_not_kept(api: Api) -> None:
    other = api.client.get("/assets/room.000000000000.js")
    assert (other.status_code, other.headers["Cache-Control"]) == (200, "no-cache")
    for path in ("nothing.000000000000.js", "js/room.000000000000.js", "../js/room.js"):
        assert api.client.get(f"/assets/{path}").status_code == 404


def test_everything_together_is_light() -> None:
    assets = Assets(STATIC)
    assert sum(assets.weight(name) for name in ("room.js", "style.css", "favicon.svg")) < 114_500


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_holds_all_its_modules_and_asks_for_no_other(name: str) -> None:
    script = bundled(STATIC / f"js/{name}.js", lambda path: f"/later/{path.name}")
    assert re.findall(r"^(?:import|export (?!const \{))", script, re.M) == []
    assert set(re.findall(r'import\("([^"]+)"\)', script)) <= {
        f"/later/{name}.js"
        for name in ("qr", "debug_contents", "author_look", "synthesiser", "codemirror", "late_views")
    }


CAST = "/** @type {Zone} */ "
UNTOUCHED = (
    f'"{CAST}"', f"'it\\'s {CAST}'", f"`{CAST}`", f"`{{${{a?`${{b}}{CAST}`:c}} {CAST}`",
    f"/[`/\"]{{2}}/.test(`{CAST}`)",
    "`\na  b`", "a / b", "/* ` */ c", "// it's\nd", "/** @license MIT */ e", "f // g;\nh", "i // j\n",
)  # fmt: skip


@pytest.mark.parametrize("text", UNTOUCHED)
def test_casts_and_indentation_are_removed_from_code_and_no_text_changes(text: str) -> None:
    code = "const x = {}(({}) ?? f(() => {{\n{}return {}[{}, b - -1];\n}}));\n"
    small = "const x=(({})??f(()=>{{return [{},b - -1];}}));"
    assert compact(code.format(CAST, text, "    ", CAST, text)) == small.format(text, text)
    assert compact(f"html`${{{CAST}(a)}} {CAST}`") == f"html`${{(a)}} {CAST}`"


def test_templates_lose_their_indentation() -> None:
    assert compact("html`<p>\n    ${a}\n      b  c</p>`") == "html`<p>\n${a}\nb  c</p>`"


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.js").write_text(f'import {{ x }} from "./{other}.js";\nexport const x = 1;\n')
    with pytest.raises(ValueError, match="import each other"):
        bundled(tmp_path / "a.js", str)


def test_the_page_can_be_installed(api: Api) -> None:
    manifest = api.client.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    for icon in manifest.get_json(force=True)["icons"]:
        assert api.client.get(icon["src"]).status_code == 200
    worker = api.client.get("/sw.js")
    assert worker.headers["Cache-Control"] == "no-cache" and "/assets/room." in worker.text
