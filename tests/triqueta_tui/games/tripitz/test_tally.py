"""What was made in a game adds up to its points."""

from tests.triqueta_tui.games.tripitz.local import LocalTable
from triqueta_protocol.games.tripitz import Options
from triqueta_tui.games.tripitz.result import Tally


def test_a_whole_game_adds_up_and_a_part_of_it_is_known_to_be_one() -> None:
    table = LocalTable(3, 0, "tally", options=Options(jokers=True))
    table.play_on(lambda _: False)
    whole, part = Tally(), Tally()
    whole.see(table.story)
    part.see(table.story[len(table.story) // 2 :])
    public = table.public
    assert whole.is_whole(public.board)
    assert not part.is_whole(public.board)
    for seat, points in enumerate(public.points):
        assert whole.made_by(seat).points == points
    assert whole.best is not None
    assert whole.best.sum.points == max(one.sum.points for one in whole.placed)
    assert sum(whole.stones(seat) for seat in range(3)) == len(whole.placed)
