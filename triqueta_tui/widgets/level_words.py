"""The kind and strength of a bot, in words."""

from triqueta_protocol.events import SeatInfo
from triqueta_tui.locale import say, say_first


def level_words(game: str, level: str) -> str:
    """A bot's level in the game's words or the general ones; unchanged if unknown."""
    return say_first(f"{game}.levels.{level}", f"rooms.levels.{level}", otherwise=level)


def bot_words(game: str, seat: SeatInfo) -> str:
    """The kind of a bot: the server's with a level, or an external one."""
    if seat.kind == "bot":
        return say("rooms.seats.bot", level=level_words(game, seat.level or ""))
    return say("rooms.seats.guest_bot") if seat.bot else ""
