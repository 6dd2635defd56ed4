"""Whose decision it is and what may be done now, as words and keys."""

from triqueta_tui.commands.table import BACK, CHOOSE
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.commands import EXCHANGE, NEXT_CELL, NEXT_STONE, RACK, STAND_BACK, SWAP
from triqueta_tui.games.tripitz.stone_words import described, spoken
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.prompt import Keys, fitting


def own_turn(chooser: Chooser, keys: Keys, cells: int) -> str:
    """What the player may do now; empty if that is nothing."""
    if not chooser.open:
        return ""
    stone = chooser.stone
    named = {
        "key": keys.of(CHOOSE),
        "first": keys.of(RACK[0]),
        "last": keys.of(RACK[max(0, len(chooser.rack) - 1)]),
        "next": keys.of(NEXT_STONE),
        "tab": keys.of(NEXT_CELL),
        "exchange": keys.of(EXCHANGE),
        "swap": keys.of(SWAP),
        "back": keys.of(BACK),
        "stand_back": keys.of(STAND_BACK),
    }
    kind = _kind(chooser)
    forms = (
        say(f"tripitz.table.{form}.{kind}", stone=called(stone) if stone is not None else "", **named)
        for form, called in (("prompt", described), ("brief", spoken))
    )
    return fitting(cells, *forms)


def tried(stone: int, cells: int) -> str:
    """That a stone may not be laid where it was tried; why is told below."""
    return fitting(
        cells,
        say("tripitz.table.prompt.tried", stone=described(stone)),
        say("tripitz.table.brief.tried", stone=spoken(stone)),
    )


def _kind(chooser: Chooser) -> str:
    """The moment of a turn, as the catalogue calls it."""
    if chooser.swapping:
        return "swap"
    if chooser.can_sit_out:
        return "sit_out_or_swap" if chooser.swap_cells else "sit_out"
    if chooser.racing:
        return "race"
    helped = chooser.help != "nothing"
    if not chooser.can_place and helped:
        return "exchange"
    if chooser.stone is None:
        return "joker_swap" if chooser.swap_cells else "joker"
    if helped and not chooser.gains:
        return "nowhere" if chooser.exchange is not None else "nowhere_only"
    return "place" if chooser.exchange is not None else "place_only"


def others_turn(now: View) -> str:
    who = say("log.comma").join(map(now.who, now.public.owing))
    return say(
        "tripitz.table.waits.race" if now.public.phase == "race" else "tripitz.table.waits.turn", who=who
    )
