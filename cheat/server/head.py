"""Plain heads of requests: those that every server and proxy reads alike.

`plain` never refuses. Whatever is incomplete, unusual or wrong is nothing to it, and goes to gunicorn's own
parser as it came; so what two parsers could read differently is read by one alone. A test compares both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_HEAD = 8190
"""Bytes of a plain head: no field of it is longer than gunicorn takes."""
MAX_TARGET = 4000
"""Bytes. With method and version less than gunicorn's limit of a request line."""
MAX_FIELDS = 64

_NAME = rb"[A-Za-z0-9!#$%&'*+.^`|~-]+"
"""A token, but without the underscore: gunicorn and others make `-` of it, and a name of two."""
_VALUE = rb"[\t -~\x80-\xff]*"
_HEAD = re.compile(
    rb"(GET|POST) (/[!-~]{0,%d}) HTTP/1\.1\r\n((?:%b:%b\r\n)*)\r\n" % (MAX_TARGET, _NAME, _VALUE)
)
_FIELD = re.compile(rb"(%b):(%b)\r\n" % (_NAME, _VALUE))
_LENGTH = re.compile(rb"[0-9]{1,6}")
_UNUSUAL = frozenset(
    (
        b"transfer-encoding",
        b"te",
        b"trailer",
        b"expect",
        b"upgrade",
        b"http2-settings",
        b"x-forwarded-protocol",
        b"x-forwarded-ssl",
    )
)
"""After these a server frames, answers or believes otherwise."""


class Head(NamedTuple):
    """A request but for its body. `fields`: values by names in small letters; `end`: where the body begins;
    `length`: of the body, None if it is not told.
    """

    method: bytes
    target: bytes
    fields: dict[bytes, bytes]
    end: int
    length: int | None


def plain(data: bytes) -> Head | None:
    """The plain head at the beginning, None where gunicorn should look at it, or more has to come."""
    found = _HEAD.match(data, 0, MAX_HEAD)
    if found is None:
        return None
    lines = _FIELD.findall(found[3])
    fields = {name.lower(): value.strip(b" \t") for name, value in lines}
    if len(fields) != len(lines) or len(lines) > MAX_FIELDS or b"host" not in fields:
        return None
    if not _UNUSUAL.isdisjoint(fields) or fields.get(b"connection", b"keep-alive").lower() != b"keep-alive":
        return None
    told = fields.get(b"content-length")
    if told is not None and _LENGTH.fullmatch(told) is None:
        return None
    return Head(found[1], found[2], fields, found.end(), None if told is None else int(told))
