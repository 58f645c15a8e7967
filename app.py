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
"""If a worker exits with this code, gunicorn ends, too.

After any other code, gunicorn would start the next worker, again and again.
"""

try:
    app = create_app()
except SettingsError as error:
    logging.getLogger("cheat").error("%s", error)
    sys.exit(CANNOT_START)

if __name__ == "__main__":
    from cheat.server.dev_server import serve

    serve(app)
