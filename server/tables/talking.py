"""Chat. While a game runs, players talk to players and watchers to watchers."""

from protocol import requests
from protocol.errors import Code, Refusal
from protocol.happenings import Said
from protocol.text import clean_chat
from server.tables.player import Player
from server.tables.table import Audience, Table


def chat(table: Table, player: Player, request: requests.Chat) -> None:
    """Say something to everybody one may talk to."""
    viewer = table.viewers.get(player.id)
    if viewer is None:
        raise Refusal(Code.NOT_AT_TABLE)
    text = clean_chat(request.text)
    if not player.chat.afford(table.house.now()):
        raise Refusal(Code.CHAT_TOO_FAST)
    to: Audience = "all"
    if table.status == "playing":
        to = "watchers" if viewer.seat is None else "players"
    table.tell(Said(player.name, text, to), to=to)
