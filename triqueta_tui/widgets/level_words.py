"""What kind of bot sits on a seat, and how strong it is, in words."""

from protocol.events import SeatInfo
from triqueta_tui.locale import say, say_first


def level_words(game: str, level: str) -> str:
    """A bot's level in the game's own words or those of all games; unchanged if it has none."""
    return say_first(f"{game}.levels.{level}", f"rooms.levels.{level}", otherwise=level)


def bot_words(game: str, seat: SeatInfo) -> str:
    """What kind of bot it is: the server's own of some level, or one that somebody has connected."""
    if seat.kind == "bot":
        return say("rooms.seats.bot", level=level_words(game, seat.level or ""))
    return say("rooms.seats.guest_bot") if seat.bot else ""
