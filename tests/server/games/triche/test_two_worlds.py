"""Worlds that differ only in what a viewer may not know look the same to that viewer, to the byte."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.server.games.triche.play import begun, random_game
from tests.server.games.triche.worlds import Look, Viewer, World, another_world, look, one_round
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.games.triche import SEATS
from triqueta_server.games.triche.position import Position

GAMES = 30


def rounds(seats: int, expansion: bool, games: int) -> Iterator[tuple[Position, Random]]:
    """The first or the second round of games, about to be set up."""
    for game in range(games):
        rng = Random(f"worlds {seats} {expansion} {game}")
        position = begun(seats, b"worlds %d" % game, expansion=expansion, start=game % seats)
        random_game(position, rng, rounds=game % 2)
        if position.owing:
            yield position, rng


def comparisons(
    seats: int, expansion: bool, games: int, looking: Look = look
) -> Iterator[tuple[str, bool, bool]]:
    """For each round, a moment of each phase and each viewer: the phase, whether the viewer sees the same in
    both worlds, and whether somebody else does."""
    for start, rng in rounds(seats, expansion, games):
        log, seen, phases = one_round(start, rng)
        viewers: list[Viewer] = [*range(seats), None]
        for phase in dict.fromkeys(phases):
            moment = rng.choice([at for at, one in enumerate(phases) if one == phase])
            one = World(start, {}).play(log[:moment])
            for at, viewer in enumerate(viewers):
                other = another_world(start, log[:moment], seen[moment][at], rng)
                if other is None:
                    yield f"{phase} none", True, True
                    continue
                stranger = viewers[(at + 1) % seats]
                same = [
                    looking(one.position, who) == looking(other.position, who)
                    and pack(plain(one.told)) == pack(plain(other.told))
                    for who in (viewer, stranger)
                ]
                yield phase, same[0], same[1]


def check(seats: int, expansion: bool, games: int) -> None:
    found: Counter[str] = Counter()
    others_differ = 0
    for phase, same, same_to_others in comparisons(seats, expansion, games):
        assert same, phase
        found[phase] += 1
        others_differ += not same_to_others
    phases = {"set_up", "place", "conquer"} | ({"redraw"} if expansion else set())
    assert phases <= set(found)
    compared = sum(count for phase, count in found.items() if not phase.endswith("none"))
    assert compared > 0.6 * sum(found.values())
    assert others_differ > compared // 3


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_what_a_viewer_may_not_know_does_not_show(seats: int, expansion: bool) -> None:
    check(seats, expansion, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_what_a_viewer_may_not_know_does_not_show_in_many_games(seats: int, expansion: bool) -> None:
    check(seats, expansion, 300)


def hands(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + pack(position.hands)


def centres(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + pack(position.centres)


def choices_made(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + (pack(position.chosen) if position.phase == "set_up" else b"")


def next_of_the_pile(position: Position, viewer: Viewer) -> bytes:
    order = position.shuffles.order(position.round, 0)
    return look(position, viewer) + bytes([position.shuffles.cards[order[9 * position.seats]]])


def who_may_redraw(position: Position, viewer: Viewer) -> bytes:
    """As if whoever may not redraw were passed over."""
    asked = position.phase == "redraw" and len(position.legal(position.turn)) > 1
    return look(position, viewer) + bytes([asked])


@pytest.mark.parametrize("leak", [hands, centres, choices_made, next_of_the_pile, who_may_redraw])
def test_a_leak_is_caught(leak: Look) -> None:
    assert any(not same for _, same, _ in comparisons(2, True, 12, leak))
