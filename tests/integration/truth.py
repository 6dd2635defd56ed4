"""What players were told, held against what is stored."""

from collections.abc import Iterable
from typing import Any

import msgpack

from tests.integration.records import Replay, action_of
from tests.integration.steadfast import Steadfast
from triqueta_protocol.codec import pack


def by_table_and_player(games: Iterable[Replay]) -> dict[tuple[str, str], Replay]:
    """A code is given to another table when it is free again, but people play one game at one table here."""
    return {
        (game.stored.record.table, player): game
        for game in games
        for player in game.stored.record.players
        if player is not None
    }


def assert_ended(game: Replay) -> None:
    """The stored result is the one that the moves lead to."""
    assert game.stored.end is not None
    assert not game.position.owing
    assert msgpack.unpackb(game.stored.end.result) == list(game.winners)


def assert_told_the_truth(player: Steadfast, game: Replay) -> None:
    """Each decision that was accepted is in the log once, as it was sent, and in the order of sending.

    Those that a killed client has forgotten may be there, too, once and as they were sent.
    """
    logged = [
        (entry.request, pack(action_of(entry))) for entry in game.moves if entry.player == player.player
    ]
    counted = {request for request, _ in logged}
    forgotten = {request: act for request, act in player.forgotten.items() if request in counted}
    sent = forgotten | player.accepted | player.open
    told = [(request, pack(sent[request].action)) for request in sorted(sent)]
    if logged != told:
        missing, unknown = (
            [one for one in told if one not in logged],
            [one for one in logged if one not in told],
        )
        who = f"{player.client.welcome.name} at {game.stored.record.table} ({game.stored.record.game})"
        raise AssertionError(
            f"{who}: not in the log {missing}, never accepted {unknown}, unanswered {sorted(player.open)}, "
            f"{player.lives} lives, {len(logged)} logged, {len(told)} told"
        )


def assert_saw_the_end(public: Any, game: Replay) -> None:
    """Whoever was told of the end saw the one that the log leads to."""
    assert public == game.public
