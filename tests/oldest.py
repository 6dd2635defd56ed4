"""``python -m tests.oldest`` prints the oldest versions that are allowed, as constraints for pip."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"

_BOUND = re.compile(r"(?P<name>[A-Za-z0-9._-]+)>=(?P<version>[0-9.]+)(,<[0-9.]+)?")


def constraints(project: Path = PROJECT) -> Iterator[str]:
    """One line for each dependency of the program and its extras; those for making it may be new."""
    about = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    extras = about["optional-dependencies"]
    for requirement in (*about["dependencies"], *extras["ssh"], *extras["web"]):
        bound = _BOUND.fullmatch(requirement)
        assert bound, f"{requirement} does not say which version is the oldest that will do"
        yield f"{bound['name']}=={bound['version']}"


if __name__ == "__main__":
    print("\n".join(constraints()))
