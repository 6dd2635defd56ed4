"""The prompt: who decides, and what the player can do, in words and keys."""

from triqueta_protocol.games.tripitz_board import EDGE
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_tui.commands import TABLE_BACK, TABLE_CHOOSE
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.commands import EXCHANGE, NEXT_CELL, NEXT_STONE, RACK, STAND_BACK, SWAP
from triqueta_tui.games.tripitz.stone_words import brief_name, full_name
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.table.prompt import Keys, fitting


def own_turn(chooser: Chooser, keys: Keys, cells: int, ends: str = "") -> str:
    """What the player can do now; empty if nothing.

    ``ends`` says that the move would end the game; empty if not.
    """
    if not chooser.open:
        return ""
    stone = chooser.stone
    named = {
        "key": keys.of(TABLE_CHOOSE),
        "first": keys.of(RACK[0]),
        "last": keys.of(RACK[max(0, len(chooser.rack) - 1)]),
        "next": keys.of(NEXT_STONE),
        "tab": keys.of(NEXT_CELL),
        "exchange": keys.of(EXCHANGE),
        "swap": keys.of(SWAP),
        "back": keys.of(TABLE_BACK),
        "stand_back": keys.of(STAND_BACK),
    }
    kind = _kind(chooser)
    if ends and kind in ("place", "place_only", "last"):
        kind = "ends"
    forms = (
        say(
            f"tripitz.table.{form}.{kind}",
            stone=called(stone) if stone is not None else "",
            ends=ends,
            **named,
        )
        for form, called in (("prompt", full_name), ("brief", brief_name))
    )
    return fitting(cells, *forms)


def tried(stone: int, cells: int) -> str:
    """The refusal of a stone where it was tried; the reason stands below."""
    return fitting(
        cells,
        say("tripitz.table.prompt.tried", stone=full_name(stone)),
        say("tripitz.table.brief.tried", stone=brief_name(stone)),
    )


def _kind(chooser: Chooser) -> str:
    """The state of a turn, as a catalogue key."""
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
    if len(chooser.rack) == 1 and chooser.exchange is None:
        return "last"
    return "place" if chooser.exchange is not None else "place_only"


def ending(now: View, chooser: Chooser) -> str:
    """A note that the stone under the cursor would end a short game, as far as help allows; else empty."""
    public, stone, seat = now.public, chooser.stone, now.seat
    if not public.short or seat is None or stone is None or chooser.cell not in EDGE:
        return ""
    if chooser.help == "nothing":
        return say("tripitz.table.ends.maybe") if public.board[chooser.cell] is None else ""
    if not chooser.fits:
        return ""
    if chooser.help == "cells":
        return say("tripitz.table.ends.surely")
    own = public.points[seat] + chooser.gains[chooser.cell]
    others = max(total for one, total in enumerate(public.points) if one != seat)
    kind = "win" if own > others else "lose" if own < others else "draw"
    return say(f"tripitz.table.ends.{kind}", mine=own, theirs=others)


def why_not(now: View, chooser: Chooser, action: str) -> str:
    """Why an action is not allowed on the player's turn; empty for no particular reason."""
    match action:
        case "exchange":
            return say("tripitz.table.why.race" if chooser.racing else "tripitz.table.why.bag_empty")
        case "swap" if not now.public.jokers:
            return say("tripitz.table.why.no_jokers")
        case "swap":
            jokers = any(piece >= STONES for piece in chooser.rack)
            return say("tripitz.table.why.none_enclosed" if jokers else "tripitz.errors.no_joker")
        case "stand_back":
            return say("tripitz.table.why.no_race")
    return ""


def others_turn(now: View, chooser: Chooser, cells: int) -> str:
    who = listed(map(now.who, now.public.owing))
    if now.public.phase == "race":
        return say("tripitz.table.waits.race", who=who)
    waits = say("tripitz.table.waits.turn", who=who)
    drawn = [chooser.rack[place] for place in sorted(chooser.fresh)]
    if len(drawn) != 1 or not now.own:
        return waits
    return fitting(cells, say("tripitz.table.waits.drawn", waits=waits, stone=full_name(drawn[0])), waits)
