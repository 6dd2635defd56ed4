"""A server describes its games well enough for programs that have no list of their own."""

import sys
from types import ModuleType
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct, structs

from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.offer import OptionOffer, offer_of
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.version import capabilities


@pytest.mark.parametrize("known", VOCABULARIES.values(), ids=VOCABULARIES)
def test_a_game_is_offered_with_all_its_options_and_their_defaults(known: Vocabulary) -> None:
    offer = offer_of(known)
    assert tuple(offer.options) == known.words.options.__struct_fields__
    usual = known.words.options()
    for name, option in offer.options.items():
        assert option.default == getattr(usual, name)
        assert option.default in option.values


@pytest.mark.parametrize("known", VOCABULARIES.values(), ids=VOCABULARIES)
def test_every_listed_value_is_one_the_game_takes(known: Vocabulary) -> None:
    for name, option in offer_of(known).options.items():
        for value in option.values:
            assert getattr(msgspec.convert({name: value}, known.words.options), name) == value


@pytest.mark.parametrize("known", VOCABULARIES.values(), ids=VOCABULARIES)
def test_the_stand_in_is_one_of_the_levels(known: Vocabulary) -> None:
    assert known.stand_in in known.levels


def test_the_capabilities_name_every_game() -> None:
    assert {f"{one.game}/{one.version}" for one in VOCABULARIES.values()} <= set(capabilities())


def with_options(monkeypatch: pytest.MonkeyPatch, options: type[Struct]) -> Vocabulary:
    known = VOCABULARIES["triqueta"]
    other = ModuleType("other")
    monkeypatch.setitem(sys.modules, "other", other)
    monkeypatch.setattr(other, "WORDS", structs.replace(known.words, options=options), raising=False)
    return structs.replace(known, game="other", module="other")


def test_values_are_listed_whatever_kind_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    class Options(Struct, frozen=True):
        start: Annotated[int, Meta(ge=1, le=3)] | None = None
        form: Literal["short", "long"] = "long"
        jokers: bool = False

    assert offer_of.__wrapped__(with_options(monkeypatch, Options)).options == {
        "start": OptionOffer(None, (1, 2, 3, None)),
        "form": OptionOffer("long", ("long", "short")),
        "jokers": OptionOffer(False, (False, True)),
    }


def test_an_option_without_end_is_a_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Options(Struct, frozen=True):
        name: str = ""

    endless = with_options(monkeypatch, Options)
    with pytest.raises(TypeError):
        offer_of.__wrapped__(endless)
