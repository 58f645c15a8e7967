"""The HTTP layer: it parses requests, calls one method of the service for each, and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask, request

from cheat.i18n.languages import LANGUAGES
from cheat.service.service import Service
from cheat.web.access_log import AccessLog
from cheat.web.api import api
from cheat.web.assets import compress, serve_assets
from cheat.web.call_limits import limit_calls
from cheat.web.compression import SentAnswers
from cheat.web.documents_api import documents
from cheat.web.draining import end_connections
from cheat.web.errors import handle_errors
from cheat.web.headers import add_headers
from cheat.web.links import redirect_mistyped
from cheat.web.negotiation import request_language
from cheat.web.openapi import serve_openapi
from cheat.web.page_messages import PageMessages
from cheat.web.pages import pages
from cheat.web.pictures_api import pictures
from cheat.web.schemas import MAX_BODY

ROOT = Path(__file__).resolve().parents[2]


def web_app(service: Service) -> Flask:
    """Return the Flask application of a service."""
    app = Flask("cheat", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.merge_slashes = False  # merging would redirect to any host that a request names
    app.extensions["cheat"] = service
    access_log = app.extensions["cheat.requests"] = AccessLog(service.settings)
    access_log.note_routes(app)
    app.extensions["cheat.sent"] = SentAnswers()
    app.register_blueprint(api)
    app.register_blueprint(documents)
    app.register_blueprint(pictures)
    serve_openapi(app)
    app.register_blueprint(pages)
    serve_assets(app, ROOT / "static")
    handle_errors(app)
    limit_calls(app)
    redirect_mistyped(app)
    _add_language(app)
    app.after_request(compress)  # Flask calls these functions in reverse order, so this one is last
    app.after_request(lambda response: add_headers(response, request, service.settings.trusted_proxies))
    logged_app = access_log.wrap(app.wsgi_app)
    app.wsgi_app = end_connections(logged_app, service)  # type: ignore[method-assign, assignment]
    return app


def _add_language(app: Flask) -> None:
    """Pass the reader's language to templates, for texts of the page and of its scripts."""
    messages = PageMessages(ROOT / "static/js")

    def language_context() -> dict[str, Any]:
        language = request_language()
        return {
            "lang": language.tag,
            "languages": " ".join(LANGUAGES),
            "say": language.say,
            "words": messages.in_language(language),
        }

    app.context_processor(language_context)
