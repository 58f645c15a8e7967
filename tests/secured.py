"""What Redis servers that are reached by a network ask for: TLS, and the password of an account."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import quote

ACCOUNT = "cards"
PASSWORD = "s3cret:p@ss/word"  # with all that has a meaning in a URL
OPERATOR = "operator"
MAY = "~cheat:* &cheat:* +@read +@write +@pubsub +@scripting +@connection +@transaction -@dangerous"
"""What docs/deploy.md gives the account of the service, with what is added in a cluster."""
MAY_MORE = "+info +cluster|slots"


class Secured:
    """A certificate made for the test, and two accounts: that of the service, and one that may do all."""

    def __init__(self, folder: Path) -> None:
        self.certificate, self._key = certificate(folder, "server")
        self.operator = self.login(OPERATOR)

    def login(self, user: str = ACCOUNT, password: str = PASSWORD) -> str:
        """What stands before the host in a URL."""
        return f"{user}:{quote(password, safe='')}@"

    def query(self, certificate: Path | None = None) -> str:
        """What ends a URL: which certificate is trusted."""
        return f"?ssl_ca_certs={certificate or self.certificate}"

    def settings(self, port: int) -> list[str]:
        """What the command of a server, or of a sentinel, says."""
        return [
            *("--port", "0", "--tls-port", f"{port}", "--tls-auth-clients", "no"),
            *("--tls-cert-file", f"{self.certificate}", "--tls-key-file", f"{self._key}"),
            *("--tls-ca-cert-file", f"{self.certificate}", "--tls-replication", "yes"),
            *("--user", "default", "off"),
            *("--user", OPERATOR, "on", f">{PASSWORD}", "~*", "&*", "+@all"),
            *("--user", ACCOUNT, "on", f">{PASSWORD}", *MAY.split(), *MAY_MORE.split()),
        ]

    def following(self) -> list[str]:
        """What a server says that copies another one."""
        return ["--masteruser", OPERATOR, "--masterauth", PASSWORD]


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate that signs itself, for this machine, and its key."""
    made, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
    about = ["-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", *curve, *about, "-keyout", f"{key}", "-out", f"{made}"]
    subprocess.run(command, check=True, capture_output=True)
    return made, key
