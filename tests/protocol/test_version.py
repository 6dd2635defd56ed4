"""Capability words: each side may insist on some, and both directions are checked."""

import pytest

from triqueta_protocol.version import OLDEST, PROTOCOL, capabilities, missing_capability


@pytest.mark.parametrize(
    ("theirs", "ours", "missing"),
    [
        ((), (), None),
        (("chat",), ("watch",), None),
        (("+chat",), ("chat",), None),
        (("+chat",), ("+chat",), None),
        (("+chat",), ("watch",), "chat"),
        (("watch",), ("+chat",), "chat"),
        (("+a", "+b"), ("b",), "a"),
        (("+a",), ("+b",), "a"),
        (("+",), (), ""),
    ],
)
def test_what_one_side_insists_on_the_other_must_know(
    theirs: tuple[str, ...], ours: tuple[str, ...], missing: str | None
) -> None:
    assert missing_capability(theirs, ours) == missing


def test_this_program_understands_itself_and_a_bare_client() -> None:
    assert missing_capability(capabilities(), capabilities()) is None
    assert missing_capability((), capabilities()) is None
    assert OLDEST <= PROTOCOL
