"""What guided fuzzing has found: inputs that once made a target fail."""

from pathlib import Path
from typing import Final

FOUND: Final = Path(__file__).parent / "found"


def inputs() -> list[tuple[str, Path]]:
    """Each with the name of its target."""
    return [(path.parent.name, path) for path in sorted(FOUND.glob("*/*"))]
