"""Plain heads of requests: heads that all servers and proxies understand in the same way.

`parse_plain` never refuses a request. If a head is incomplete, unusual or wrong, it returns None, and the
bytes go unchanged to gunicorn's parser. So whenever two parsers might understand a head differently, only
gunicorn's parser counts. For plain heads, a test compares the results of both parsers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

MAX_HEAD = 8190
"""Maximum size of a plain head, so that none of its fields is longer than gunicorn allows."""
MAX_TARGET = 4000
"""Maximum size of a target in bytes.

A request line has a method, a target and a version. With this limit, the line is shorter than gunicorn
allows.
"""
MAX_FIELDS = 64

_NAME = rb"[A-Za-z0-9!#$%&'*+.^`|~-]+"
"""The name of a field: a token, but without underscores.

gunicorn and other servers turn `-` into an underscore, so two different names would become equal.
"""
_VALUE = rb"[\t -~\x80-\xff]*"
_LINE = re.compile(rb"(GET|POST) (/[!-~]{0,%d}) HTTP/1\.1\r\n" % MAX_TARGET)
_FIELDS = re.compile(rb"((?:%b:%b\r\n)*)\r\n" % (_NAME, _VALUE))
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
"""Fields that change how a server reads or answers a request, or which fields it trusts."""


NO_VALUES: Mapping[bytes, bytes] = MappingProxyType({})


class Fields(NamedTuple):
    """The fields of a head. `raw`: all their bytes, including the final empty line.

    `length`: the length of the body, or None if no field names it. `values`: the values by name in lower
    case. The worker drops the values once it has made a `Caller` (`fast_path.py`) from them.
    """

    raw: bytes
    length: int | None
    values: Mapping[bytes, bytes] = NO_VALUES


class Head(NamedTuple):
    """A request without its body. `end`: the position in the data at which the body begins."""

    method: bytes
    target: bytes
    fields: Fields
    end: int


def parse_plain(data: bytes, last_fields: Fields | None = None) -> Head | None:
    """Return the plain head at the beginning, or None if it is incomplete or not plain.

    `last_fields`: the fields of the previous request on the connection. Usually the bytes of the new fields
    are the same.
    """
    line = _LINE.match(data, 0, MAX_HEAD)
    if line is None:
        return None
    start = line.end()
    if (
        last_fields is None
        or not data.startswith(last_fields.raw, start)
        or start + len(last_fields.raw) > MAX_HEAD
    ):
        last_fields = _fields(data, start)
    return last_fields and Head(line[1], line[2], last_fields, start + len(last_fields.raw))


def _fields(data: bytes, start: int) -> Fields | None:
    match = _FIELDS.match(data, start, MAX_HEAD)
    if match is None:
        return None
    lines = _FIELD.findall(match[1])
    values = {name.lower(): value.strip(b" \t") for name, value in lines}
    if len(values) != len(lines) or len(lines) > MAX_FIELDS or b"host" not in values:
        return None
    if not _UNUSUAL.isdisjoint(values) or values.get(b"connection", b"keep-alive").lower() != b"keep-alive":
        return None
    length = values.get(b"content-length")
    if length is not None and _LENGTH.fullmatch(length) is None:
        return None
    return Fields(match[0], None if length is None else int(length), values)
