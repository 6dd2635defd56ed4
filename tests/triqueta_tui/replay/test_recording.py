"""What a recording gives for each step, and the decisive moment."""

import pytest
from msgspec import structs

from tests.triqueta_tui.replay.recorded import GAMES, finished, played, recorded
from triqueta_protocol.games.tripitz import Placed
from triqueta_protocol.replay import ReplayPart, read_part
from triqueta_server.archive.finished_game import PlayedSeat
from triqueta_server.archive.replay import part
from triqueta_tui.games.tripitz.shuffle_check import to_come as next_stones
from triqueta_tui.games.triqueta.hand import to_come as next_tokens
from triqueta_tui.session.recorded_feed import Recording, decisive_step


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_found_among_the_choices_of_who_took_it(game: str) -> None:
    table = played(game)
    recording = recorded(table)
    for step, (seat, _) in enumerate(table.decisions):
        assert recording.decider(step) == seat
        assert recording.decision(step, seat) is not None
        assert recording.view(step, None).mine is None
    assert recording.decider(recording.last) is None
    assert recording.view(recording.last, 0).over


def test_whoever_was_forgotten_is_somebody() -> None:
    game = finished(played("tripitz"))
    seats = (*game.seats[:2], PlayedSeat(""))
    game = structs.replace(game, seats=seats)
    recording = Recording.begin(read_part(part(game, 0, 0)), len(game.decisions) + 1)
    assert recording.view(0, 0).names == ("Ana", "Björn", "somebody")


def test_a_part_without_a_head_is_no_beginning() -> None:
    with pytest.raises(ValueError, match="beginning"):
        Recording.begin(ReplayPart(()), 3)


def test_the_shuffle_is_open_at_the_end_only_unless_all_is_to_be() -> None:
    recording = recorded(played("triqueta"))
    closed = recording.view(3, 0).room.shuffle
    assert closed is not None
    assert closed.seed is None
    assert recording.view(3, 0).opened is None
    over = recording.view(recording.last, 0).room.shuffle
    assert over is not None
    assert over.seed == played("triqueta").seed


def test_what_lies_next_in_a_tower_is_what_is_drawn_next() -> None:
    recording = recorded(played("triqueta"))
    seen = 0
    for step in range(recording.last):
        now = recording.view(step, None, opened=True)
        seat, action = played("triqueta").decisions[step]
        if action == {"do": "draw"}:
            ((_, animals),) = next_tokens(now)
            assert recording.mine(step + 1, seat).drawn == animals[:1]
            seen += 1
    assert seen > 20
    assert next_tokens(recording.view(3, 0)) == (), "a secret for whoever played"


def test_what_lies_next_in_the_bag_is_what_is_drawn_next() -> None:
    recording = recorded(played("tripitz"))
    seen = 0
    for step in range(recording.last):
        bag = next_stones(recording.view(step, None, opened=True))
        assert len(bag) == recording.public(step).bag
        for one in recording.story[step + 1]:
            if isinstance(one, Placed) and one.drawn is not None:
                assert bag[0] == one.drawn
                seen += 1
    assert seen > 20


def test_a_recording_grows_part_by_part() -> None:
    game = finished(played("triche"))
    first = read_part(part(game, 0, 0))
    recording = Recording.begin(ReplayPart(first.steps[:10], first.head), len(game.decisions) + 1)
    assert (recording.here, recording.whole) == (10, False)
    recording.add(first.steps[10:])
    assert recording.here == len(first.steps)


@pytest.mark.parametrize(
    ("points", "winners", "step"),
    [
        ([(0, 0), (3, 0), (3, 5), (9, 5), (9, 7)], (0,), 3),
        ([(0, 0), (3, 0), (4, 0)], (0,), 1),
        ([(0, 0, 0), (3, 4, 0), (4, 4, 0)], (0, 1), 1),
        ([(0, 0), (4, 3), (4, 4)], (0,), 0),
        ([(0, 0), (4, 4)], (0, 1), None),
        ([(), ()], (0,), None),
    ],
    ids=["overtaken", "always ahead", "shared", "won on a tie-break", "no others", "no points"],
)
def test_the_decisive_moment_is_from_when_on_the_winner_stayed_ahead(
    points: list[tuple[int, ...]], winners: tuple[int, ...], step: int | None
) -> None:
    assert decisive_step(points, winners) == step
