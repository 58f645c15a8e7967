"""Makes applications cheap: the rules of their addresses are compiled once for all of them.

Werkzeug compiles a function for each rule that makes an address of it. That is four fifths of what it takes
to make an application, and hundreds of tests make one of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from flask import Flask
from werkzeug.routing import Rule


class SharedRule(Rule):
    """A rule that takes over the function of an equal one, which keeps nothing of the one it was made for."""

    _made: ClassVar[dict[tuple[Any, ...], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        alike = (self.rule, self.subdomain, self.host, repr(self.defaults), append_unknown)
        if alike not in self._made:
            self._made[alike] = super()._compile_builder(append_unknown)
        return self._made[alike]


def compile_rules_once() -> None:
    """Let all applications that this process makes from now on share their rules."""
    Flask.url_rule_class = SharedRule
