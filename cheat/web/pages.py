"""The pages for people, and the addresses that machines ask."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from cheat import codes, metrics
from cheat.web.api import answer, service

pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> str:
    """The start page."""
    return render_template("index.html")


@pages.get("/r/<code>")
def room(code: str) -> str | AnyResponse:
    """A room: join it, or play in it. One address for each room, in small letters."""
    normal = codes.normal(code)
    if normal != code:
        return redirect(url_for("pages.room", code=normal), 308)
    return render_template("room.html", code=normal)


@pages.get("/healthz")
def healthz() -> Response:
    """Liveness: the worker answers."""
    return answer({"status": "ok"})


@pages.get("/readyz")
def readyz() -> Response:
    """Readiness: the store answers, 503 otherwise. When no new room can be made, why: running games go on,
    so that is still 200.
    """
    service().store.ping()
    why = service().full()
    return answer({"status": "full", "cause": why} if why else {"status": "ready"})


@pages.get("/metrics")
def metrics_text() -> Response:
    """What the workers count, in Prometheus' text format."""
    return Response(metrics.text(), content_type=metrics.CONTENT_TYPE)
