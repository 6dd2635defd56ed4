"""Whatever is played, what must always hold does hold."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.games.triqueta.play import Log, fields
from tests.server.games.triqueta.worlds import World, first_difference, known_at_each_moment, shuffled_unknown
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.games.triqueta import KEEPS, TOKENS, Options, Revealed, RoundEnded
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triqueta.actions import ACTIONS
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES


class AnyGame(RuleBasedStateMachine):
    position: Position
    told: list[TableEvent]
    log: Log

    @initialize(
        seats=st.integers(2, 5),
        dorra=st.booleans(),
        start=st.none() | st.integers(0, 1),
        seed=st.binary(max_size=8),
    )
    def begin(self, seats: int, dorra: bool, start: int | None, seed: bytes) -> None:
        variant = Options(start=start, variant="dorra") if dorra else Options(start=start)
        self.position = RULES.begin(2 if dorra else seats, variant, seed)
        self.told = []
        self.log = []

    @precondition(lambda self: self.position.owing)
    @rule(seat=st.integers(0, 4), action=st.integers(0, 30))
    def act(self, seat: int, action: int) -> None:
        owing = self.position.owing
        mover = owing[seat % len(owing)]
        legal = self.position.legal(mover)
        self.log.append((mover, legal[action % len(legal)]))
        self.position.apply(*self.log[-1], self.told)

    @precondition(lambda self: self.log)
    @rule(viewer=st.integers(0, 5), chance=st.integers())
    def deal_the_unknown_anew(self, viewer: int, chance: int) -> None:
        position = self.position
        at = viewer % (position.seats + 1)
        known = known_at_each_moment(position.seats, position.deal, self.log, dorra=position.dorra)
        other = shuffled_unknown(position.deal, known[-1][at], Random(chance))
        worlds = [
            World(position.seats, deal, self.log, dorra=position.dorra) for deal in (position.deal, other)
        ]
        seen_by = at if at < position.seats else None
        assert first_difference(worlds[0], worlds[1], [len(self.log)], seen_by) is None

    @invariant()
    def every_token_is_somewhere(self) -> None:
        public = RULES.public(self.position)
        unseen = sum(told.unseen for told in self.told if isinstance(told, RoundEnded))
        returned = sum(told.returned for told in self.told if isinstance(told, Revealed))
        on_the_table = sum(map(len, public.rows)) + sum(map(sum, public.collections)) + sum(public.face_down)
        assert (
            sum(public.towers) + on_the_table + public.drawn + sum(public.boxed) + unseen + returned == TOKENS
        )

    @invariant()
    def as_many_rows_as_players_still_in(self) -> None:
        takers = RULES.public(self.position).takers
        out = [taker for taker in takers if taker is not None]
        assert len(set(out)) == len(out)
        assert takers.count(None) == self.position.still_in.bit_count() == self.position.rows_left.bit_count()

    @invariant()
    def nobody_keeps_more_than_two(self) -> None:
        public = RULES.public(self.position)
        assert max(public.face_down) <= KEEPS
        assert min(public.keeps_left) >= 0

    @invariant()
    def somebody_owes_a_decision_unless_the_game_is_over(self) -> None:
        public = RULES.public(self.position)
        assert (not self.position.owing) == (public.phase == "over") == bool(RULES.winners(self.position))
        assert (public.scores is not None) == (public.phase == "over")
        assert list(self.position.owing) == sorted(set(self.position.owing))

    @invariant()
    def what_is_listed_can_be_done_and_nothing_else(self) -> None:
        for seat in range(-1, self.position.seats + 1):
            legal = self.position.legal(seat)
            assert bool(legal) == (seat in self.position.owing)
            for action in range(-1, ACTIONS.stop + 1):
                twin = self.position.copy()
                before = fields(twin)
                try:
                    twin.apply(seat, action)
                except RefusalError:
                    assert action not in legal
                    assert fields(twin) == before
                else:
                    assert action in legal
                    assert fields(twin) != before

    @invariant()
    def playing_on_a_copy_leaves_the_game_alone(self) -> None:
        before = fields(self.position)
        twin = self.position.copy()
        assert fields(twin) == before
        while twin.owing:
            seat = twin.owing[-1]
            twin.apply(seat, twin.legal(seat)[-1])
        assert fields(self.position) == before


AnyGame.TestCase.settings = settings(max_examples=12, stateful_step_count=90, deadline=None)
TestAnyGame = AnyGame.TestCase


@pytest.mark.slow
class TestManyGames(AnyGame.TestCase):  # type: ignore[misc, valid-type]  # Hypothesis makes it
    settings = settings(max_examples=200, stateful_step_count=90, deadline=None)
