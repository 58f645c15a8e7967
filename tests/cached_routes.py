"""Makes applications cheap: they share the compiled rules of their addresses.

For each rule, Werkzeug parses it and compiles a function that makes an address. This is most of the work to
make an application, and hundreds of tests make their own application.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from flask import Flask
from werkzeug.routing import Rule


class SharedRule(Rule):
    """A rule that uses the compiled parts of an equal rule. These parts do not refer to an application."""

    _made: ClassVar[dict[tuple[Any, ...], Callable[..., tuple[str, str]]]] = {}
    _parsed: ClassVar[dict[tuple[Any, ...], tuple[Any, ...]]] = {}

    def compile(self) -> None:
        """Use the parts of an equal rule, or parse the rule."""
        alike = self._alike()
        if alike not in self._parsed:
            super().compile()
            self._parsed[alike] = self._parts, self._trace, self._converters, self.arguments
            return
        self._parts, self._trace, self._converters, self.arguments = self._parsed[alike]
        self._build = self._compile_builder(False).__get__(self, None)
        self._build_unknown = self._compile_builder(True).__get__(self, None)

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        alike = (*self._alike(), append_unknown)
        if alike not in self._made:
            self._made[alike] = super()._compile_builder(append_unknown)
        return self._made[alike]

    def _alike(self) -> tuple[Any, ...]:
        return self.rule, self.subdomain, self.host, repr(self.defaults), self.merge_slashes


def compile_rules_once() -> None:
    """From now on, let all applications of this process share their compiled rules."""
    Flask.url_rule_class = SharedRule
