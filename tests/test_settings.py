"""Settings come from the environment. A refusal names the setting."""

from __future__ import annotations

import subprocess

import msgspec
import pytest

from cheat.ops.environment import whole_number
from cheat.settings import Settings, SettingsError, from_environment
from tests.servers import ROOT, START_WITHIN_S, deployed, free_port

EVERYTHING = {
    "REDIS_URL": "redis://example:6379/1",
    "REDIS_CONNECTIONS": "7",
    "REDIS_TLS_VERIFY": "off",
    "HOLD_MIN_S": "1.5",
    "HOLD_MAX_S": "2",
    "MAX_HELD_POLLS": "10",
    "LOBBY_TTL_S": "60",
    "GAME_TTL_S": "120",
    "LOG_LENGTH": "5",
    "SWEEP_S": "0.5",
    "BOT_PACE": "0.1",
    "THINK_CPU": "0.5",
    "METRICS_TOKEN": "a-token",
    "RATE_LIMITS": "off",
    "TRUSTED_PROXIES": "2",
    "ROOM_LIMIT": "6/minute, 60/hour",
    "JOIN_LIMIT": "11/minute",
    "CALL_LIMIT": "21 per second",
    "MISS_LIMIT": "5/minute",
    "MISS_BLOCK_S": "60",
    "ACTION_LIMIT": "11/second",
    "TALK_LIMIT": "2/minute",
    "CROWD_LIMIT": "3/minute",
    "POLL_LIMIT": "22/second",
    "WATCH_LIMIT": "300/second",
    "SEAT_POLLS": "3",
    "WATCH_POLLS": "9",
    "SHARED_POLLS": "11",
    "PUBLIC_ROOMS": "2",
    "ADDRESS_MB": "4",
    "MAX_ROOMS": "100",
    "MAX_MEMORY_SHARE": "0.5",
    "QUICK_TTL_S": "30",
    "QUICK_WAIT_S": "5",
    "DRAFT_LIMIT": "30/minute",
    "CHECK_LIMIT": "3/minute",
    "PUBLISH_LIMIT": "9/day",
    "STORE_LIMIT": "99/day",
    "PICTURE_LIMIT": "88/minute",
    "CHECK_CPU": "0.2",
    "HUB_MB": "8",
    "HUB_SHARE": "0.5",
    "RULES_CPU": "0.5",
    "HUB_KEY": "a-key",
    "FAST_PATH": "off",
    "ROOM_AFFINITY": "off",
    "HEAD_TIMEOUT_S": "3",
    "BODY_TIMEOUT_S": "2",
    "SEND_TIMEOUT_S": "4",
    "ADDRESS_CONNECTIONS": "7",
    "LOG_FORMAT": "json",
    "LOG_REQUESTS": "on",
    "TRACES": "on",
}


def test_empty_environment_gives_the_defaults() -> None:
    assert from_environment({}) == Settings()
    assert Settings().redis_url == ""


def test_every_setting_is_read_from_its_variable() -> None:
    assert set(EVERYTHING) == {name.upper() for name in Settings.__struct_fields__}
    settings = from_environment(EVERYTHING)
    assert msgspec.to_builtins(settings) == {
        "redis_url": "redis://example:6379/1",
        "redis_connections": 7,
        "redis_tls_verify": "off",
        "hold_min_s": 1.5,
        "hold_max_s": 2,
        "max_held_polls": 10,
        "lobby_ttl_s": 60,
        "game_ttl_s": 120,
        "log_length": 5,
        "sweep_s": 0.5,
        "bot_pace": 0.1,
        "think_cpu": 0.5,
        "metrics_token": "a-token",
        "rate_limits": "off",
        "trusted_proxies": 2,
        "room_limit": "6/minute, 60/hour",
        "join_limit": "11/minute",
        "call_limit": "21 per second",
        "miss_limit": "5/minute",
        "miss_block_s": 60,
        "action_limit": "11/second",
        "talk_limit": "2/minute",
        "crowd_limit": "3/minute",
        "poll_limit": "22/second",
        "watch_limit": "300/second",
        "seat_polls": 3,
        "watch_polls": 9,
        "shared_polls": 11,
        "public_rooms": 2,
        "address_mb": 4,
        "max_rooms": 100,
        "max_memory_share": 0.5,
        "quick_ttl_s": 30,
        "quick_wait_s": 5,
        "draft_limit": "30/minute",
        "check_limit": "3/minute",
        "publish_limit": "9/day",
        "store_limit": "99/day",
        "picture_limit": "88/minute",
        "check_cpu": 0.2,
        "hub_mb": 8,
        "hub_share": 0.5,
        "rules_cpu": 0.5,
        "hub_key": "a-key",
        "fast_path": "off",
        "room_affinity": "off",
        "head_timeout_s": 3,
        "body_timeout_s": 2,
        "send_timeout_s": 4,
        "address_connections": 7,
        "log_format": "json",
        "log_requests": "on",
        "traces": "on",
    }


