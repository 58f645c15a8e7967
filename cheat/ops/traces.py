"""Spans for OpenTelemetry, if the setting TRACES is on.

A span is the time of one piece of work. If TRACES is off, nothing imports OpenTelemetry. OpenTelemetry reads
the receiver of the spans and the name of the service from its own environment variables
(OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any

from cheat.settings import SettingsError

PACKAGES = ("opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http")

Span = Callable[[str, dict[str, str]], AbstractContextManager[Any]]
"""A function (name, attributes) -> a context manager. It yields a span with `set_attribute`."""


def spans() -> Span:
    """Return a function that makes spans. OpenTelemetry sends the spans in batches.

    Raises SettingsError if a package is missing.
    """
    try:
        sdk = import_module("opentelemetry.sdk.trace")
        batches = import_module("opentelemetry.sdk.trace.export")
        otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ImportError as missing:
        raise SettingsError(f"TRACES=on needs packages: pip install {' '.join(PACKAGES)}") from missing
    provider = sdk.TracerProvider()
    provider.add_span_processor(batches.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    tracer = provider.get_tracer("cheat")
    return lambda name, attributes: tracer.start_as_current_span(name, attributes=attributes)
