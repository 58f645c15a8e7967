"""Serve the assets of pages: scripts, styles and pictures.

Their names contain a hash of their bytes. A worker does not make assets when it starts, because it has to
answer polls at once. When a client first requests a page or a file, the worker joins and compresses the
sources. Browsers store assets for a year.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from fnmatch import fnmatch
from functools import cached_property, lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, abort, request

from cheat.web import script_retry
from cheat.web.bundler import bundled
from cheat.web.compression import LEAST_SAVED, accepts_gzip, gzipped
from cheat.web.headers import API_HEADERS, GZIP_HEADERS, REVALIDATE, BriefResponse, revalidated

EDITOR = "vendor/codemirror/codemirror.js"
"""A script of another project. Only the page on which people write documents loads it."""
SCRIPTS = (
    "table/qr", "table/debug_contents", "table/author_look", "table/synthesiser", "room/late_views",
    "start/start", "room/room", "replay/replay", "hub/games", "designer/designer", "designer/manual",
)  # fmt: skip
"""Scripts that pages load.

The first five must stay first, because the other scripts contain their URLs.
"""
STYLES = {
    "style.css": ("base", "themes", "cards", "room", "table", "displays", "around", "talk", "forced"),
    "start.css": ("cover", "start"),
    "late.css": ("cover", "late", "result"),
    "tv.css": ("result", "tv"),
    "replay.css": ("replay",),
    "designer.css": ("cover", "start", "games", "designer"),
}  # fmt: skip
"""Style sheet -> its parts, in order.

Most styles are in one file. This file is small, and when a browser opens the next page, it already has the
file. The styles for the start page, for televisions, for replays, and for the pages about published games and
the designer are in separate files. So they do not delay the page of a table. Nor do the styles of views that
scripts load late.
"""
PICTURES = ("favicon.svg", "img/*")
FONTS = "vendor/fonts/*.woff2"
RARE = (Path(EDITOR).name, "manual.js", FONTS)
"""Assets that few visitors need. Pages also work without them."""
DIGITS = 12
"""Number of hex digits of the hash in a name. They are enough to tell all files apart."""
STORE_FOR_EVER = "public, max-age=31536000, immutable"
COMPRESSED = ("text/html", "application/json")
MOST_PAGES = 32
"""Maximum number of pages and catalogues whose compressed form is cached."""

_COMMENT = re.compile(r"\s*/\*.*?\*/", re.S)
"""A comment in a style sheet. Comments are removed, because they are an eighth of all bytes."""
_BLANKS = re.compile(r"[\s;]*(})\s*|\s*([{;,>~])\s*|(:)\s+|\s+")
"""Blanks in a style sheet, and semicolons before a brace.

Beside a brace, a semicolon or a comma, and after a colon, all blanks are removed. Elsewhere, one blank is
left. The removed blanks are a twentieth of all bytes.
"""
_NESTED = re.compile(r"(?<=[{};])& (?=[.:\[])")
"""A sign for the outer rule that every browser adds to a nested rule by itself."""
_STATIC = re.compile(r"/static/([\w./-]+)|\.\./((?:img|vendor/fonts)/[\w.-]+)")


class Asset(NamedTuple):
    """A file to send. `name`: the name without the hash. `mimetype`: the type."""

    name: str
    hash: str
    mimetype: str
    data: bytes
    compressed: bytes

    @property
    def address(self) -> str:
        """The path of the URL that serves exactly these bytes."""
        stem, _, ending = self.name.rpartition(".")
        return f"/assets/{stem}.{self.hash}.{ending}"


class Assets:
    """All assets that are made from the sources in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._assets: dict[str, Asset] = {}

    @cached_property
    def _by_name(self) -> dict[str, Asset]:
        for path in (path for pattern in (*PICTURES, FONTS) for path in sorted(self._folder.glob(pattern))):
            self._add(path.relative_to(self._folder).as_posix(), path.read_bytes())
        self._add(Path(EDITOR).name, (self._folder / EDITOR).read_bytes())
        for name, parts in STYLES.items():
            styles = "\n".join((self._folder / f"css/{part}.css").read_text() for part in parts)
            self._add(name, self._with_addresses(_compact(styles)).encode())
        for name in SCRIPTS:
            source = self._folder / f"js/{name}.js"
            script = bundled(source, lambda path: self._assets[path.name].address)
            self._add(source.name, self._with_addresses(script).encode())
        return self._assets

    def address(self, name: str) -> str:
        """Return the path of the URL of a file. Raises KeyError."""
        return self._by_name[name].address

    def weight(self, name: str) -> int:
        """Return the number of bytes of a compressed file. Raises KeyError."""
        return len(self._by_name[name].compressed)

    def shell(self) -> list[str]:
        """Return the addresses of all assets except those that few visitors need."""
        assets = self._by_name.values()
        return [
            asset.address for asset in assets if not any(fnmatch(asset.name, pattern) for pattern in RARE)
        ]

    def answer(self, path: str) -> Response:
        """Return the file at this path.

        If the path has the hash of another release, the answer is the file of this release. Then the answer
        tells browsers not to store it.
        """
        name, _, hash = re.sub(r"\.([0-9a-f]+)(\.\w+)$", r"\2 \1", path).partition(" ")
        asset = self._by_name.get(name)
        if asset is None:
            abort(404)
        response = compressed(Response(asset.data, mimetype=asset.mimetype), asset.compressed)
        response.headers["Cache-Control"] = STORE_FOR_EVER if hash == asset.hash else REVALIDATE
        return response

    def _add(self, name: str, data: bytes) -> None:
        mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
        digest = hashlib.sha256(data).hexdigest()[:DIGITS]
        self._assets[name] = Asset(name, digest, mimetype, data, gzip.compress(data, 9, mtime=0))

    def _with_addresses(self, text: str) -> str:
        """Return the text with the URLs of pictures and fonts in place of their source paths."""
        return _STATIC.sub(lambda match: self._assets[match[1] or match[2]].address, text)


