"""The synchronous client is the client for asyncio without `async`."""

from scripts import sync_client


def test_client_for_plain_code_is_current() -> None:
    assert sync_client.TARGET.read_text() == sync_client.generated(), "run python -m scripts.sync_client"
