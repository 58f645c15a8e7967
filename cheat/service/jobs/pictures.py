"""The code that decodes authors' pictures and encodes them again, in the child process.

The store gets only pixels: no metadata, no animation, and none of the bytes that the author sent. A child
imports the Pillow library when the first picture comes, so a child without pictures saves the memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from cheat.documents.importer.pictures import (
    NOT_READ,
    TOO_HEAVY,
    TOO_LONG,
    TOO_MANY,
    TOO_WIDE,
    Picture,
    Pictures,
    about_file,
)
from cheat.i18n.messages import Arg, Language

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "WEBP", "JPEG")
MOST_SIDE, MOST_PIXELS = 4096, 6_000_000
"""Maximum width and height, and maximum number of pixels, of a picture to decode.

Such a picture takes 24 MB, a twentieth of the child's maximum memory.
"""
BOX = (400, 560)
"""Maximum width and height of a stored picture, in pixels. Larger pictures are scaled down.

The largest card of a table is 120 points wide. So this is enough for screens with three pixels for each
point.
"""
QUALITIES = (80, 60, 40)
"""Qualities of WebP, tried in this order until a picture has at most `MOST_PICTURE` bytes."""
EFFORT = 2
"""The effort of the encoder.

The default, 4, would take twice as long and save only a twentieth of the bytes.
"""
MOST_PICTURE = 32 * 1024
"""Maximum size of a stored picture, in bytes. A photo in full size has 5 to 25 KB."""
MOST_TOGETHER = 768 * 1024
"""Maximum size of all pictures of a game, in bytes: 12 KB for each of 64 pictures."""


class Refusal(Exception):
    """Raised with the reason if a picture cannot be used."""

    def __init__(self, words: str, **args: Arg) -> None:
        super().__init__(words)
        self.words, self.args_of_words = words, args


def taken(files: Mapping[str, bytes], language: Language, in_time: Callable[[], bool]) -> Pictures:
    """Return the pictures in these files, in the form that the store keeps.

    A file that cannot be used gives a warning instead of a picture. The function `in_time` returns False once
    there is no time for another picture.
    """
    pictures = Pictures([], [])
    left = MOST_TOGETHER
    for name, data in files.items():
        try:
            if not in_time():
                raise Refusal(TOO_LONG)
            encoded = reencoded(data)
            if len(encoded) > left:
                raise Refusal(TOO_MANY, most=MOST_TOGETHER // 1024)
        except Refusal as refusal:
            pictures.diagnostics.append(about_file(name, refusal.words, language, **refusal.args_of_words))
        else:
            left -= len(encoded)
            pictures.pictures.append(Picture(name, picture_id(encoded), picture_id(data), encoded))
    return pictures


def picture_id(data: bytes) -> str:
    """Return the id of a picture with these bytes."""
    return hashlib.sha256(data).hexdigest()[:32]


def reencoded(data: bytes) -> bytes:
    """Return the first frame of a picture as WebP, scaled down. Raises Refusal."""
    from PIL import Image, ImageOps

    try:
        width, height = webp_size(data) or (1, 1)  # check before Pillow opens a WebP, as this takes memory
        _check_size(width, height)
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            _check_size(*picture.size)
            picture.draft("RGB", (2 * BOX[0], 2 * BOX[1]))  # decode a large JPEG at a smaller size
            upright = ImageOps.exif_transpose(picture)
            pixels = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        pixels.thumbnail(BOX, Image.Resampling.LANCZOS, reducing_gap=2.0)
        pixels.info.clear()
        return _smallest(pixels)
    except Refusal:
        raise
    except Image.DecompressionBombError as error:  # Pillow itself refuses the largest pictures
        raise Refusal(TOO_WIDE, most=MOST_PIXELS) from error
    except Exception as error:  # broken files make Pillow raise many kinds of errors
        raise Refusal(NOT_READ) from error


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height that the header of a WebP states; None for other data."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    if data[12:16] == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF


def _check_size(width: int, height: int) -> None:
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise Refusal(TOO_WIDE, most=MOST_PIXELS)


def _smallest(pixels: Image.Image) -> bytes:
    """Encode a picture in the first quality that gives few enough bytes.

    If no quality does, try again with half the width and height. Raises Refusal.
    """
    for size in (BOX, (BOX[0] // 2, BOX[1] // 2)):
        pixels.thumbnail(size)
        for quality in QUALITIES:
            buffer = BytesIO()
            pixels.save(buffer, "WEBP", quality=quality, method=EFFORT)
            if len(encoded := buffer.getvalue()) <= MOST_PICTURE:
                return encoded
    raise Refusal(TOO_HEAVY)
