"""Whatever is played, what must always hold does hold."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.games.tripitz.play import Log, fields, random_action
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.games.tripitz import Exchanged, Options, Placed
from triqueta_protocol.games.tripitz_board import worked_out
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.actions import ACTIONS
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES


class AnyGame(RuleBasedStateMachine):
    position: Position
    told: list[TableEvent]
    log: Log

    @initialize(
        seats=st.integers(2, 6),
        short=st.booleans(),
        jokers=st.booleans(),
        one_per_axis=st.booleans(),
        stones=st.sampled_from(["all_different", "four_colours", "random"]),
        player=st.sampled_from(["random_able", "best_opening", "race"]),
        seed=st.binary(max_size=8),
    )
    def begin(
        self,
        seats: int,
        short: bool,
        jokers: bool,
        one_per_axis: bool,
        stones: str,
        player: str,
        seed: bytes,
    ) -> None:
        self.seed = seed
        self.options = Options(short, jokers, stones, player, one_per_axis)  # type: ignore[arg-type]
        self.position = RULES.begin(seats, self.options, seed)
        self.told = []
        self.log = []

    @precondition(lambda self: self.position.owing)
    @rule(moves=st.integers(1, 40), luck=st.integers())
    def act(self, moves: int, luck: int) -> None:
        rng = Random(luck)
        while moves and self.position.owing:
            seat = rng.choice(self.position.owing)
            before = RULES.public(self.position).board
            self.log.append((seat, random_action(self.position, seat, rng)))
            told: list[TableEvent] = []
            self.position.apply(*self.log[-1], told)
            if isinstance(told[0], Placed):
                placed = told[0]
                one_per_axis = self.options.one_figure_per_axis
                assert placed.sum == worked_out(before, placed.cell, placed.stone, one_per_axis=one_per_axis)
            self.told += told
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
    def whoever_owes_has_something_to_do_and_nobody_else(self) -> None:
        for seat in range(self.position.seats):
            assert bool(self.position.legal(seat)) == (seat in self.position.owing)
            assert bool(RULES.mine(self.position, seat).choices) == (seat in self.position.owing)
        assert bool(self.position.owing) == (self.position.phase != "over")
        assert len(self.position.owing) <= 1 or self.position.phase == "race"

    @invariant()
    def no_stone_is_lost_or_doubled(self) -> None:
        public = RULES.public(self.position)
        laid = [piece for piece in public.board if piece is not None]
        inside = self.position.bag[self.position.drawn :]
        everywhere = [*laid, *inside, *(piece for rack in public.racks for piece in rack)]
        assert sorted(everywhere) == list(range(68 if self.options.jokers else 64))
        assert public.bag == len(inside)
        assert all(len(rack) == 7 for rack in public.racks) or not public.bag or public.ending == "edge"

    @invariant()
    def points_are_what_the_placements_have_brought(self) -> None:
        totals = [0] * self.position.seats
        for one in self.told:
            if isinstance(one, Placed):
                totals[one.seat] += one.sum.points
            if isinstance(one, Exchanged):
                assert len(one.stones) == len(one.drawn)
                assert not {*one.stones} & {*one.drawn}
        assert list(RULES.public(self.position).points) == totals


AnyGame.TestCase.settings = settings(max_examples=50, stateful_step_count=30, deadline=None)
TestAnyGame = AnyGame.TestCase
