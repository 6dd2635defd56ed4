"""A replay tells every viewer at every step exactly what the table told them when it was played."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from tests import fourth_game
from tests.server.archive.games import ONE_OF_EACH, RECORDED, parley, recorded
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.replay import MOST_UNPACKED, ReplayPart, ReplayStep, read_part
from triqueta_protocol.table_events import GameBegan, TableEvent
from triqueta_server.archive import replay
from triqueta_server.archive.finished_game import FinishedGame
from triqueta_server.games import RULES
from triqueta_server.tables.state.match import Match

EVERY = 5
"""So many steps are between those at which whole views are compared; what changed is compared at each."""


def fetched(game: FinishedGame, own: int | None = None) -> list[ReplayStep]:
    """All steps, page by page as a client asks for them."""
    steps: list[ReplayStep] = []
    while len(steps) <= len(game.decisions):
        steps += read_part(replay.part(game, len(steps), own)).steps
    return steps


def told(game: FinishedGame) -> Iterator[tuple[Match, dict[str, Any]]]:
    """What a table tells as the game goes on, by ``Match`` as the handlers of moves use it."""
    rules = RULES[game.game]
    options = convert(game.options, rules.vocabulary.words.options)
    match = Match(game.id, rules, options, len(game.seats), game.seed, game.salt, None)
    what: list[TableEvent] = [GameBegan(game.facts.number, match.commitment)]
    public, mine = match.changes()
    yield match, plain({"what": what, "public": public, "mine": mine})
    for decision in game.decisions:
        action = rules.read(match.position, decision.seat, decision.action)
        assert action in match.position.legal(decision.seat)
        what = match.play(decision.seat, action)
        if match.over:
            what.append(match.ending)
        public, mine = match.changes()
        yield match, plain({"what": what, "public": public, "mine": mine})


def check(game: FinishedGame) -> None:
    steps = fetched(game)
    public: dict[str, Any] = {}
    own: list[dict[str, Any]] = [{} for _ in game.seats]
    for number, (match, event) in enumerate(told(game)):
        step = steps[number]
        changed = {seat: mine for seat, mine in enumerate(step.mine) if mine}
        assert pack(step.what) == pack(event["what"])
        assert pack(step.public) == pack(event["public"])
        assert changed.keys() == event["mine"].keys()
        assert [pack(mine) for mine in changed.values()] == [pack(mine) for mine in event["mine"].values()]
        public.update(step.public)
        for seat, mine in changed.items():
            own[seat].update(mine)
        if number % EVERY and not match.over:
            continue
        assert pack(public) == pack(plain(match.rules.public(match.position)))
        for seat, mine in enumerate(own):
            assert pack(mine) == pack(plain(match.rules.mine(match.position, seat)))
    assert match.over
    assert number == len(steps) - 1 == len(game.decisions)


@pytest.mark.parametrize("name", RECORDED)
def test_every_viewer_sees_again_what_was_seen(name: str) -> None:
    check(recorded(name))


def test_so_it_is_in_a_game_that_nobody_has_thought_of() -> None:
    with fourth_game.registered():
        check(parley())


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_part_may_begin_at_any_step(name: str) -> None:
    game = recorded(name)
    whole = fetched(game)
    for start in (1, 2, len(game.decisions) // 2, len(game.decisions), len(game.decisions) + 1):
        part = read_part(replay.part(game, start, None))
        assert part.head is None
        assert list(part.steps) == whole[start : start + len(part.steps)]
        assert len(part.steps) == len(whole) - start or len(part.steps) > 10


def test_a_long_game_comes_in_parts_that_are_small() -> None:
    game = recorded("triche/base-6-1")
    parts: list[bytes] = []
    steps = 0
    while steps <= len(game.decisions):
        parts.append(replay.part(game, steps, None))
        steps += len(read_part(parts[-1]).steps)
    assert len(parts) > 1
    assert max(map(len, parts)) < 16 * 1024


def test_the_head_says_what_game_it_was_and_nothing_that_leads_to_anybody() -> None:
    game = recorded(ONE_OF_EACH[0])
    head = read_part(replay.part(game, 0, 2)).head
    assert head is not None
    assert head.seat == 2
    assert [seat.you for seat in head.game.seats] == [False, False, True, False]
    assert [seat.level for seat in head.game.seats] == [None, "normal", None, None]
    assert min(seat.place for seat in head.game.seats) == 1
    winners = tuple(at for at, seat in enumerate(head.game.seats) if seat.place == 1)
    assert winners == game.winners
    assert head.room.status == "over"
    assert head.room.table == head.room.epoch == ""
    assert head.room.host is None
    assert [seat.player for seat in head.room.seats] == ["0", "1", "2", "3"]
    assert head.room.shuffle is not None
    assert head.room.shuffle.seed == game.seed


def test_time_passes_as_it_passed() -> None:
    steps = fetched(recorded(ONE_OF_EACH[0]))
    assert [step.at for step in steps[:4]] == [0, 1500, 3000, 4500]
    assert steps[0].action is None
    assert steps[1].action is not None


@pytest.mark.parametrize("cut", [0, 5, -1])
def test_a_part_that_is_cut_off_is_no_part(cut: int) -> None:
    packed = replay.part(recorded(ONE_OF_EACH[0]), 0, None)
    with pytest.raises(ValueError, match=r".+"):
        read_part(packed[:cut])


def test_a_part_that_unpacks_to_too_much_is_refused() -> None:
    import zlib

    with pytest.raises(ValueError, match="too large"):
        read_part(zlib.compress(bytes(MOST_UNPACKED + 1)))


def test_a_game_that_the_rules_do_not_let_pass_is_not_replayed() -> None:
    game = recorded(ONE_OF_EACH[0])
    broken = replace(game, decisions=game.decisions[1:])
    with pytest.raises(Exception, match=r".*"):
        replay.part(broken, 0, None)


def test_parts_are_what_their_words_say() -> None:
    part = read_part(replay.part(recorded(ONE_OF_EACH[1]), 0, None))
    assert isinstance(part, ReplayPart)
    assert part.head is not None
    assert part.head.game.game == "triche"
