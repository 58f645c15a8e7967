"""Ask pip-audit for known vulnerabilities of pinned versions.

usage: audit_pins.py REQUIREMENTS... The exit code is 1 if there are vulnerabilities. If pip-audit gets no
answer from the index, the script says so.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

ASK = [
    "-m",
    "pip_audit",
    "--format",
    "json",
    "--progress-spinner",
    "off",
    "--disable-pip",
    "--require-hashes",
]


def audited(file: str) -> list[dict[str, Any]]:
    """Return the report on each package of a file, except those that the index does not know."""
    asked = subprocess.run([sys.executable, *ASK, "-r", file], capture_output=True, text=True, check=False)
    try:
        packages = json.loads(asked.stdout)["dependencies"]
    except ValueError:
        sys.stderr.write(asked.stderr[-300:])
        return []
    return [one for one in packages if "vulns" in one]


def main(files: list[str]) -> int:
    """Report on each file, and return the exit code."""
    found = 0
    for file in files:
        known = audited(file)
        holes = [(one, hole) for one in known for hole in one["vulns"]]
        for one, hole in holes:
            fixed = ", ".join(hole["fix_versions"]) or "no version yet"
            print(f"{file}: {one['name']} {one['version']} has {hole['id']}, mended in {fixed}")
        print(
            f"{file}: {len(known)} packages audited"
            if known
            else f"{file}: NOT audited, the index gives no answer"
        )
        found += len(holes)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
