"""The WSGI application for gunicorn, and a server in one process: `python app.py`."""

from __future__ import annotations

if __name__ == "__main__":
    from gevent import monkey

    monkey.patch_all()

from cheat import create_app

app = create_app()

if __name__ == "__main__":
    from cheat.serve import serve

    serve(app)
