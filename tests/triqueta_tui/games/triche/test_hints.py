"""Hints come from what the player sees, when something is new, and say everything once."""

import hashlib
import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from rich.cells import cell_len

from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.games.triche import Mine, Options, Public
from triqueta_protocol.games.triche_cards import LINES, points, spoiled
from triqueta_server.bots.choose import choose
from triqueta_server.games.triche.rules import RULES
from triqueta_tui.games.triche.guided import GUIDED
from triqueta_tui.games.triche.hints import Cue, TricheHints
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.widgets.book import MARGIN
from triqueta_tui.widgets.prose import paragraphs

LEVEL = GUIDED.intent.bots[0]
PLAYERS = 1 + len(GUIDED.intent.bots)
SEED = GUIDED.intent.settings.seed or ""
OPTIONS = msgspec.convert(GUIDED.intent.options, Options)
ME = 0


def guided_game(luck: int, seed: str = SEED) -> Iterator[tuple[Public, Mine]]:
    """What the player sees in a game played by bots."""
    rng = Random(luck)
    position = RULES.begin(PLAYERS, OPTIONS, hashlib.sha256(seed.encode()).digest())
    yield RULES.public(position), RULES.mine(position, ME)
    while position.owing:
        seat = position.owing[0]
        level = "normal" if seat == ME else LEVEL
        action = choose(level, "triche", RULES.public(position), RULES.mine(position, seat), seat, rng)
        position.apply(seat, RULES.read(position, seat, action))
        yield RULES.public(position), RULES.mine(position, ME)


def advice(luck: int, seed: str = SEED) -> list[tuple[Cue, Public, Mine]]:
    hints = TricheHints()
    found: list[tuple[Cue, Public, Mine]] = []
    for public, mine in guided_game(luck, seed):
        found += [(cue, public, mine) for cue in hints.cues(public, mine, ME)]
    return found


@pytest.mark.parametrize("luck", range(5))
def test_a_guided_game_starts_with_the_set_up_and_brings_most_hints_once(luck: int) -> None:
    names = [hint.name for hint, _, _ in advice(luck)]
    assert names[:2] == ["set_up", "first_turn"]
    assert names[-1] == "over"
    assert len(names) == len(set(names))
    assert {"fit", "conquest", "conquer", "reach", "lost", "counted", "swap"} <= set(names)
    assert {"near", "near_you"} & set(names)


def test_every_hint_comes_up_in_some_game() -> None:
    seen = {hint.name for luck in range(12) for hint, _, _ in advice(luck, f"game {luck}")}
    assert seen == {key.split(".")[2] for key in section("en", "triche.guided")}


@pytest.mark.parametrize("luck", range(3))
def test_what_hints_say_of_cards_and_lines_is_true(luck: int) -> None:
    checked = set()
    for hint, public, mine in advice(luck):
        if hint.name not in {"fit", "conquest"}:
            continue
        assert hint.owner is not None
        assert hint.cell is not None
        assert hint.card in mine.hand
        carre = public.owners.index(hint.owner)
        cells = public.carres[carre]
        assert cells[hint.cell] is None
        assert carre != public.owners.index(ME)
        spoils = spoiled(cells, hint.cell, hint.card, diagonals=True)
        lines = [line for line in range(8) if hint.cell in LINES[line]]
        lying = [tuple(hint.card if at == hint.cell else cells[at] for at in LINES[line]) for line in lines]
        assert hint.line in lying
        line = lines[lying.index(hint.line)]
        assert bool(points(line, *hint.line)) == (hint.name == "conquest")
        assert (spoils is None) == (hint.name == "conquest")
        checked.add(hint.name)
    assert checked == {"fit", "conquest"}


def test_nobody_gives_hints_to_a_watcher() -> None:
    public, mine = next(guided_game(0))
    assert TricheHints().cues(public, None, None) == []
    assert TricheHints().cues(public, mine, None) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_fits_a_card_on_the_smallest_screen(language: str) -> None:
    for key, text in section(language, "triche.guided").items():
        if key.endswith(".title"):
            assert cell_len(text) <= 34


def test_a_leader_is_not_advised_against_the_own_carre() -> None:
    seen = set()
    for luck in range(12):
        for hint, public, _ in advice(luck, f"game {luck}"):
            if hint.name in {"near", "near_you"}:
                seen.add(hint.name)
                leads = public.points[0] == max(public.points)
                assert leads if hint.name == "near_you" else hint.owner != 0
    assert seen == {"near", "near_you"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_fits_above_the_hand_at_24_lines(language: str) -> None:
    lines, below, borders = 24, 8, 2
    for key, text in section(language, "triche.guided").items():
        if key.endswith(".text"):
            longest = re.sub(r"\{\w+\}", "Margarete", text)
            assert len(paragraphs(longest, 64 - borders - 2 * MARGIN)) + borders <= lines - below, key
