"""Hints come from what the player sees, when something is new, and say everything once."""

import hashlib
import re
from collections.abc import Iterator
from itertools import product
from random import Random

import msgspec
import pytest
from rich.cells import cell_len

from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.codec import plain
from triqueta_protocol.games.tripitz import Mine, Options, Place, Public
from triqueta_protocol.games.tripitz_board import EDGE, worked_out
from triqueta_server.bots.tripitz import LEVELS
from triqueta_server.games.tripitz.rules import RULES
from triqueta_tui.games.tripitz.guided import GUIDED
from triqueta_tui.games.tripitz.hints import Cue, TripitzHints
from triqueta_tui.locale import LANGUAGES

LEVEL = GUIDED.intent.bots[0]
PLAYERS = 1 + len(GUIDED.intent.bots)
SEED = GUIDED.intent.settings.seed or ""
OPTIONS = msgspec.convert(GUIDED.intent.options, Options)
ME = 0
NAMES = {key.split(".")[2] for key in section("en", "tripitz.guided")} - {"marks"}

Advice = list[tuple[Cue, Public, Mine]]


def guided_game(luck: int, seed: str = SEED) -> Iterator[tuple[Public, Mine]]:
    """What the player sees in a game played by bots."""
    rng = Random(luck)
    position = RULES.begin(PLAYERS, OPTIONS, hashlib.sha256(seed.encode()).digest())
    yield RULES.public(position), RULES.mine(position, ME)
    while position.owing:
        seat = position.owing[0]
        level = "normal" if seat == ME and luck % 2 else LEVEL
        action = LEVELS[level](RULES.public(position), RULES.mine(position, seat), seat, rng)
        position.apply(seat, RULES.read(position, seat, plain(action)))
        yield RULES.public(position), RULES.mine(position, ME)


def advice(luck: int, seed: str = SEED) -> Advice:
    hints = TripitzHints()
    return [
        (cue, public, mine)
        for public, mine in guided_game(luck, seed)
        for cue in hints.cues(public, mine, ME)
    ]


@pytest.mark.parametrize("luck", range(4))
def test_a_guided_game_says_what_it_is_about_and_brings_most_hints_once(luck: int) -> None:
    names = [cue.name for cue, _, _ in advice(luck)]
    assert names[:2] == ["aim", "first_turn"]
    assert names[2] == "sum"
    assert "touching" in names[:5], "what is multiplied is worth knowing early"
    assert len(names) == len(set(names))
    assert {"quadruple", "two_figures", "touching", "exchange"} <= set(names)
    assert {"near_edge", "edge_ahead", "edge_behind"} & set(names)


def test_the_player_begins() -> None:
    public, _ = next(guided_game(0))
    assert public.start == ME
    assert public.short


def test_every_hint_comes_up_in_some_game() -> None:
    seen = {cue.name for seed in (SEED, "mosaic") for luck in range(3) for cue, _, _ in advice(luck, seed)}
    assert seen == NAMES


@pytest.mark.parametrize("luck", range(3))
def test_what_hints_say_of_stones_and_points_is_true(luck: int) -> None:
    checked = set()
    for cue, public, mine in advice(luck):
        places = {
            (choice.action.stone, gain)
            for choice in mine.choices
            if isinstance(choice.action, Place)
            for gain in choice.gains or (choice.points,)
        }
        match cue.name:
            case "quadruple" | "two_figures" | "touching" | "edge_ahead" | "edge_behind":
                assert cue.made is not None
                assert (cue.stone, cue.made.points) in places
                assert cue.name != "quadruple" or cue.made.quadruples
                assert cue.name != "two_figures" or cue.made.triples + cue.made.quadruples > 1
                assert cue.name != "touching" or cue.made.touched >= 3
                assert not cue.name.startswith("edge") or cue.made.edge
            case "sum" | "racks":
                assert public.last is not None
                assert (cue.stone, cue.made) == (public.last.stone, public.last.sum)
                assert (public.last.seat == ME) == (cue.name == "sum")
            case "exchange":
                assert cue.count == len({*public.racks[ME]} - {stone for stone, _ in places})
            case "near_edge":
                assert cue.seat not in {None, ME}
        checked.add(cue.name)
    assert {"sum", "racks", "quadruple", "exchange"} <= checked


def test_nobody_is_talked_into_losing() -> None:
    """To end the game is advised to who has won then, and advised against to who has not."""
    advised = set()
    for luck, seed in product(range(3), (SEED, "crystal")):
        for cue, public, mine in advice(luck, seed):
            if not cue.name.startswith("edge"):
                continue
            assert cue.made is not None
            assert cue.seat is not None
            won = public.points[ME] + cue.made.points > max(public.points[1:])
            assert won == (cue.name == "edge_ahead")
            most = max(
                gain
                for choice in mine.choices
                if isinstance(choice.action, Place)
                for cell, gain in zip(
                    choice.cells or (choice.action.cell,), choice.gains or (choice.points,), strict=True
                )
                if cell in EDGE
            )
            assert cue.made.points == most
            advised.add(cue.name)
    assert advised == {"edge_ahead", "edge_behind"}


def test_who_is_said_to_reach_the_edge_can_do_so() -> None:
    warned = 0
    for luck in range(4):
        for cue, public, _ in advice(luck):
            if cue.name == "near_edge":
                assert cue.seat is not None
                free = [cell for cell in EDGE if public.board[cell] is None]
                made = [
                    worked_out(public.board, cell, stone) for cell in free for stone in public.racks[cue.seat]
                ]
                assert any(one.points for one in made)
                warned += 1
    assert warned


def test_the_end_is_not_talked_over() -> None:
    *_, (public, mine) = guided_game(0)
    assert public.phase == "over"
    assert TripitzHints().cues(public, mine, ME) == []


def test_nobody_gives_hints_to_a_watcher() -> None:
    public, mine = next(guided_game(0))
    assert TripitzHints().cues(public, None, None) == []
    assert TripitzHints().cues(public, mine, None) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_fits_a_card_beside_the_board(language: str) -> None:
    for key, text in section(language, "tripitz.guided").items():
        if key.endswith(".title"):
            assert cell_len(text) <= 23, key


ORDER = (
    "aim",
    "first_turn",
    "must_exchange",
    "sum",
    "racks",
    "quadruple",
    "two_figures",
    "touching",
    "exchange",
)
TERMS = {
    "en": {"triple": "aim", "quadruple": "aim", "rack": "first_turn", "figure": "sum", "bag": "racks"},
    "de": {
        "Tripel": "aim",
        "Quadrupel": "aim",
        "Brettchen": "first_turn",
        "Figur": "sum",
        "Säckchen": "racks",
    },
    "zh_Hant": {"三連": "aim", "四連": "aim", "石架": "first_turn", "組合": "sum", "袋子": "racks"},
}
"""The words of the game, and the hint that says first what each means."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_used_before_it_is_explained(language: str) -> None:
    words = section(language, "tripitz.guided")
    for term, explained in TERMS[language].items():
        assert re.search(term, words[f"tripitz.guided.{explained}.text"])
        for earlier in ORDER[: ORDER.index(explained)]:
            assert term not in words[f"tripitz.guided.{earlier}.text"], (earlier, term)