def compressed(response: Response, data: bytes) -> Response:
    """Return the answer. It is compressed if the client accepts gzip and this saves a packet."""
    response.headers.add("Vary", "Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0 and LEAST_SAVED <= len(data) < len(response.get_data()):
        response.set_data(data)
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(MOST_PAGES)
def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def compress(response: Response) -> Response:
    """Compress pages, the catalogue, and answers of the API.

    Many clients get the same bytes of pages and of the catalogue, so their compressed forms are cached.
    Browsers store these answers, too, but ask for changes before each use. If there are no changes, the
    answer is 304. It gets the same headers as the full answer.
    """
    if response.headers.get("Cache-Control") == API_HEADERS["Cache-Control"]:
        return _compress_once(response)
    if response.headers.get("Cache-Control") != REVALIDATE or response.mimetype not in COMPRESSED:
        return response
    if response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        etag, _ = response.get_etag()
        data = response.get_data() if response.status_code == HTTPStatus.OK else b""
        compressed(response, _gzip(data))
        response.set_etag(etag or "", weak=True)
    return response


def _compress_once(response: Response) -> Response:
    """Compress an answer that only one client gets."""
    if (
        (response.mimetype or "").endswith("json")
        and not isinstance(response, BriefResponse)
        and accepts_gzip(request.headers.get("Accept-Encoding", ""))
        and (encoded := gzipped(response.get_data())).coding
    ):
        response.set_data(encoded.body)
        for name, value in GZIP_HEADERS.items():
            response.headers.add(name, value)
    return response


def serve_assets(app: Flask, folder: Path) -> None:
    """Serve the files of a folder, and pass their URLs to templates."""
    assets = Assets(folder)
    app.add_url_rule("/assets/<path:path>", "assets", assets.answer)
    app.add_url_rule("/manifest.webmanifest", "manifest", lambda: _manifest(assets))
    app.add_url_rule("/sw.js", "worker", lambda: _worker(assets, folder))
    app.context_processor(lambda: {"asset": assets.address, "again": script_retry.SCRIPT})


def _manifest(assets: Assets) -> Response:
    """Return the manifest that a browser needs to install the page as an app."""
    icons: list[dict[str, Any]] = [
        {"src": assets.address("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": assets.address(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
    ]
    manifest = {
        "name": "Cheat",
        "short_name": "Cheat",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#14494c",
        "theme_color": "#14494c",
        "icons": icons,
    }
    return revalidated(Response(json.dumps(manifest), mimetype="application/manifest+json"), request)


def _worker(assets: Assets, folder: Path) -> Response:
    """Return the script of the service worker, with the URLs of the assets that it stores."""
    script = (folder / "js/worker.js").read_text()
    source = f"self.SHELL = {json.dumps(assets.shell())};\n{script}"
    return revalidated(Response(source, mimetype="text/javascript"), request)


def _compact(styles: str) -> str:
    """Return a style sheet without comments and needless blanks and signs."""
    text = _BLANKS.sub(lambda blanks: blanks[blanks.lastindex or 0].strip() or " ", _COMMENT.sub("", styles))
    return _NESTED.sub("", text)
