"""Chat. While a game runs, players talk to players and watchers to watchers."""

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.happenings import Said
from protocol.text import clean_chat
from server.address_limits import Deed
from server.tables.state.player import Player
from server.tables.state.table import Audience, Table


def chat(table: Table, player: Player, request: requests.Chat) -> None:
    viewer = table.require_viewer(player)
    _check_pace(table, player)
    # Between the two: cleaning costs most, and a line that is refused counts for nothing.
    text = clean_chat(request.text)
    _count(table, player)
    to: Audience = "all"
    if table.status == "playing":
        to = "watchers" if viewer.seat is None else "players"
    table.broadcast(Said(player.name, text, to), to=to)


def _check_pace(table: Table, player: Player) -> None:
    """Refuse a line that is one too many from this player, this address, or at this table."""
    services, now = table.services, table.services.now()
    if not (
        player.chat_limit.has(now)
        and services.addresses.may(player.origin, Deed.CHAT)
        # So that whoever talks at a table cannot keep its host from talking.
        and (table.host is player or table.chat_limit.has(now))
    ):
        raise Refusal(Code.CHAT_TOO_FAST)


def _count(table: Table, player: Player) -> None:
    services, now = table.services, table.services.now()
    player.chat_limit.try_spend(now)
    services.addresses.try_spend(player.origin, Deed.CHAT)
    table.chat_limit.try_spend(now)
