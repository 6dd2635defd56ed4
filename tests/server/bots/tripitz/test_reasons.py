"""Every reason is true: it is checked with the rules themselves, over many games."""

from random import Random
from typing import Any

from tests.server.bots.choosing import fills_its_sentence, some_options
from triqueta_protocol.advice import Reason
from triqueta_protocol.codec import plain
from triqueta_protocol.games.tripitz import Exchange, Mine, Options, Place, Public, Swap
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.bots.tripitz.reasons import REASONS, explain
from triqueta_server.games.tripitz.rules import RULES


def actions_of(mine: Mine) -> list[Any]:
    found: list[Any] = []
    for choice in mine.choices:
        action = choice.action
        if isinstance(action, Place):
            found += [Place(action.stone, cell) for cell in choice.cells or (action.cell,)]
        elif isinstance(action, Swap) and choice.pick is not None:
            found += [Swap(cell) for cell in choice.pick.values]
        else:
            found.append(action)
    return found


def best_of(position: Any, seat: int) -> int:
    """The most that a seat can score with its next stone, if it is on the move."""
    mine: Mine = RULES.mine(position, seat)
    return max((one.points for one in mine.choices if isinstance(one.action, Place)), default=0)


def after(position: Any, seat: int, action: Any) -> Any:
    then = position.copy()
    then.apply(seat, RULES.read(position, seat, plain(action)))
    return then


def check(position: Any, seat: int, action: Any, reason: Reason) -> None:
    public: Public = RULES.public(position)
    values, most = reason.values, best_of(position, seat)
    match reason.why, action:
        case "most_points", Place():
            then = RULES.public(after(position, seat, action))
            assert then.points[seat] - public.points[seat] == values["points"] == most
        case "leaves_less", Place():
            then = after(position, seat, action)
            assert RULES.public(then).owing in {(values["seat"],), ()}
            if RULES.public(then).owing:
                assert best_of(then, values["seat"]) == values["points"] < values["otherwise"]
        case "nothing_to_lay", Exchange():
            assert most == 0
        case "little_to_lay", Exchange():
            assert most == values["points"] > 0
        case "fetches", Swap():
            assert public.board[action.cell] == values["stone"]
            then = after(position, seat, action)
            laid = [
                one.points
                for one in RULES.mine(then, seat).choices
                if isinstance(one.action, Place) and one.action.stone == values["stone"]
            ]
            assert max(laid) == values["points"] > most
        case why, _:
            assert why in GENERAL


def test_whatever_is_said_is_true() -> None:
    rng = Random(7)
    said: set[str] = set()
    for seats, jokers in ((2, True), (3, True)):
        position = RULES.begin(seats, Options(jokers=jokers), rng.randbytes(32))
        while position.owing:
            seat = position.owing[0]
            public, mine = RULES.public(position), RULES.mine(position, seat)
            actions = actions_of(mine)
            found = some_options(actions, seats, rng)
            swaps = [one for one in found if isinstance(one.action, Swap)]
            found = swaps[:1] + [one for one in found if one not in swaps[:1]]
            reason = explain(public, mine, seat, found)
            check(position, seat, found[0].action, reason)
            assert fills_its_sentence("tripitz", reason)
            said.add(reason.why)
            places = [one for one in actions if isinstance(one, Place)]
            action = rng.choice(places if places and rng.random() < 0.9 else actions)
            position.apply(seat, RULES.read(position, seat, plain(action)))
    expected = set(REASONS) - {"race"}
    assert expected <= said, expected - said


def test_in_a_race_nobody_is_helped() -> None:
    position = RULES.begin(2, Options(start_player="race"), bytes(32))
    public, mine = RULES.public(position), RULES.mine(position, 0)
    none: list[Option] = []
    assert explain(public, mine, 0, none) == Reason("race")
