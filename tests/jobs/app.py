"""The service with one more game, in which hard bots search, and with the child process of the tests.

`gunicorn tests.jobs.app:app` or `python -m tests.jobs.app`. `STAND_IN` names the program of the child
process, or the job that it does in place of planning.
"""

from __future__ import annotations

import os

if __name__ == "__main__":
    from gevent import monkey

    monkey.patch_all()

from cheat import bots, create_app
from cheat.engine.registry import GameRegistry
from cheat.games import BUILT_IN
from cheat.service.jobs.queue import JobQueue
from cheat.settings import from_environment
from tests.jobs.commands import COMMAND
from tests.jobs.searching_bot import GAME, OWN

bots.BOT_MODULES = OWN
stand_in = os.environ.get("STAND_IN", "plan")
command = (stand_in,) if "/" in stand_in else (*COMMAND, stand_in)
settings = from_environment()
app = create_app(settings, None, GameRegistry([*BUILT_IN, GAME]), JobQueue(settings.think_cpu, command))

if __name__ == "__main__":
    from cheat.server.dev_server import serve

    serve(app)
