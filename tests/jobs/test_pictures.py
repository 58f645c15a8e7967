"""Pictures of authors: decoded and encoded anew, bounded before they are decoded."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from cheat.i18n.messages import ENGLISH
from cheat.service.jobs import pictures
from cheat.service.jobs.pictures import BOX, MOST_PICTURE, reencoded, taken, webp_size


def encoded(
    kind: str = "PNG", size: tuple[int, int] = (50, 70), colour: str = "#c04020", **more: Any
) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA" if kind != "JPEG" else "RGB", size, colour).save(buffer, kind, **more)
    return buffer.getvalue()


def noise(size: tuple[int, int]) -> bytes:
    buffer = io.BytesIO()
    Image.effect_noise(size, 120).save(buffer, "PNG")
    return buffer.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data), formats=["WEBP"])
    picture.load()
    return picture


def refusal(data: bytes) -> str:
    with pytest.raises(pictures.Refusal) as caught:
        reencoded(data)
    return caught.value.words


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG"])
def test_each_format_becomes_webp_with_the_same_colours(kind: str) -> None:
    picture = opened(reencoded(encoded(kind)))
    assert picture.size == (50, 70)
    red, green, blue = picture.convert("RGB").getpixel((25, 35))  # type: ignore[misc]
    assert abs(red - 0xC0) < 8 and abs(green - 0x40) < 8 and abs(blue - 0x20) < 8


def test_transparent_parts_stay_transparent() -> None:
    assert opened(reencoded(encoded(colour="#00000000"))).convert("RGBA").getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_large_picture_is_scaled_down_and_small_enough() -> None:
    assert opened(reencoded(encoded(size=(1000, 1400)))).size == BOX
    heavy = reencoded(noise((1000, 1000)))
    assert opened(heavy).size == (BOX[0] // 2, BOX[0] // 2) and len(heavy) <= MOST_PICTURE


def test_metadata_and_further_frames_are_gone() -> None:
    secret = b"51.5007N"
    exif = Image.Exif()
    exif[0x010E] = secret.decode()
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", secret.decode())
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    for kind, more in (
        ("JPEG", {"exif": exif, "comment": secret, "icc_profile": secret * 9}),
        ("PNG", {"exif": exif, "pnginfo": texts}),
        ("WEBP", {"exif": exif, "xmp": secret}),
    ):
        sent = encoded(kind, **more)
        assert secret in sent and secret not in reencoded(sent), kind
    for kind in ("PNG", "WEBP"):
        buffer = io.BytesIO()
        frames[0].save(buffer, kind, save_all=True, append_images=frames[1:], duration=100)
        assert getattr(opened(reencoded(buffer.getvalue())), "n_frames", 1) == 1


def test_photo_of_a_turned_camera_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert opened(reencoded(encoded("JPEG", (40, 20), exif=exif))).size == (20, 40)


def test_bomb_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Headers state sizes that would take gigabytes. No pixel of them is read."""

    def decode(*_: object) -> None:
        raise AssertionError("decoded")

    for part in (Image.Image, PngImagePlugin.PngImageFile):
        monkeypatch.setattr(part, "load", decode)
    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 6, 0, 0, 0)
    pixels = zlib.compress(bytes(100_000))
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    assert refusal(png) == pictures.TOO_WIDE
    canvas = (16_382).to_bytes(3, "little")
    webp = b"RIFF" + bytes([200, 0, 0, 0]) + b"WEBPVP8X" + bytes([10, 0, 0, 0]) + bytes(4) + canvas * 2
    assert webp_size(webp) == (16_383, 16_383)
    assert refusal(webp + bytes(200)) == pictures.TOO_WIDE


@pytest.mark.parametrize(
    "more", [{"lossless": True}, {}, {"lossless": True, "exif": b"Exif\0\0II*\0\x08\0\0\0\0\0"}]
)
def test_size_in_the_header_of_a_webp_is_the_size_of_the_picture(more: Any) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (301, 70)).save(buffer, "WEBP", **more)
    assert webp_size(buffer.getvalue()) == (301, 70)


def test_other_files_are_refused() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    broken = encoded()[:60]
    for data in (svg, b"", b"GIF89a" + bytes(50), b"%PDF-1.4", encoded("GIF"), encoded("TIFF"), broken):
        assert refusal(data) == pictures.NOT_READ


def test_refused_picture_is_named_and_the_others_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_TOGETHER", 200)
    files = {"a.png": encoded(), "b.png": b"<svg/>", "c.png": noise((200, 200))}
    found = taken(files, ENGLISH, lambda: True)
    assert [picture.name for picture in found.pictures] == ["a.png"]
    assert [(one.file, one.severity, one.code) for one in found.diagnostics] == [
        ("b.png", "warning", "picture"),
        ("c.png", "warning", "picture"),
    ]
    assert "“b.png” cannot be read" in found.diagnostics[0].text
    assert taken(files, ENGLISH, lambda: False).pictures == []


def test_library_is_not_loaded_before_the_first_picture() -> None:
    code = "import sys, cheat.service.jobs.handlers; print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"
