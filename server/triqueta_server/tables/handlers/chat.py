"""Chat. While a game runs, players talk to players and watchers to watchers."""

from triqueta_protocol import requests
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.table_events import Said
from triqueta_protocol.text import clean_chat
from triqueta_server.tables.state.player import Player
from triqueta_server.tables.state.table import Audience, Table


def chat(table: Table, player: Player, request: requests.Chat) -> None:
    viewer = table.require_viewer(player)
    _check_pace(table, player)
    # Between the two: cleaning costs most, and a refused line does not count.
    text = clean_chat(request.text)
    _count(table, player)
    to: Audience = "all"
    if table.status == "playing":
        to = "watchers" if viewer.seat is None else "players"
    said = Said(player.name, text, to)
    table.keep_chat(player, said)
    table.broadcast(said, to=to)


def _check_pace(table: Table, player: Player) -> None:
    """Refuse a line above the limits of this player, this address or this table."""
    budgets = table.services.budgets
    if not (
        budgets.chat.has(player.id)
        and budgets.address_chat.has(player.origin)
        # The others at a table cannot use up the host's share.
        and (table.host is player or budgets.table_chat.has(table.code))
    ):
        raise RefusalError(Code.CHAT_TOO_FAST)


def _count(table: Table, player: Player) -> None:
    budgets = table.services.budgets
    budgets.chat.try_spend(player.id)
    budgets.address_chat.try_spend(player.origin)
    budgets.table_chat.try_spend(table.code)
