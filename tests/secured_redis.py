"""Redis servers on a network: TLS, and the password of an account."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import quote

ACCOUNT = "cards"
PASSWORD = "s3cret:p@ss/word"  # with all characters that have a meaning in a URL
OPERATOR = "operator"
MAY = (
    "~cheat:* &cheat:* +@read +@write +@pubsub +@scripting +@connection +@transaction -@dangerous +time +info"
)
"""The rights that docs/deploy.md gives the account of the service."""
MAY_IN_CLUSTER = f"{MAY} +cluster|slots"
MAY_AT_SENTINELS = "+@connection +sentinel|masters"


class Secured:
    """A certificate for the test, an account of the service, and an account with all rights."""

    def __init__(self, folder: Path) -> None:
        self.certificate, self._key = certificate(folder, "server")
        self.operator = self.login(OPERATOR)
        self.shown = f"&ssl_certfile={self.certificate}&ssl_keyfile={self._key}"

    def login(self, user: str = ACCOUNT, password: str = PASSWORD) -> str:
        """Return the part of a URL before the host."""
        return f"{user}:{quote(password, safe='')}@"

    def query(self, certificate: Path | None = None) -> str:
        """Return the end of a URL, which says which certificate to trust."""
        return f"?ssl_ca_certs={certificate or self.certificate}"

    def asking(self) -> str:
        """Return the part of a URL about the account that asks sentinels."""
        return f"&sentinel_username={ACCOUNT}&sentinel_password={quote(PASSWORD, safe='')}"

    def settings(self, port: int, may: str = MAY_IN_CLUSTER) -> list[str]:
        """Return the arguments of a server or sentinel, with the rights of the account."""
        return [
            *("--port", "0", "--tls-port", f"{port}", "--tls-auth-clients", "no"),
            *("--tls-cert-file", f"{self.certificate}", "--tls-key-file", f"{self._key}"),
            *("--tls-ca-cert-file", f"{self.certificate}", "--tls-replication", "yes"),
            *("--user", "default", "off"),
            *("--user", OPERATOR, "on", f">{PASSWORD}", "~*", "&*", "+@all"),
            *("--user", ACCOUNT, "on", f">{PASSWORD}", *may.split()),
        ]

    def following(self) -> list[str]:
        """Return the arguments of a server that copies another one."""
        return ["--masteruser", OPERATOR, "--masterauth", PASSWORD]

    def watching(self, service: str) -> str:
        """Return the settings of a sentinel, so that it can ask the servers of a service."""
        return f"sentinel auth-user {service} {OPERATOR}\nsentinel auth-pass {service} {PASSWORD}\n"


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Make a self-signed certificate for this machine, and its key."""
    made, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
    about = ["-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", *curve, *about, "-keyout", f"{key}", "-out", f"{made}"]
    subprocess.run(command, check=True, capture_output=True)
    return made, key
