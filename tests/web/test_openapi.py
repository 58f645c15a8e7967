"""The OpenAPI document is valid and complete. Every other test here checks its answers against it."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate

from cheat.web.openapi import document

from .conftest import Api, check_described
from .test_refusals import GOOD, POSTS, WRONG


def test_document_is_valid_and_served(api: Api) -> None:
    served = api.call("GET", "/api/openapi.json").get_json()
    assert served["openapi"].startswith("3.1")
    validate(served)


def test_every_address_of_the_api_is_described(api: Api) -> None:
    app = api.client.application
    routes = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.endpoint != "openapi"
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, item in document()["paths"].items() for method in item}
    assert routes == described


def schema_of(path: str) -> jsonschema.Draft202012Validator:
    spec = document()
    content = spec["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return jsonschema.Draft202012Validator({**content, "components": spec["components"]})


@pytest.mark.parametrize("path", POSTS)
def test_described_bodies_are_those_that_are_accepted(path: str) -> None:
    schema_of(path).validate(GOOD[path])
    for body in WRONG[path]:
        inside = {"args", "options"} & body.keys()
        if not inside or any(not isinstance(body[key], dict) for key in inside):
            assert not schema_of(path).is_valid(body), body


def test_check_of_answers_can_fail(api: Api) -> None:
    """The check of answers that all other tests use does find faults."""
    host = api.create()

    class Wrong:
        status_code = 200
        mimetype = "application/json"

        def __init__(self, body: Any) -> None:
            self.body = body

        def get_json(self, force: bool) -> Any:
            return self.body

    good = api.snapshot(host)
    check_described("GET", "/api/rooms/x", Wrong(good))  # type: ignore[arg-type]
    for bad in ({}, {**good, "version": "1"}, {**good, "table": {**good["table"], "phase": "sleeping"}}):
        with pytest.raises(jsonschema.ValidationError):
            check_described("GET", "/api/rooms/x", Wrong(bad))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        check_described("DELETE", "/api/rooms/x", Wrong(good))  # type: ignore[arg-type]
