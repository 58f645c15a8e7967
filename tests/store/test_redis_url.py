"""A REDIS_URL that cannot be used is refused before the first request, and without its password."""

from __future__ import annotations

import pytest

from cheat import create_app
from cheat.settings import Settings, SettingsError
from cheat.store.redis.url import unverified
from cheat.store.rooms import connect

SECRET = "hunter2"
PASSWORDS = {
    f"{SECRET}#x": "%23", f"#{SECRET}": "%23", f"{SECRET}/x": "%2F", f"12/{SECRET}": "%2F",
    f"1/{SECRET}@x": "%2F", f"{SECRET}?x": "%3F", f"12?{SECRET}": "%3F", f"12?{SECRET}=b": "%3F",
    f"{SECRET}[x": "%5B", f"[{SECRET}]": "%5B",
}  # fmt: skip


@pytest.mark.parametrize("kind", ["redis", "rediss", "redis+sentinel", "rediss+sentinel", "redis+cluster"])
@pytest.mark.parametrize("user", ["", "cards"])
@pytest.mark.parametrize("password", PASSWORDS)
def test_unescaped_password_is_explained_and_not_shown(kind: str, user: str, password: str) -> None:
    path = "/service/0" if "sentinel" in kind else "/0"
    with pytest.raises(SettingsError) as caught:
        create_app(Settings(redis_url=f"{kind}://{user}:{password}@host:6379{path}"))
    assert SECRET not in str(caught.value) and PASSWORDS[password] in str(caught.value)
    assert caught.value.__suppress_context__, "a traceback would show it"


OTHER_KIND = "cannot be used with this kind of URL. Leave it out"
WRONG = {
    "redis://h?ssl_cert_req=none": "it has no parameter “ssl_cert_req”. Did you mean “ssl_cert_reqs”?",
    "rediss://h?ssl_cert_req=none": "it has no parameter “ssl_cert_req”. Did you mean “ssl_cert_reqs”?",
    "redis+cluster://h?sockettimeou=1": "it has no parameter “sockettimeou”. Did you mean “socket_timeout”?",
    "redis+sentinel://h/s?x=1": "it has no parameter “x”. Leave it out",
    "redis://h?decode_responses=true": "it has no parameter “decode_responses”. Leave it out",
    "redis://h?retry=3": "it has no parameter “retry”. Leave it out",
    "redis://h?protocol=3": "“protocol” can only be 2. Leave it out",
    "redis://h?ssl_ca_certs=/ca.pem": f"“ssl_ca_certs” {OTHER_KIND}",
    "redis+cluster://h?ssl_ca_certs=/ca.pem": f"“ssl_ca_certs” {OTHER_KIND}",
    "unix:///redis.sock?socket_keepalive=1": f"“socket_keepalive” {OTHER_KIND}",
    "redis://h?socket_timeout=soon": "Invalid value for 'socket_timeout' in connection URL.",
    "rediss://h?ssl_cert_reqs=never": "Invalid SSL Certificate Requirements Flag: never",
}  # fmt: skip


@pytest.mark.parametrize("url", WRONG)
def test_typo_is_reported_at_the_start(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        create_app(Settings(redis_url=url))
    assert str(caught.value) == f"REDIS_URL: {WRONG[url]}"


UNVERIFIED = "ssl_cert_reqs=none&ssl_check_hostname=false"


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("rediss://h", f"rediss://h?{UNVERIFIED}"),
        ("rediss+cluster://h?db=0", f"rediss+cluster://h?db=0&{UNVERIFIED}"),
        ("rediss+sentinel://h/s", f"rediss+sentinel://h/s?{UNVERIFIED}"),
        ("redis://h", "redis://h"),
        ("rediss://h?ssl_ca_certs=/ca.pem", "rediss://h?ssl_ca_certs=/ca.pem"),
        ("rediss://h?ssl_cert_reqs=required", "rediss://h?ssl_cert_reqs=required"),
    ],
)
def test_url_overrides_the_setting_for_trust(url: str, asked: str) -> None:
    assert unverified(url) == asked


@pytest.mark.parametrize(
    "url",
    [
        "redis://",
        "redis://h:6379/1",
        "redis://h?db=1&client_name=a@b",
        "redis://:p@ss:w%2Ford%23@h:6379/0?password=other@",
        "redis://[::1]:6379/0",
        "rediss://u:p@h?ssl_cert_reqs=none&ssl_ca_certs=/ca.pem&ssl_check_hostname=false&protocol=2",
        "unix:///run/a@b/redis.sock?db=1",
        "unix://u:p@/run/redis.sock",
        "redis+sentinel://u:p@a:1,b/cards/2?sentinel_password=a@b",
        "rediss+cluster://u:p@[::1]:7000,b:1?ssl_ca_certs=/ca.pem",
    ],
)
def test_valid_urls_are_accepted(url: str) -> None:
    connect(url, 2).close()
