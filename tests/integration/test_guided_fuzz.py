"""What guided fuzzing sets out from and what it has found, without atheris; and some fuzzing by chance."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.guided.findings import inputs
from tests.fuzz.guided.seeds import seeds
from tests.fuzz.guided.targets import TARGETS
from tests.integration.mutations import cut_off, flip_bits, splice

TRIES = 150


@pytest.mark.parametrize(("target", "path"), inputs(), ids=lambda one: getattr(one, "name", one))
def test_what_was_found_is_mended(target: str, path: Path) -> None:
    TARGETS[target](path.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_sound_and_spoiled_examples_do_no_harm(target: str) -> None:
    rng, sound = Random(f"guided {target}"), seeds(target)
    for one in sound:
        TARGETS[target](one)
    mischief: list[Callable[[Random, list[bytes]], bytes]] = [flip_bits, cut_off, splice]
    for _ in range(TRIES):
        TARGETS[target](rng.choice(mischief)(rng, sound))


def test_a_fault_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.guided.targets.clean", str)
    with pytest.raises(AssertionError):
        TARGETS["text"](b"\x1b[2J")
