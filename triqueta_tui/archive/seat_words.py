"""The players of a finished game in words: names, bots, removed names, and places."""

from triqueta_protocol.archive import ArchivedGame, ArchivedSeat
from triqueta_tui.locale import say
from triqueta_tui.widgets.level_words import level_words


def seat_name(seat: ArchivedSeat) -> str:
    """The name; a removed one is replaced by a word."""
    return seat.name or say("my_games.somebody")


def described(game: str, seat: ArchivedSeat) -> str:
    """The name, and what kind of bot it is."""
    if seat.level is not None:
        return say("my_games.bot", name=seat_name(seat), level=level_words(game, seat.level))
    return say("my_games.guest_bot", name=seat_name(seat)) if seat.bot else seat_name(seat)


def own_seat(game: ArchivedGame) -> ArchivedSeat | None:
    """The player's seat; None in an imported game."""
    return next((seat for seat in game.seats if seat.you), None)


def by_place(game: ArchivedGame) -> list[ArchivedSeat]:
    return sorted(game.seats, key=lambda seat: seat.place)
