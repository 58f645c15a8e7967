"""The WSGI application for gunicorn, and a server in one process: `python app.py`."""

from __future__ import annotations

import logging
import sys

if __name__ == "__main__":
    from gevent import monkey

    monkey.patch_all()

from cheat import create_app
from cheat.settings import SettingsError

CANNOT_START = 3
"""The exit code of a worker that makes gunicorn end, too.

With another code, gunicorn would start one worker after another.
"""

try:
    app = create_app()
except SettingsError as error:
    logging.getLogger("cheat").error("%s", error)
    sys.exit(CANNOT_START)

if __name__ == "__main__":
    from cheat.server.dev_server import serve

    serve(app)
