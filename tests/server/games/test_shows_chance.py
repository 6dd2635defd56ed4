"""What chance has decided, and who gets to see it: each game says it of its own actions."""

from random import Random
from typing import Any

import pytest

from tests.fourth_game import words as parley
from tests.fourth_game.rules import ParleyRules
from triqueta_protocol.games import triche, tripitz, triqueta
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games import RULES
from triqueta_server.games.game import AnyRules


def moments(
    rules: AnyRules, seats: int, options: Any, seed: int
) -> list[tuple[bool, int, list[TableEvent], Any]]:
    """A random game as a viewer on seat 0 has it: what the rules say of each action, and what happened."""
    rng = Random(seed)
    seen: list[tuple[bool, int, list[TableEvent], Any]] = []
    position = rules.begin(seats, options, bytes([seed]) * 32)
    while position.owing and len(seen) < 500:
        seat = rng.choice(position.owing)
        action = rng.choice(position.legal(seat))
        before, told = position.copy(), list[TableEvent]()
        position.apply(seat, action, told)
        shown = rules.shows_chance(before, seat, action, position, 0)
        seen.append((shown, seat, told, position.copy()))
    return seen


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("seats", "variant"), [(2, "dorra"), (3, "standard")])
def test_triqueta_shows_the_tokens_one_draws_and_those_that_others_lay(
    seats: int, variant: Any, seed: int
) -> None:
    options = triqueta.Options(variant=variant)
    for shown, seat, told, after in moments(RULES["triqueta"], seats, options, seed):
        kind = triqueta.Drew if seat == 0 else triqueta.Placed
        assert shown == (not after.owing or any(isinstance(one, kind) for one in told))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("expansion", [False, True])
def test_triche_shows_new_hands_and_what_a_redraw_brings(expansion: bool, seed: int) -> None:
    options = triche.Options(expansion=expansion, target=15)
    for shown, seat, told, _after in moments(RULES["triche"], 3, options, seed):
        new = any(
            isinstance(one, triche.Opened | triche.RoundEnded)
            or (isinstance(one, triche.Redrew) and one.count > 0 and seat == 0)
            for one in told
        )
        assert shown == new


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("start", ["random_able", "race"])
def test_tripitz_shows_every_stone_that_is_drawn_and_who_the_lot_falls_on(start: Any, seed: int) -> None:
    options = tripitz.Options(jokers=True, start_player=start)
    for shown, _seat, told, _after in moments(RULES["tripitz"], 3, options, seed):
        new = any(
            isinstance(one, tripitz.Exchanged | tripitz.Started)
            or (isinstance(one, tripitz.Placed) and (one.drawn is not None or one.claimed))
            for one in told
        )
        assert shown == new


@pytest.mark.parametrize("seed", range(5))
def test_the_fourth_game_shows_its_coins(seed: int) -> None:
    for shown, _seat, told, _after in moments(ParleyRules(), 3, parley.Options(rounds=4), seed):
        assert shown == any(isinstance(one, parley.Settled) and len(one.seats) == 1 for one in told)
