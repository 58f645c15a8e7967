"""The server for a run, and a check that the user may put a load on it."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}


class Target(NamedTuple):
    """A server. `addresses`: the IP addresses of its name. All connections go to them."""

    scheme: str
    name: str
    port: int
    addresses: tuple[str, ...]

    @property
    def host(self) -> str:
        """The value of the Host header."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def is_here(self) -> bool:
        """True if all its addresses belong to this machine."""
        return all(ip_address(address.partition("%")[0]).is_loopback for address in self.addresses)


def target_of(url: str) -> Target:
    """Return the server that a URL names. Raises ValueError with a message."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError(f"{url!r} is not the address of a server, such as http://localhost:8000")
    if parts.path.strip("/") or parts.query or parts.username:
        raise ValueError(
            f"{url!r} has more than the address of a server: remove the path, query and user name"
        )
    port = parts.port or PORTS[parts.scheme]
    try:
        address_infos = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ValueError(f"{parts.hostname!r} is not found: {error.strerror}") from None
    addresses = tuple(dict.fromkeys(str(info[4][0]) for info in address_infos))
    return Target(parts.scheme, parts.hostname, port, addresses)


def allowed_target(url: str, *, own: bool) -> Target:
    """Return the server of a URL if it is on this machine, or if the user owns it.

    `own`: whether the user claims to own the server. Raises ValueError with a message for other servers.
    """
    target = target_of(url)
    if not own and not target.is_here:
        raise ValueError(
            f"{target.name} is another machine. A load can disturb everybody who plays there. "
            "If it is yours, add --i-own-this-server."
        )
    return target
