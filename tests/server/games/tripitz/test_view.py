"""What a view says: the choices are the legal actions, and everything stays small."""

from random import Random

import pytest
from msgspec import structs

from tests.server.games.tripitz.play import FORMS, begun, random_action
from triqueta_protocol.codec import encode
from triqueta_protocol.games.tripitz import SEATS, Choice, Claim, Exchange, Place, Swap
from triqueta_protocol.games.tripitz_board import worked_out
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.changes import Changes
from triqueta_server.games.tripitz.actions import EXCHANGE, SWAP, typed
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

VIEW = 6 * 1024
EVENT = 1024


def covered_once(position: Position, seat: int) -> None:
    """Every legal action is in exactly one choice, and each placement has its points."""
    choices = RULES.mine(position, seat).choices
    board = RULES.public(position).board
    one_per_axis = position.options.one_figure_per_axis
    best = 0
    for action in position.legal(seat):
        word = typed(action, position.hands[seat])
        [choice] = [choice for choice in choices if choice.covers(word)]
        if isinstance(word, Place | Claim):
            gains = dict(zip(choice.cells, choice.gains, strict=True))
            gain = worked_out(board, word.cell, word.stone, one_per_axis=one_per_axis).points
            assert gains.get(word.cell, choice.points) == gain
            best = max(best, gain)
            assert word.cell in gains or (word == choice.action and not gains)
            assert sorted(choice.gains, reverse=True) == list(choice.gains)
    assert sum(map(family, choices)) == len(position.legal(seat))
    placing = [choice for choice in choices if isinstance(choice.action, Place | Claim)]
    assert [choice.best for choice in placing] == [choice.points == best for choice in placing]


def family(choice: Choice) -> int:
    if isinstance(choice.action, Exchange):
        assert choice.pick is not None
        every = range(1, 1 << len(choice.pick.values))
        return sum(places.bit_count() <= choice.pick.most for places in every)
    if isinstance(choice.action, Swap):
        return len(choice.pick.values) if choice.pick else 1
    return len(choice.cells) or 1


@pytest.mark.parametrize("form", FORMS)
def test_the_choices_are_the_legal_actions(form: str) -> None:
    rng = Random(f"choices {form}")
    position = begun(4, b"choices", FORMS[form])
    kinds = set()
    while position.owing:
        seat = rng.choice(position.owing)
        if rng.random() < 0.25 or not position.left:
            covered_once(position, seat)
        action = random_action(position, seat, rng)
        kinds.add("place" if action < EXCHANGE else "exchange" if action < SWAP else "other")
        position.apply(seat, action)
    assert {"place", "exchange"} <= kinds


def test_a_choice_covers_no_other_stone_and_no_other_cell() -> None:
    position = begun(2, b"covers")
    choices = RULES.mine(position, position.owing[0]).choices
    several = next(choice for choice in choices if choice.cells)
    assert isinstance(several.action, Place)
    for cell in range(102):
        assert several.covers(structs.replace(several.action, cell=cell)) == (cell in several.cells)
        assert not several.covers(Place((several.action.stone + 1) % 64, cell))
    assert not several.covers(Exchange((several.action.stone,)))
    assert not several.covers(Claim(several.action.stone, several.action.cell))


def test_views_and_events_stay_small() -> None:
    """The whole view of a seat, and all that a move tells one viewer, at every moment of some games."""
    largest_view = largest_event = 0
    for game in range(12):
        rng = Random(f"size {game}")
        position = begun(SEATS[-1] - game % 2, b"size %d" % game, FORMS["jokers" if game % 3 else "race"])
        public, own = Changes(), [Changes() for _ in range(position.seats)]
        what: list[TableEvent] = []
        while True:
            told = public.since_last(RULES.public(position))
            for seat, memory in enumerate(own):
                changed = memory.since_last(RULES.mine(position, seat))
                event = {"t": "event", "table": "KNRT", "n": 200, "what": what, "public": told}
                if what:
                    largest_event = max(largest_event, len(encode(event | {"mine": changed})))
            for seat in position.owing:
                view = [RULES.public(position), RULES.mine(position, seat)]
                largest_view = max(largest_view, len(encode(view)))
            if not position.owing:
                break
            seat = rng.choice(position.owing)
            what = []
            position.apply(seat, random_action(position, seat, rng), what)
    assert 500 < largest_view < VIEW
    assert 500 < largest_event < EVENT
