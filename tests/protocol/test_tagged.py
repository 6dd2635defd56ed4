"""Unions of tagged structs: the tag finds the type, and what is wrong is told apart."""

import msgspec
import pytest

from triqueta_protocol.games.triqueta import AnyAction, AnyEvent, Draw, Drew, Place
from triqueta_protocol.requests import FromClient
from triqueta_protocol.table_events import AnyTableEvent, Joined
from triqueta_protocol.tagged import Tagged, UnknownTagError


def test_the_tag_finds_the_struct_in_any_of_the_unions() -> None:
    events = Tagged[msgspec.Struct](AnyTableEvent, AnyEvent)
    assert events.convert({"is": "joined", "seat": 1, "name": "Ana"}) == Joined(1, "Ana")
    assert events.convert({"is": "drew", "seat": 0, "tower": 2, "left": 14}) == Drew(0, 2, 14)


@pytest.mark.parametrize(
    "raw", [{}, {"do": "fly"}, {"do": None}, {"do": 7}, {"do": ["draw"]}, {"do": {}}, {"is": "draw"}]
)
def test_an_unknown_tag_is_not_a_wrong_field(raw: dict[str, object]) -> None:
    with pytest.raises(UnknownTagError):
        Tagged[msgspec.Struct](AnyAction).convert(raw)


@pytest.mark.parametrize("raw", [{"do": "place"}, {"do": "place", "row": "1"}, {"do": "draw", "row": 1}])
def test_a_wrong_field_is_a_validation_error(raw: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        Tagged[msgspec.Struct](AnyAction).convert(raw)


def test_it_converts_as_the_union_itself_would() -> None:
    actions = Tagged[msgspec.Struct](AnyAction)
    for raw in ({"do": "draw"}, {"do": "place", "row": 3}):
        assert actions.convert(raw) == msgspec.convert(raw, type=AnyAction)
    assert actions.convert({"do": "draw"}) == Draw()
    assert actions.convert({"do": "place", "row": 3}) == Place(3)


def test_the_structs_of_a_union_share_their_tag_field() -> None:
    with pytest.raises(AssertionError):
        Tagged[msgspec.Struct](AnyAction, FromClient)
