"""Whatever is played, what must always hold does hold."""

from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.games.triche.play import Log, fields, random_action
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.games.triche import FACE_DOWN, Options, Placed, RoundEnded
from triqueta_protocol.games.triche_cards import UNTURNED
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche.actions import ACTIONS
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES


class AnyGame(RuleBasedStateMachine):
    position: Position
    told: list[TableEvent]
    log: Log

    @initialize(
        seats=st.integers(2, 6),
        expansion=st.booleans(),
        diagonals=st.sampled_from(["on", "off"]),
        start=st.none() | st.integers(0, 1),
        seed=st.binary(max_size=8),
    )
    def begin(self, seats: int, expansion: bool, diagonals: str, start: int | None, seed: bytes) -> None:
        self.seed = seed
        self.options = Options(
            expansion=expansion,
            target=15,
            diagonal_conformity=diagonals,  # type: ignore[arg-type]
            start=start,
        )
        self.position = RULES.begin(seats, self.options, seed)
        self.told = []
        self.log = []

    @precondition(lambda self: self.position.owing)
    @rule(moves=st.integers(1, 60), luck=st.integers())
    def act(self, moves: int, luck: int) -> None:
        rng = Random(luck)
        while moves and self.position.owing:
            seat = rng.choice(self.position.owing)
            self.log.append((seat, random_action(self.position, seat, rng)))
            self.position.apply(*self.log[-1], self.told)
            moves -= 1

    @precondition(lambda self: self.log)
    @rule(seat=st.integers(-1, 7), action=st.integers(-3, ACTIONS.stop + 3))
    def try_anything(self, seat: int, action: int) -> None:
        if action in self.position.legal(seat):
            return
        before = fields(self.position)
        with pytest.raises(RefusalError):
            self.position.apply(seat, action)
        assert fields(self.position) == before

    @precondition(lambda self: self.log)
    @rule()
    def play_it_again_from_the_log(self) -> None:
        again = RULES.begin(self.position.seats, self.options, self.seed)
        told: list[TableEvent] = []
        for seat, action in self.log:
            again.apply(seat, RULES.read(again, seat, RULES.write(again, seat, action)), told)
        assert RULES.public(again) == RULES.public(self.position)
        assert told == self.told
        for seat in range(again.seats):
            assert RULES.mine(again, seat) == RULES.mine(self.position, seat)

    @invariant()
    def owners_and_carres_are_pairs(self) -> None:
        position = self.position
        assert sorted(position.owners) == list(range(position.seats))
        assert [position.owners[carre] for carre in position.carre_of] == list(range(position.seats))

    @invariant()
    def whoever_owes_has_something_to_do_and_nobody_else(self) -> None:
        for seat in range(self.position.seats):
            assert bool(self.position.legal(seat)) == (seat in self.position.owing)
            assert bool(RULES.mine(self.position, seat).choices) == (seat in self.position.owing)
        assert bool(self.position.owing) == (self.position.phase != "over")

    @invariant()
    def every_card_is_somewhere(self) -> None:
        public = RULES.public(self.position)
        if public.phase in ("set_up", "over"):
            return
        laid = [card for carre in public.carres for card in carre if card is not None and card != FACE_DOWN]
        face_down = sum(carre[4] == FACE_DOWN for carre in public.carres)
        assert len(laid) + face_down + sum(public.hands) + public.pile == len(self.position.shuffles.cards)
        held = [card for seat in range(self.position.seats) for card in RULES.mine(self.position, seat).hand]
        centres = [RULES.mine(self.position, seat).centre for seat in range(self.position.seats)]
        used = Counter([*(UNTURNED[card] for card in laid), *held, *centres])
        assert not used - Counter(self.position.shuffles.cards)
        free = sum(carre.count(None) for carre in public.carres)
        assert free == sum(public.hands)

    @invariant()
    def points_are_what_the_rounds_have_brought(self) -> None:
        public = RULES.public(self.position)
        assert [sum(column) for column in zip(*public.rounds, strict=True)] == list(public.points) or (
            not public.rounds and not any(public.points)
        )
        ended = [one for one in self.told if isinstance(one, RoundEnded)]
        assert [one.points for one in ended] == list(public.rounds)
        for one in ended:
            assert all(carre.points == sum(carre.lines) for carre in one.carres)
            assert self.options.expansion or all(carre.points != 7 for carre in one.carres)
            laid = sum(isinstance(placed, Placed) for placed in self.told[: self.told.index(one)])
            assert laid == 6 * self.position.seats * one.round


AnyGame.TestCase.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)
TestAnyGame = AnyGame.TestCase


@pytest.mark.slow
class TestManyGames(AnyGame.TestCase):  # type: ignore[misc, valid-type]  # Hypothesis makes it
    settings = settings(max_examples=200, stateful_step_count=40, deadline=None)
