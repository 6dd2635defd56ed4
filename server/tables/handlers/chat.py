"""Chat. While a game runs, players talk to players and watchers to watchers."""

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.happenings import Said
from protocol.text import clean_chat
from server.tables.state.player import Player
from server.tables.state.table import Audience, Table


def chat(table: Table, player: Player, request: requests.Chat) -> None:
    viewer = table.require_viewer(player)
    text = clean_chat(request.text)
    if not player.chat_limit.try_spend(table.services.now()):
        raise Refusal(Code.CHAT_TOO_FAST)
    to: Audience = "all"
    if table.status == "playing":
        to = "watchers" if viewer.seat is None else "players"
    table.broadcast(Said(player.name, text, to), to=to)
