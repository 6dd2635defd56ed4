"""Every reason is true: it is checked with the rules themselves, over many games."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import pytest
from msgspec import structs

from tests.server.bots.choosing import fills_its_sentence, some_options
from triqueta_protocol.advice import Reason
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triqueta import (
    KEEPS,
    TRIPLE,
    Animal,
    Draw,
    Keep,
    Mine,
    Options,
    Place,
    Public,
    Take,
    points,
)
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.bots.triqueta.reasons import REASONS, explain
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES


def best_counts(counts: Sequence[int], kept: Iterable[int]) -> list[int]:
    held = Counter(kept)
    return [_best(kind, counts[kind], held[kind]) for kind in Animal]


def _best(kind: int, lie: int, kept: int) -> int:
    return max(range(lie, lie + kept + 1), key=lambda count: points(kind, count))


def score(counts: Sequence[int]) -> int:
    return sum(points(kind, count) for kind, count in enumerate(counts))


def with_row(counts: Sequence[int], row: Iterable[int]) -> list[int]:
    more = Counter(row)
    return [count + more[kind] for kind, count in enumerate(counts)]


class Truth:
    """What a view says, counted anew."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        self.public: Public = RULES.public(position)
        self.mine: Mine = RULES.mine(position, seat)

    def after(self, action: object) -> "Truth":
        position = self.position.copy()
        position.apply(self.seat, RULES.read(position, self.seat, plain(action)))
        return Truth(position, self.seat)

    def ends(self, seat: int, row: Iterable[int] = ()) -> list[int]:
        kept = self.mine.face_down if seat == self.seat else ()
        return best_counts(with_row(self.public.collections[seat], row), kept)

    def gain(self, seat: int, row: Iterable[int]) -> int:
        return score(self.ends(seat, row)) - score(self.ends(seat))

    def unseen(self, kind: int) -> int:
        own = [*self.mine.face_down, *self.mine.drawn, *self.mine.boxed]
        shown = [*own, *(one for row in self.public.rows for one in row)]
        return 10 - shown.count(kind) - sum(one[kind] for one in self.public.collections)

    @property
    def best_row(self) -> int:
        return max(self.gain(self.seat, self.public.rows[row]) for row in self.open)

    @property
    def open(self) -> list[int]:
        return [row for row, taker in enumerate(self.public.takers) if taker is None]

    @property
    def others(self) -> list[int]:
        seats = range(len(self.public.collections))
        return [at for at in seats if at != self.seat and at not in self.public.takers]


