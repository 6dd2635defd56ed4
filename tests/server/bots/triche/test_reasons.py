"""Every reason is true: it is checked with the rules themselves, over many games."""

from random import Random
from typing import Any

import pytest

from tests.server.bots.choosing import fills_its_sentence, some_options
from triqueta_protocol.advice import Reason
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triche import Conquer, Mine, Options, Place, Public, Redraw, SetUp, Swap
from triqueta_protocol.games.triche_cards import LINES, WAYS, points
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.bots.triche.legal_moves import actions_of
from triqueta_server.bots.triche.reasons import REASONS, explain
from triqueta_server.games.triche.rules import RULES


def check(position: Any, seat: int, action: Any, reason: Reason) -> None:
    public: Public = RULES.public(position)
    mine: Mine = RULES.mine(position, seat)
    after = position.copy()
    after.apply(seat, RULES.read(position, seat, plain(action)))
    then: Public = RULES.public(after)
    values = reason.values
    match reason.why, action:
        case "set_up_scores", SetUp():
            laid = dict(zip(action.cells, action.cards, strict=True))
            scored = [
                points(line, laid[first], way, laid[last])
                for line, (first, middle, last) in enumerate(LINES)
                if middle == 4 and {first, last} == set(laid)
                for way in WAYS[action.centre]
            ]
            assert max(scored) == values["points"] > 0
        case "looks_for_colours", Redraw():
            assert all(len(WAYS[mine.hand[place]]) == 1 for place in action.cards)
        case "opens_conquest", Place():
            assert then.phase == "conquer"
            assert then.owing == (seat,)
            assert values["seat"] == public.owners[action.carre] != seat
            assert then.reach[action.carre].points > then.reach[public.owners.index(seat)].points
        case "completes_line", Place():
            assert public.owners[action.carre] == seat
            if then.round == public.round:
                carre = action.carre
                assert then.reach[carre].points - public.reach[carre].points == values["points"] > 0
        case "centre_line", Place():
            assert public.owners[action.carre] == seat == action.carre
            assert mine.centre is not None
            cells = list(public.carres[seat])
            cells[action.cell], cells[4] = action.card, mine.centre
            through = [line for line, one in enumerate(LINES) if one[1] == 4 and action.cell in one]
            assert values["points"] == sum(_scored(line, cells) for line in through) > 0
        case ("theirs_now" | "theirs_reach" | "yours_now" | "yours_reach") as why, Conquer() | Swap():
            last, turn = public.last, public.turn
            assert last is not None
            assert turn is not None
            other = last.carre if isinstance(action, Conquer) else public.owners.index(turn)
            own = public.owners.index(seat)
            kind = "points" if why.endswith("now") else "most"
            assert values == {
                "own": getattr(public.reach[own], kind),
                "other": getattr(public.reach[other], kind),
            }
            assert (values["other"] > values["own"]) == why.startswith("theirs") == action.yes
        case "plans", Place():
            carre = public.owners.index(seat)
            free = [at for at, laid in enumerate(then.carres[carre]) if laid is None]
            assert len(free) <= 3
            assert 0 < values["points"] <= public.reach[carre].most
        case "guards" | "prepares", Place():
            assert (public.owners[action.carre] == seat) == (reason.why == "guards")
        case why, _:
            assert why in GENERAL


def _scored(line: int, cells: list[Any]) -> int:
    first, middle, last = (cells[cell] for cell in LINES[line])
    return 0 if None in (first, last) else points(line, first, middle, last)


@pytest.mark.parametrize("expansion", [False, True])
def test_whatever_is_said_is_true(expansion: bool) -> None:
    rng = Random(3)
    said: set[str] = set()
    for seats in (2, 3, 4):
        position = RULES.begin(seats, Options(expansion=expansion, target=15), rng.randbytes(32))
        while position.owing and RULES.public(position).round < 5:
            seat = rng.choice(position.owing)
            public, mine = RULES.public(position), RULES.mine(position, seat)
            actions = [action for choice in mine.choices for action in actions_of(choice)]
            for _ in range(3):
                found = some_options(rng.sample(actions, min(6, len(actions))), seats, rng)
                reason = explain(public, mine, seat, found)
                check(position, seat, found[0].action, reason)
                assert fills_its_sentence("triche", reason)
                said.add(reason.why)
            position.apply(seat, RULES.read(position, seat, plain(rng.choice(actions))))
    expected = set(REASONS) - (set() if expansion else {"looks_for_colours"})
    assert expected <= said, expected - said
