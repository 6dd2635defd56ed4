"""Remove one player's name and id from a stored game."""

from typing import Any

import msgpack
from msgspec import convert
from msgspec.structs import replace

from triqueta_protocol.codec import plain
from triqueta_server.store.records import Entry, StoredGame
from triqueta_server.tables.state.series import Series


def without(player: str, game: StoredGame) -> StoredGame:
    """The game without a player's name and id; the same game if they are not in it."""
    record = game.record
    if not _is_in(game, player.encode()):
        return game
    setup: dict[str, Any] = msgpack.unpackb(record.setup)
    setup["seats"] = [_vacated(seat, player) for seat in setup["seats"]]
    if setup["host"] == player:
        setup["host"] = None
    setup["banned"] = [one for one in setup.get("banned", ()) if one != player]
    if setup.get("series") is not None:
        setup["series"] = plain(convert(setup["series"], Series).without(player))
    return replace(
        game,
        record=replace(
            record,
            setup=msgpack.packb(setup),
            players=tuple(None if one == player else one for one in record.players),
        ),
        entries=tuple(_entry(entry, player) for entry in game.entries),
    )


def _is_in(game: StoredGame, player: bytes) -> bool:
    entries = ((entry.player or "").encode() + entry.body for entry in game.entries)
    players = "".join(one or "" for one in game.record.players).encode()
    return any(player in one for one in (game.record.setup, players, *entries))


def _vacated(seat: dict[str, Any], player: str) -> dict[str, Any]:
    return seat | {"owner": None, "name": ""} if seat["owner"] == player else seat


def _entry(entry: Entry, player: str) -> Entry:
    body = entry.body
    if entry.kind in {"seat", "host"}:
        change: dict[str, Any] | None = msgpack.unpackb(body)
        if change is not None:
            if "owner" in change:
                change = _vacated(change, player)
            if change.get("kicked") == player:
                change = change | {"kicked": None}
            body = msgpack.packb(change)
    if entry.player == player:
        return replace(entry, player=None, body=body, client=b"")
    return replace(entry, body=body)
