"""``python -m tests.audit [ADVISORIES]``: whether what we depend on has known holes.

Without a file it asks the advisories of PyPI over the network, through pip-audit. With one it needs no
network: ADVISORIES is OSV's export for PyPI, a zip with one JSON file per advisory, from
https://osv-vulnerabilities.storage.googleapis.com/PyPI/all.zip.
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, NamedTuple


class Hole(NamedTuple):
    """An advisory that names a version which is installed."""

    package: str
    version: str
    advisory: str
    summary: str


def main(arguments: list[str]) -> int:
    if not arguments:
        return _ask_the_network()
    found = list(holes(Path(arguments[0]), installed()))
    for hole in found:
        print(f"{hole.package} {hole.version}: {hole.advisory} {hole.summary}")
    print(f"{len(found)} known holes in {len(installed())} packages")
    return 1 if found else 0


def installed() -> dict[str, str]:
    """The version of every package in this environment, by its normal name."""
    return {_normal(one.metadata["Name"]): one.version for one in distributions()}


def holes(advisories: Path, versions: Mapping[str, str]) -> Iterator[Hole]:
    """The advisories that are about one of these versions. Those that were withdrawn do not count."""
    with zipfile.ZipFile(advisories) as archive:
        for name in archive.namelist():
            advisory = json.loads(archive.read(name))
            if "withdrawn" in advisory:
                continue
            for affected in advisory.get("affected", ()):
                package = _normal(affected.get("package", {}).get("name", ""))
                version = versions.get(package)
                if version is not None and _concerns(affected, version):
                    yield Hole(package, version, advisory["id"], advisory.get("summary", ""))


def _concerns(affected: Mapping[str, Any], version: str) -> bool:
    # OSV lists every version of a package on PyPI that is affected, beside the ranges they lie in.
    return version in affected.get("versions", ())


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _ask_the_network() -> int:
    command = [sys.executable, "-m", "pip_audit", "--skip-editable", "--progress-spinner", "off"]
    try:
        asked = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        asked = None
    if asked is not None and asked.returncode == 0:
        print(asked.stdout or asked.stderr)
        return 0
    if asked is not None and "vulnerabilit" in asked.stderr:
        print(asked.stdout, asked.stderr)
        return 1
    print(
        "The advisories cannot be asked for: there is no pip-audit in this environment, or no network.\n"
        "With a network: pip install pip-audit, and again.\n"
        "Without: fetch https://osv-vulnerabilities.storage.googleapis.com/PyPI/all.zip elsewhere, then\n"
        "make audit ADVISORIES=all.zip",
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