def test_hold_fits_below_the_limit_of_routers_and_lobbies_end_before_games() -> None:
    """Rule 12: 20 to 25 s. An hour for lobbies, a day for games."""
    settings = Settings()
    assert (settings.hold_min_s, settings.hold_max_s) == (20, 25)
    assert (settings.lobby_ttl_s, settings.game_ttl_s) == (3600, 24 * 3600)


def test_connections_of_two_deploys_fit_into_a_free_plan() -> None:
    """Rule 14: two deploys of two workers with 20 connections."""
    assert 2 * 2 * Settings().redis_connections <= 20


@pytest.mark.parametrize("name", list(EVERYTHING))
def test_blank_is_the_same_as_not_given(name: str) -> None:
    assert from_environment({name: "  "}) == Settings()


def test_blanks_around_a_value_are_ignored() -> None:
    assert from_environment({"LOG_LENGTH": " 9 "}).log_length == 9


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_CONNECTIONS", "1"),
        ("HUB_KEY", "clé"),
        ("METRICS_TOKEN", "\udcff"),
        ("REDIS_CONNECTIONS", "many"),
        ("HOLD_MIN_S", "-1"),
        ("HOLD_MIN_S", "nan"),
        ("HOLD_MAX_S", "x"),
        ("HOLD_MAX_S", "19"),
        ("MAX_HELD_POLLS", "0"),
        ("MAX_HELD_POLLS", "1.5"),
        ("LOBBY_TTL_S", "0"),
        ("GAME_TTL_S", "-5"),
        ("LOG_LENGTH", "0"),
        ("SWEEP_S", "-0.1"),
        ("THINK_CPU", "-0.1"),
        ("THINK_CPU", "1.1"),
        ("THINK_CPU", "0.01"),
        ("THINK_CPU", "nan"),
        ("RATE_LIMITS", "no"),
        ("TRUSTED_PROXIES", "-1"),
        ("ROOM_LIMIT", "many"),
        ("ROOM_LIMIT", "5/minute 30/hour"),
        ("JOIN_LIMIT", "0/minute"),
        ("CALL_LIMIT", "5/fortnight"),
        ("ACTION_LIMIT", "10/second, 100/minute"),
        ("MISS_LIMIT", "20/minute, 50/hour"),
        ("MAX_MEMORY_SHARE", "0"),
        ("MAX_MEMORY_SHARE", "70"),
        ("REDIS_URL", "http://example"),
        ("REDIS_URL", "example:6379"),
    ],
)
def test_setting_that_cannot_be_used_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"(?i){name}"):
        from_environment({name: value})


