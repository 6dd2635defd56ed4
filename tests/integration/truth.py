"""What players were told, held against what is stored."""

from typing import Any

import msgpack

from protocol.codec import pack
from tests.integration.records import Replay, action_of
from tests.integration.steadfast import Steadfast


def assert_ended(game: Replay) -> None:
    """The stored result is the one that the moves lead to."""
    assert game.stored.end is not None
    assert not game.position.owing
    assert msgpack.unpackb(game.stored.end.result) == list(game.winners)


def assert_told_the_truth(player: Steadfast, game: Replay) -> None:
    """Each decision that was accepted is in the log once, as it was sent, and in the order of sending."""
    logged = [
        (entry.request, pack(action_of(entry))) for entry in game.moves if entry.player == player.player
    ]
    sent = player.accepted | player.open
    assert logged == [(request, pack(sent[request].action)) for request in sorted(sent)]


def assert_saw_the_end(public: Any, game: Replay) -> None:
    """Whoever was told of the end saw the one that the log leads to."""
    assert public == game.public
