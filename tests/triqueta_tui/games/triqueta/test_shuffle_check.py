"""A fair shuffle is recognised, and so is every kind of cheating."""

import hashlib
from dataclasses import replace

import pytest
from msgspec import structs

from tests.triqueta_tui.games.triqueta.local import SALT, LocalTable
from triqueta_protocol.events import Shuffle
from triqueta_protocol.games.triqueta import Options
from triqueta_tui.games.triqueta.shuffle_check import TriquetaShuffleCheck
from triqueta_tui.session.view import AnyView, TableView
from triqueta_tui.table.shuffle_check import Verdict


def watch_a_game(
    seat: int | None = 0, seats: int = 3, options: Options | None = None
) -> tuple[TriquetaShuffleCheck, LocalTable]:
    """A whole game, seen by one viewer from the first to the last token."""
    table = LocalTable(seats, seat, options=options)
    shuffle_check = TriquetaShuffleCheck()

    table.feed.subscribe(shuffle_check.follow)
    table.tell([table.began])
    table.play_on(lambda public: public.phase == "over")
    return shuffle_check, table


@pytest.mark.parametrize("seat", [0, None])
async def test_tokens_whose_draw_was_missed_are_left_out(seat: int | None) -> None:
    """The connection is gone while a token is drawn, and back before it is laid."""
    table, shuffle_check = LocalTable(3, seat), TriquetaShuffleCheck()
    table.feed.subscribe(shuffle_check.follow)
    table.tell([table.began])
    table.play_on(lambda public: public.phase == "turn" and any(public.rows))
    with table.unheard():
        table.play_on(lambda public: public.phase == "place")
    table.play_on(lambda public: public.phase == "over")
    found = verdict(shuffle_check, table)
    assert found.fair
    assert found.seen > 30


def opened(table: LocalTable, shuffle: Shuffle | None) -> AnyView:
    """The table with another word of the server about its shuffle."""
    now = TableView.of(table.mirror)
    assert now is not None
    return replace(now, room=structs.replace(now.room, shuffle=shuffle))


def verdict(
    shuffle_check: TriquetaShuffleCheck, table: LocalTable, shuffle: Shuffle | None = None
) -> Verdict:
    found = shuffle_check.verdict(opened(table, shuffle or table.mirror.room.shuffle))
    assert found is not None
    return found


@pytest.mark.parametrize("seat", [0, 2, None])
def test_an_honest_game_is_found_fair(seat: int | None) -> None:
    shuffle_check, table = watch_a_game(seat)
    found = verdict(shuffle_check, table)
    assert found.fair
    assert found.seen == found.matching > 30


def test_a_player_checks_the_kept_tokens_too() -> None:
    as_player, as_watcher = (
        verdict(shuffle_check, table) for shuffle_check, table in map(watch_a_game, (0, None))
    )
    assert as_player.seen >= as_watcher.seen


def test_the_variant_for_two_is_checked() -> None:
    shuffle_check, table = watch_a_game(seats=2, options=Options(variant="dorra"))
    assert verdict(shuffle_check, table).fair


def test_another_seed_is_noticed_even_with_a_matching_seal() -> None:
    shuffle_check, table = watch_a_game()
    shuffle = table.mirror.room.shuffle
    assert shuffle is not None
    other = hashlib.sha256(b"another wood").digest()
    found = verdict(shuffle_check, table, structs.replace(shuffle, seed=other))
    assert not found.promise_kept
    assert found.matching < found.seen


def test_a_seal_made_after_the_first_draw_is_noticed() -> None:
    shuffle_check, table = watch_a_game()
    late = Shuffle(hashlib.sha256(table.seed + b"later").digest(), table.seed, b"later")
    found = verdict(shuffle_check, table, late)
    assert not found.promise_kept
    assert not found.fair


def test_nothing_is_claimed_before_the_seal_is_opened() -> None:
    shuffle_check, table = watch_a_game()
    shuffle = table.mirror.room.shuffle
    assert shuffle is not None
    assert shuffle_check.verdict(opened(table, structs.replace(shuffle, seed=None))) is None
    assert TriquetaShuffleCheck().verdict(opened(table, Shuffle(b"", table.seed, SALT))) is None
