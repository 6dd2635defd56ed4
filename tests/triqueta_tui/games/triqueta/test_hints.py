"""Hints come from what the player sees, when something is new, and say everything once."""

import hashlib
from collections.abc import Iterator
from random import Random

import pytest
from rich.cells import cell_len

from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.games.triqueta import Mine, Options, Public, deal
from triqueta_server.bots.choose import choose
from triqueta_server.games.triqueta.rules import TriquetaRules
from triqueta_tui.games.triqueta.guided import GUIDED
from triqueta_tui.games.triqueta.hints import Cue, TriquetaHints
from triqueta_tui.locale import LANGUAGES

RULES = TriquetaRules()
LEVEL = GUIDED.intent.bots[0]
PLAYERS = 1 + len(GUIDED.intent.bots)
SEED = GUIDED.intent.settings.seed or ""
ME = 0


def guided_game(luck: int, players: int = PLAYERS, seed: str = SEED) -> Iterator[tuple[Public, Mine]]:
    """What the player sees in a game played by bots."""
    rng = Random(luck)
    position = RULES.begin(players, Options(), hashlib.sha256(seed.encode()).digest())
    yield RULES.public(position), RULES.mine(position, ME)
    while position.owing:
        seat = position.owing[0]
        level = "normal" if seat == ME else LEVEL
        action = choose(level, "triqueta", RULES.public(position), RULES.mine(position, seat), seat, rng)
        position.apply(seat, RULES.read(position, seat, action))
        yield RULES.public(position), RULES.mine(position, ME)


def advice(luck: int, **options: int | str) -> list[tuple[Cue, Public, Mine]]:
    hints = TriquetaHints()
    found: list[tuple[Cue, Public, Mine]] = []
    for public, mine in guided_game(luck, **options):  # type: ignore[arg-type]  # players or seed
        found += [(cue, public, mine) for cue in hints.cues(public, mine, ME)]
    return found


def test_the_new_player_begins_the_guided_game() -> None:
    assert deal(hashlib.sha256(SEED.encode()).digest(), PLAYERS)[1] == ME


@pytest.mark.parametrize("luck", range(6))
def test_a_guided_game_starts_with_drawing_and_ends_with_the_scoresheet(luck: int) -> None:
    names = [hint.name for hint, _, _ in advice(luck)]
    assert names[:2] == ["first_turn", "first_token"]
    assert names[-1] == "over"
    assert len(names) == len(set(names))
    assert {"others", "worth", "new_round", "last_round", "made"} <= set(names)


def test_every_hint_comes_up_in_some_game() -> None:
    seen = {hint.name for luck in range(12) for hint, _, _ in advice(luck, seed=f"game {luck}")}
    assert seen == {key.split(".")[2] for key in section("en", "triqueta.guided")}


@pytest.mark.parametrize("luck", range(6))
def test_hints_about_a_row_are_true_of_that_row(luck: int) -> None:
    for hint, public, mine in advice(luck):
        if hint.row is None:
            continue
        worth = mine.worth[hint.row]
        assert worth is not None
        (change,) = [change for change in worth.split if change.animal == hint.animal]
        assert (change.after == 3) if hint.name == "would_make" else (change.after > 3)
        assert hint.count == change.after
        assert public.owing == (ME,)


@pytest.mark.parametrize("luck", range(6))
def test_hints_about_the_own_animals_are_true_of_them(luck: int) -> None:
    for hint, public, mine in advice(luck):
        if hint.name in {"made", "broken"}:
            assert public.collections[ME][hint.animal or 0] == hint.count
        if hint.name == "made":
            assert public.collections[ME][hint.animal or 0] == 3
        elif hint.name == "broken":
            assert public.collections[ME][hint.animal or 0] > 3
        elif hint.name == "first_token":
            assert hint.animal == mine.drawn[0]
        elif hint.name == "keep_it":
            animal = mine.drawn[0]
            assert hint.animal == animal
            assert public.collections[ME][animal] + mine.face_down.count(animal) == 2


def test_nobody_gives_hints_to_a_watcher() -> None:
    public, mine = next(guided_game(0))
    assert TriquetaHints().cues(public, None, None) == []
    assert TriquetaHints().cues(public, mine, None) == []


def test_the_empty_tower_is_told_before_what_rows_are_worth_again() -> None:
    hints = TriquetaHints(given={"worth", "first_turn", "last_in"})
    public, mine = next(
        (public, mine)
        for luck in range(20)
        for public, mine in guided_game(luck, seed=f"game {luck}")
        if public.phase == "turn"
        and public.owing == (ME,)
        and public.towers[public.tower] == 0
        and public.round == 1
        and not any(count >= 3 for count in public.collections[ME])
    )
    assert [cue.name for cue in hints.cues(public, mine, ME)] == ["tower_empty"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_fits_a_card_on_the_smallest_screen(language: str) -> None:
    for key, text in section(language, "triqueta.guided").items():
        if key.endswith(".title"):
            assert cell_len(text) <= 34
