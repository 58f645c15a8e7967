"""The HTTP API of authors' pictures: store pictures for a document, and get a picture.

docs/protocol.md describes the calls.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from cheat.documents.parse.pictures import is_picture
from cheat.errors import BadValue
from cheat.i18n.messages import text
from cheat.service.hub.publishing import Requester
from cheat.web.api import answer, same_site_data, service
from cheat.web.call_limits import address
from cheat.web.negotiation import request_language
from cheat.web.schemas import MAX_GAME, AddPictures, body_of, token_of

MAX_ID = 64
PICTURE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Disposition": "inline",
}
"""Headers of a picture, in addition to the headers of all answers.

Browsers must not treat a picture as a page, and no other site may show it.
"""
IMMUTABLE = "private, max-age=31536000, immutable"
"""The Cache-Control of a picture. The picture at an address never changes.

Proxies may not store pictures, because a picture can be withdrawn.
"""

pictures = Blueprint("pictures", __name__, url_prefix="/api/pictures")


@pictures.post("")
def add() -> Response:
    """Store pictures for an hour."""
    body = body_of(same_site_data(MAX_GAME), AddPictures)
    files = {picture.name: picture.data for picture in body.pictures}
    if unfit := next((name for name in files if not is_picture(name)), None):
        raise BadValue(text("“{name}” is not the name of a PNG, WebP or JPEG file.", name=unfit[:MAX_ID]))
    return answer(service().hub.add_pictures(files, request_language(), Requester(address())), 201)


@pictures.get("/<picture>")
def get(picture: str) -> Response:
    """Return a picture. Clients may store it, and need not request it again."""
    key = token_of(request.headers.get("Authorization"))
    response = Response(service().hub.picture(picture[:MAX_ID], key), mimetype="image/webp")
    response.headers.update(PICTURE_HEADERS)
    response.headers["Cache-Control"] = IMMUTABLE if key is None else "no-store"
    response.set_etag(picture)
    response.make_conditional(request)
    return response
