"""The service with a game whose rules never end, and with no charge for fuel.

`gunicorn tests.delivery.stalling:app` or `python -m tests.delivery.stalling`.
"""

from __future__ import annotations

if __name__ == "__main__":
    from gevent import monkey

    monkey.patch_all()

from cheat import create_app
from cheat.catalogue import CATALOGUE
from cheat.documents import compiled
from cheat.documents.runtime.state import Run
from cheat.engine.registry import GameRegistry
from cheat.settings import from_environment
from tests.documents.small_documents import document, playing, written

STALLS = {"if": "map(range(1, 70) by range(1, 70)) == map(range(1, 70) by range(1, 70))", "then": []}
for name in "abc":
    STALLS = {"each": "range(1, 500)", "as": name, "do": [STALLS]}
GAME = compiled(
    written(document(id="stalling", phases=playing({"name": "stall", "do": [STALLS, {"next": "turn"}]})))
)
Run.spend = lambda r, cost: None  # type: ignore[method-assign]  # the first line is switched off
app = create_app(from_environment(), None, GameRegistry([*CATALOGUE, GAME]))

if __name__ == "__main__":
    from cheat.server.dev_server import serve

    serve(app)
