"""A server describes its games well enough for programs that have no list of their own."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from protocol.games import VOCABULARIES
from protocol.games.offer import OptionOffer, offer_of
from protocol.games.vocabulary import AnyVocabulary, Vocabulary
from protocol.version import capabilities


@pytest.mark.parametrize("words", VOCABULARIES.values(), ids=VOCABULARIES)
def test_a_game_is_offered_with_all_its_options_and_their_defaults(words: AnyVocabulary) -> None:
    offer = offer_of(words)
    assert tuple(offer.options) == words.options.__struct_fields__
    usual = words.options()
    for name, option in offer.options.items():
        assert option.default == getattr(usual, name)
        assert option.default in option.values


@pytest.mark.parametrize("words", VOCABULARIES.values(), ids=VOCABULARIES)
def test_every_listed_value_is_one_the_game_takes(words: AnyVocabulary) -> None:
    for name, option in offer_of(words).options.items():
        for value in option.values:
            assert getattr(msgspec.convert({name: value}, words.options), name) == value


@pytest.mark.parametrize("words", VOCABULARIES.values(), ids=VOCABULARIES)
def test_the_stand_in_is_one_of_the_levels(words: AnyVocabulary) -> None:
    assert words.stand_in in words.levels


def test_the_capabilities_name_every_game() -> None:
    assert {f"{one.game}/{one.version}" for one in VOCABULARIES.values()} <= set(capabilities())


def test_values_are_listed_whatever_kind_they_are() -> None:
    class Options(Struct, frozen=True):
        start: Annotated[int, Meta(ge=1, le=3)] | None = None
        form: Literal["short", "long"] = "long"
        jokers: bool = False

    known = VOCABULARIES["triqueta"]
    words = Vocabulary(**{**vars(known), "game": "other", "options": Options})
    assert offer_of(words).options == {
        "start": OptionOffer(None, (1, 2, 3, None)),
        "form": OptionOffer("long", ("long", "short")),
        "jokers": OptionOffer(False, (False, True)),
    }


def test_an_option_without_end_is_a_mistake_of_ours() -> None:
    class Options(Struct, frozen=True):
        name: str = ""

    known = VOCABULARIES["triqueta"]
    with pytest.raises(TypeError):
        offer_of(Vocabulary(**{**vars(known), "game": "endless", "options": Options}))