def check(truth: Truth, reason: Reason, options: Sequence[Option]) -> None:
    action, values, seat, rows = options[0].action, reason.values, truth.seat, truth.public.rows
    match reason.why, action:
        case "completes", Take(row):
            kind = values["animal"]
            counts, before = truth.after(action).ends(seat), truth.ends(seat)
            assert (counts[kind] == TRIPLE) > (before[kind] == TRIPLE)
            assert points(kind, counts[kind]) - points(kind, before[kind]) == values["gain"]
        case "sure" | "gains" | "least_harm", Take(row):
            assert truth.gain(seat, rows[row]) == values["gain"]
            assert (values["gain"] > 0) == (reason.why != "least_harm")
            if reason.why == "least_harm":
                assert len(truth.open) > 1
                assert values["gain"] == max(truth.gain(seat, rows[at]) for at in truth.open)
            if reason.why == "sure":
                [draw] = [one for one in options if one.action == Draw()]
                assert draw.points[seat] < options[0].points[seat]
        case "denies", Take(row):
            assert values["seat"] in truth.others
            assert values["row"] == row
            assert values["gain"] == truth.gain(values["seat"], rows[row]) > truth.gain(seat, rows[row])
        case "needs", Draw():
            row, kind = values["row"], values["animal"]
            assert truth.ends(seat, (*rows[row], kind))[kind] == TRIPLE != truth.ends(seat, rows[row])[kind]
            assert truth.unseen(kind) > 0
            assert truth.gain(seat, (*rows[row], kind)) > max(truth.best_row, 0)
        case "wants", Draw():
            kind = values["animal"]
            assert truth.unseen(kind) == values["count"] > 0
            completing = [row for row in truth.open if truth.ends(seat, (*rows[row], kind))[kind] == TRIPLE]
            assert any(truth.gain(seat, (*rows[row], kind)) > max(truth.best_row, 0) for row in completing)
        case "odds", Draw():
            row = values["row"]
            assert truth.gain(seat, rows[row]) == truth.best_row
            better = [kind for kind in Animal if truth.gain(seat, (*rows[row], kind)) > truth.best_row]
            assert values["count"] == sum(map(truth.unseen, better)) > values["total"] / 2
            assert values["total"] == sum(map(truth.unseen, Animal))
        case "stops", Take(row):
            assert [row] == truth.open
            assert truth.gain(seat, rows[row]) == values["gain"] <= 0
            [draw] = [one for one in options if one.action == Draw()]
            assert draw.points[seat] < options[0].points[seat]
        case "wait", Draw():
            assert values["gain"] == truth.best_row <= 2
        case "place_completes", Place(row):
            kind, after = values["animal"], truth.after(action)
            counts = after.ends(seat, after.public.rows[row])
            assert counts[kind] == TRIPLE != truth.ends(seat)[kind]
            laid = after.public.rows[row]
            theirs = [truth.gain(at, laid) - truth.gain(at, rows[row]) for at in truth.others]
            assert truth.gain(seat, laid) - truth.gain(seat, rows[row]) > max(theirs, default=0)
        case "place_helps", Place(row):
            now, then = truth.gain(seat, rows[row]), truth.gain(seat, truth.after(action).public.rows[row])
            assert then - now == values["points"] > 0
        case "place_builds", Place(row):
            kind = values["animal"]
            have = [*truth.mine.face_down].count(kind) + truth.public.collections[seat][kind]
            assert have > 0
            laid = truth.after(action).public.rows[row]
            assert have + laid.count(kind) == TRIPLE - 1
            assert truth.gain(seat, (*laid, kind)) > max(truth.gain(seat, rows[row]), 0)
            rises = {at: truth.gain(at, laid) - truth.gain(at, rows[row]) for at in (seat, *truth.others)}
            assert rises[seat] == max(rises.values())
        case "spoils", Place(row):
            other = values["seat"]
            now, then = truth.gain(other, rows[row]), truth.gain(other, truth.after(action).public.rows[row])
            assert now - then == values["points"] > 0
            assert other in truth.others
        case "harmless", Place(row):
            laid = truth.after(action).public.rows[row]
            assert all(truth.gain(at, laid) <= truth.gain(at, rows[row]) for at in truth.others)
        case "spares", Place(row):
            spared, drawn = values["row"], truth.mine.drawn[0]
            assert spared in truth.open
            assert spared != row
            cost = truth.gain(seat, rows[spared]) - truth.gain(seat, (*rows[spared], drawn))
            assert cost == values["points"] > 0
        case "helps_least", Place(row):
            drawn = truth.mine.drawn[0]
            helps = {
                at: max(
                    truth.gain(one, (*rows[at], drawn)) - truth.gain(one, rows[at]) for one in truth.others
                )
                for at in truth.open
            }
            assert helps.pop(row) == values["points"] < min(helps.values())
        case "saves_keep", Place():
            assert isinstance(options[1].action, Keep)
            assert values["count"] == KEEPS - len(truth.mine.face_down) > 0
        case "keep_completes", Keep():
            kind = values["animal"]
            last = [one for row in truth.open for one in rows[row]] if not truth.others else []
            assert truth.after(action).ends(seat, last)[kind] == TRIPLE != truth.ends(seat, last)[kind]
        case "keep_spares", Keep():
            drawn = truth.mine.drawn[0]
            costs = [truth.gain(seat, rows[at]) - truth.gain(seat, (*rows[at], drawn)) for at in truth.open]
            assert min(costs) > 0
            assert costs[truth.open.index(values["row"])] == values["points"]
        case "keep_away", Keep():
            drawn = truth.mine.drawn[0]
            for row in truth.open:
                more = (*rows[row], drawn)
                assert any(truth.gain(at, more) > truth.gain(at, rows[row]) for at in truth.others)
        case "keep_gain", Keep():
            last = [one for row in truth.open for one in rows[row]] if not truth.others else []
            gained = score(truth.after(action).ends(seat, last)) - score(truth.ends(seat, last))
            assert gained == values["gain"] > 0
        case "reveal", _:
            scores = {one.action: one.points for one in truth.mine.choices}
            assert scores[action] == values["gain"] == max(scores.values())
        case "rows_alike", Place(row) | Take(row):
            assert len(options) == 1
            assert [rows[at] for at in truth.open].count(rows[row]) > 1
        case "box_away" | "towers_alike", _:
            pass
        case why, _:
            assert why in GENERAL


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_whatever_is_said_is_true(seats: int) -> None:
    rng = Random(seats)
    said: set[str] = set()
    for _ in range(36 if seats == 2 else 12):
        options = Options(variant="dorra" if seats == 2 and rng.random() < 0.5 else "standard")
        position = RULES.begin(seats, options, rng.randbytes(32))
        while position.owing:
            seat = rng.choice(position.owing)
            truth = Truth(position, seat)
            found = some_options((one.action for one in truth.mine.choices), seats, rng)
            reason = explain(truth.public, truth.mine, seat, found)
            check(truth, reason, found)
            assert fills_its_sentence("triqueta", reason)
            said.add(reason.why)
            legal = position.legal(seat)
            position.apply(seat, legal[0] if rng.random() < 0.5 else rng.choice(legal))
    # All actions were options here, so that none stood for another.
    missing = set(REASONS) - said - {"rows_alike"} - ({"box_away"} if seats > 2 else set())
    assert len(missing) <= 2, missing


