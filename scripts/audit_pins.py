"""Ask pip-audit for known vulnerabilities of pinned versions.

usage: audit_pins.py REQUIREMENTS... The exit code is 1 if there are vulnerabilities. If pip-audit gets no
answer from the index, the script says so.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

PIP_AUDIT = [
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
    process = subprocess.run(
        [sys.executable, *PIP_AUDIT, "-r", file], capture_output=True, text=True, check=False
    )
    try:
        packages = json.loads(process.stdout)["dependencies"]
    except ValueError:
        sys.stderr.write(process.stderr[-300:])
        return []
    return [package for package in packages if "vulns" in package]


def main(files: list[str]) -> int:
    """Report on each file, and return the exit code."""
    hole_count = 0
    for file in files:
        packages = audited(file)
        holes = [(package, hole) for package in packages for hole in package["vulns"]]
        for package, hole in holes:
            fixed = ", ".join(hole["fix_versions"]) or "no version yet"
            print(f"{file}: {package['name']} {package['version']} has {hole['id']}, mended in {fixed}")
        print(
            f"{file}: {len(packages)} packages audited"
            if packages
            else f"{file}: NOT audited, the index gives no answer"
        )
        hole_count += len(holes)
    return 1 if hole_count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
