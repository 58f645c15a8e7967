"""An inline script that requests the page's script again if a browser could not load it.

The inline script is part of the page. So it needs no request, and cannot fail to load. The security policy of
pages allows it, because the policy contains its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

_SOURCE = Path(__file__).parents[2] / "static/js/again.js"
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\* [^\n]* \*/)\n|^\n", re.M)

SCRIPT = _COMMENT.sub("", _SOURCE.read_text(encoding="utf-8"))
HASH = f"'sha256-{base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()}'"
"""The hash of the script, in the notation of Content-Security-Policy."""
