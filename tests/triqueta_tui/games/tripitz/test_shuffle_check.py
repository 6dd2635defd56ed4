"""Fair draws are recognised in every form of the game, and so is every kind of cheating."""

import hashlib
from collections.abc import Sequence
from random import Random

import pytest
from msgspec import structs

from tests.server.games.tripitz.play import FORMS, random_action
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Room, SeatInfo, Shuffle
from triqueta_protocol.games.tripitz import Exchanged, Options, Placed
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import GameBegan, TableEvent
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES
from triqueta_server.games.tripitz.shuffles import SeededShuffles
from triqueta_tui.games.tripitz.shuffle_check import TripitzShuffleCheck
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.session.view import TableView
from triqueta_tui.table.shuffle_check import Verdict

SEED = hashlib.sha256(b"a quiet table").digest()
SALT = b"sixteen bytes of"
COMMITMENT = hashlib.sha256(SEED + SALT).digest()
BEGAN = GameBegan(number=1, commitment=COMMITMENT)
OPENED = Shuffle(COMMITMENT, SEED, SALT)


def view(position: Position, shuffle: Shuffle = OPENED) -> View:
    seats = tuple(SeatInfo(kind="player", name=f"P{at}", player=f"p{at}") for at in range(position.seats))
    room = Room(
        table="KNRT",
        epoch="e",
        game="tripitz",
        settings=TableSettings(seats=position.seats),
        options=plain(position.options),
        seats=seats,
        host="p0",
        watchers=(),
        status="playing",
        games=1,
        shuffle=shuffle,
    )
    return TableView("KNRT", room, RULES.public(position), None, None)


Story = list[tuple[TableEvent, ...]]


def told(
    seats: int, options: Options, cheat: SeededShuffles | None = None, luck: int = 0
) -> tuple[Position, Story]:
    """A whole game, and what was told of it move by move."""
    rng = Random(f"{seats} {options} {luck}")
    position = Position(seats, options, cheat or SeededShuffles(SEED, jokers=options.jokers))
    story: Story = []
    while position.owing:
        mover = rng.choice(position.owing)
        what: list[TableEvent] = []
        position.apply(mover, random_action(position, mover, rng), what)
        story.append(tuple(what))
    return position, story


def verdict(position: Position, story: Story, *, begins: bool = True, shuffle: Shuffle = OPENED) -> Verdict:
    check = TripitzShuffleCheck()
    now = view(position, Shuffle(COMMITMENT))
    check.see(now, (BEGAN,) if begins else ())
    for what in story:
        check.see(now, what)
    found = check.verdict(view(position, shuffle))
    assert found is not None
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_honest_game_is_found_fair(seats: int, form: str) -> None:
    position, story = told(seats, FORMS[form])
    found = verdict(position, story)
    assert found.fair
    draws = sum(
        len(one.drawn) if isinstance(one, Exchanged) else one.drawn is not None
        for what in story
        for one in what
        if isinstance(one, Placed | Exchanged)
    )
    claimed = any(isinstance(one, Placed) and one.claimed for what in story for one in what)
    assert found.seen == 4 + 7 * seats + draws + (not claimed)


def test_what_comes_at_once_is_the_same_as_what_comes_one_by_one() -> None:
    position, story = told(3, FORMS["jokers"])
    at_once = [tuple(one for what in story for one in what)]
    assert verdict(position, at_once) == verdict(position, story)


@pytest.mark.parametrize("form", FORMS)
def test_who_has_missed_something_raises_no_alarm(form: str) -> None:
    position, story = told(3, FORMS[form])
    whole = verdict(position, story)
    telling = [at for at, what in enumerate(story) if isinstance(what[0], Placed | Exchanged)]
    for missed in (telling[0], telling[3], telling[-1]):
        part = verdict(position, story[:missed] + story[missed + 1 :], begins=missed > 0)
        assert part.fair
        assert part.seen < whole.seen
    late = verdict(position, story[10:], begins=False)
    assert late.fair
    assert late.seen >= (0 if FORMS[form].jokers else 4)


def test_another_seed_is_noticed() -> None:
    other = hashlib.sha256(b"another table").digest()
    found = verdict(*told(3, FORMS["full"]), shuffle=Shuffle(COMMITMENT, other, SALT))
    assert not found.promise_kept
    assert found.matching < found.seen


class Favoured(SeededShuffles):
    """As the seed says, but for one of its orders."""

    def __init__(self, part: str, number: int, *, jokers: bool) -> None:
        super().__init__(SEED, jokers=jokers)
        self._at = part, number

    @property
    def starter(self) -> int:
        return super().starter + (self._at[0] == "starter")

    def start(self, attempt: int) -> Sequence[int]:
        return self._turned("start", attempt, super().start(attempt))

    def bag(self, shuffle: int) -> Sequence[int]:
        return self._turned("bag", shuffle, super().bag(shuffle))

    def _turned(self, part: str, number: int, order: Sequence[int]) -> Sequence[int]:
        return [*reversed(order)] if (part, number) == self._at else order


@pytest.mark.parametrize("form", ["full", "jokers", "other"])
@pytest.mark.parametrize("cheat", [("start", 0), ("bag", 0), ("bag", 1), ("bag", 2), ("starter", 0)])
def test_an_order_that_is_not_the_promised_one_is_noticed(cheat: tuple[str, int], form: str) -> None:
    options = FORMS[form]
    favoured = Favoured(*cheat, jokers=options.jokers)
    games = (told(3, options, favoured, luck) for luck in range(50))
    found = verdict(*next((position, story) for position, story in games if position.exchanges > 3))
    assert found.promise_kept
    assert not found.fair


@pytest.mark.parametrize("form", ["full", "jokers"])
def test_a_single_other_draw_is_noticed(form: str) -> None:
    position, story = told(4, FORMS[form])
    drawing = [
        at for at, what in enumerate(story) if isinstance(what[0], Placed) and what[0].drawn is not None
    ]
    for at in drawing[:5]:
        placed = story[at][0]
        assert isinstance(placed, Placed)
        assert placed.drawn is not None
        other = structs.replace(placed, drawn=(placed.drawn + 1) % 64)
        assert not verdict(position, [*story[:at], (other,), *story[at + 1 :]]).fair


def test_a_swapped_start_stone_is_still_known() -> None:
    """With jokers a start stone may leave the board; the one that was taken first lay there first."""
    found = 0
    for seats in (2, 4):
        position, story = told(seats, FORMS["jokers"])
        found += sum(one >= 64 for one in RULES.public(position).board if one is not None)
        assert verdict(position, story).fair
    assert found > 2