@pytest.mark.parametrize(
    "url",
    [
        "redis://h",
        "rediss://u:p@h:1/2",
        "unix:///tmp/redis.sock",
        "redis+sentinel://a,b/cards",
        "rediss+sentinel://u:p@a:1/cards/2",
        "redis+cluster://a:7000,b",
        "rediss+cluster://u:p@a:1",
    ],
)
def test_every_kind_of_redis_address_is_accepted(url: str) -> None:
    assert from_environment({"REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize("share", ["0", "0.05", "1"])
def test_share_for_thinking_is_nothing_or_enough_to_start(share: str) -> None:
    assert from_environment({"THINK_CPU": share}).think_cpu == float(share)


SENTENCES = {
    ("BOT_PACE", "x"): "BOT_PACE must be a number of at least 0 and at most 3600, not “x”.",
    ("MAX_ROOMS", "1.5"): "MAX_ROOMS must be a whole number of at least 1, not “1.5”.",
    ("MAX_MEMORY_SHARE", "70"): "MAX_MEMORY_SHARE must be a number above 0 and at most 1, not “70”.",
    ("RATE_LIMITS", "no"): "RATE_LIMITS must be “on” or “off”, not “no”.",
    ("LOG_FORMAT", "JSON"): "LOG_FORMAT must be “text” or “json”, not “JSON”.",
}


@pytest.mark.parametrize(("setting", "sentence"), SENTENCES.items())
def test_sentence_says_what_is_wrong_and_what_would_be_right(setting: tuple[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        from_environment(dict([setting]))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("told", "verified"),
    [
        ({}, "on"),
        ({"DYNO": "web.1"}, "off"),
        ({"DYNO": "web.1", "REDIS_TLS_VERIFY": "on"}, "on"),
        ({"DYNO": ""}, "on"),
    ],
)
def test_certificates_are_verified_but_on_heroku(told: dict[str, str], verified: str) -> None:
    assert from_environment(told).redis_tls_verify == verified


@pytest.mark.parametrize("prefix", ["/cards", "cards/"])
def test_path_in_front_of_all_addresses_is_refused(prefix: str) -> None:
    with pytest.raises(SettingsError, match=r"SCRIPT_NAME cannot be used.*host name of their own"):
        from_environment({"SCRIPT_NAME": prefix})


@pytest.mark.parametrize("prefix", ["", " ", "/"])
def test_path_that_is_none_is_not(prefix: str) -> None:
    assert from_environment({"SCRIPT_NAME": prefix}) == Settings()


@pytest.mark.parametrize("value", ["", "  ", None])
def test_port_that_is_empty_is_the_usual_one(value: str | None) -> None:
    """As compose files set it: `PORT: ${PORT}`."""
    assert whole_number("PORT", 8000, environment={} if value is None else {"PORT": value}) == 8000


@pytest.mark.parametrize("value", ["x", "0", "-1", "8000.5", "70000", "٣", "9" * 5000])
def test_port_that_is_none_is_refused_with_a_sentence(value: str) -> None:
    with pytest.raises(SystemExit) as caught:
        whole_number("PORT", 8000, 65535, {"PORT": value})
    assert caught.value.code == f"PORT must be a whole number from 1 to 65535, not “{value[:40]}”."


STARTS = {
    "gunicorn": ["gunicorn", "app:app"],
    "flask": ["flask", "--app", "app", "run"],
}


@pytest.mark.parametrize("command", STARTS.values(), ids=STARTS.keys())
def test_bad_setting_ends_with_its_sentence(command: list[str]) -> None:
    """The message must not look like a mistake of the server."""
    ended = start(command, BOT_PACE="x")
    assert ended.returncode == 3
    assert SENTENCES["BOT_PACE", "x"] in ended.stderr
    assert "Traceback" not in ended.stderr


def test_empty_port_is_no_port_of_gunicorn_either() -> None:
    """Read the configuration without starting the service."""
    ended = start(["gunicorn", "--print-config", "app:app"], PORT="", MAX_HELD_POLLS=" ", BOT_PACE="1")
    assert "0.0.0.0:8000" in ended.stdout


def start(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    where = {"PORT": str(free_port()), "REDIS_URL": "", **environment}
    return subprocess.run(
        command, cwd=ROOT, env=deployed(where), capture_output=True, text=True, timeout=START_WITHIN_S
    )


def test_secrets_of_the_address_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError) as caught:
        from_environment({"REDIS_URL": "http://user:hunter2@example"})
    assert "hunter2" not in str(caught.value)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Settings().log_length = 1


def test_other_variables_do_not_matter() -> None:
    assert from_environment({"PATH": "/bin", "SWEEP": "x", "sweep_s": "x"}) == Settings()