def test_rows_that_are_alike_are_not_called_worth_no_thought() -> None:
    """Of three empty rows one is thought about."""
    position = RULES.begin(3, Options(start=0), bytes(32))
    public = structs.replace(RULES.public(position), rows=((), (), ()), phase="place")
    mine = structs.replace(RULES.mine(position, 0), drawn=(Animal.BOAR,))
    laid = [Option(Place(0), (0.4, 0.3, 0.3), (9.0, 9.0, 9.0))]
    assert explain(public, mine, 0, laid) == Reason("rows_alike")
    public = structs.replace(public, rows=((), (Animal.OWL,), (Animal.DEER,)))
    assert explain(public, mine, 0, laid) != Reason("rows_alike")


def test_a_reason_speaks_of_the_seat_that_is_hindered_most() -> None:
    position = RULES.begin(3, Options(start=0), bytes(32))
    public, mine = RULES.public(position), RULES.mine(position, 0)
    owls = (Animal.OWL,) * 2
    public = structs.replace(
        public,
        rows=(owls, (), ()),
        collections=((0, 3, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0)),
    )
    options = [
        Option(Take(0), (0.6, 0.2, 0.2), (5.0, 5.0, 5.0)),
        Option(Draw(), (0.5, 0.3, 0.2), (9.0, 12.0, 5.0)),
    ]
    assert explain(public, mine, 0, options) == Reason("denies", {"row": 0, "seat": 1, "gain": 5})


def test_a_triqueta_in_a_row_that_costs_more_is_nothing_to_hope_for() -> None:
    """A rabbit would complete one, but the boar beside it spoils another."""
    position = RULES.begin(2, Options(start=0), bytes(32))
    public, mine = RULES.public(position), RULES.mine(position, 0)
    collections = ((1, 0, 0, 3, 0, 0), (2, 0, 0, 0, 0, 0))
    rows = ((Animal.RABBIT, Animal.BOAR), (Animal.BOAR,))
    public = structs.replace(public, rows=rows, collections=collections)
    options = [Option(Draw(), (0.6, 0.4), (9.0, 9.0)), Option(Take(0), (0.3, 0.7), (5.0, 9.0))]
    assert explain(public, mine, 0, options) == Reason("wait", {"gain": -8})
    drawn = structs.replace(mine, drawn=(Animal.RABBIT,))
    public = structs.replace(public, rows=((Animal.BOAR,), (Animal.BOAR,)))
    laid = [Option(Place(0), (0.6, 0.4), (9.0, 9.0)), Option(Keep(), (0.3, 0.7), (5.0, 9.0))]
    assert explain(public, drawn, 0, laid) == Reason("saves_keep", {"count": 2})


def test_whoever_is_the_last_has_the_last_row_already() -> None:
    """Two deer and the one in the row are three: another one completes nothing, but would spoil it."""
    position = RULES.begin(2, Options(start=0), bytes(32))
    public, mine = RULES.public(position), RULES.mine(position, 0)
    public = structs.replace(
        public,
        takers=(1, None),
        rows=((), (Animal.DEER,)),
        collections=((0, 0, 2, 0, 0, 0), (0,) * 6),
    )
    mine = structs.replace(mine, drawn=(Animal.DEER,))
    options = [Option(Keep(), (0.6, 0.4), (9.0, 9.0)), Option(Place(1), (0.3, 0.7), (5.0, 9.0))]
    assert explain(public, mine, 0, options) == Reason("keep_spares", {"row": 1, "points": 8})
