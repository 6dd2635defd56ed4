"""A table's rules as lines of a form and in words: seats, clock, bots, absence, watchers, options."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast, get_args

from msgspec import structs

from protocol.requests import ClockRule, Substitute, TableRules
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.screens.rated_form import rated_in, rated_line, rated_now
from triqueta_tui.screens.series_form import SeriesChoice, series_line
from triqueta_tui.settings import PACES, BotSpeed
from triqueta_tui.widgets.durations import duration
from triqueta_tui.widgets.form import Line

_CLOCKS: Final = {
    "none": None,
    "30": ClockRule(turn=30, bank=120),
    "60": ClockRule(turn=60, bank=300),
    "180": ClockRule(turn=180, bank=600),
}

_KEPT: Final = "kept"
"""Stands for a clock that is none of these and stays as it is."""

_YES_NO: Final = ("yes", "no")

_SUBSTITUTE: Final[tuple[Substitute, ...]] = get_args(Substitute)


def game_line(games: Sequence[Game], game: Game) -> list[Line]:
    """The choice of the game; no line if there is only one."""
    if len(games) < 2:
        return []
    names = tuple(one.name for one in games)
    return [Line("game", say("rooms.rules.game"), names, tuple(one.title for one in games), game.name)]


def chosen_game(games: Sequence[Game], values: Mapping[str, str], otherwise: Game) -> Game:
    """The game chosen in a form."""
    return next((one for one in games if one.name == values.get("game")), otherwise)


def rule_lines(
    game: Game,
    now: Mapping[str, str],
    rules: TableRules,
    options: Mapping[str, Any],
    substitute: Substitute | None = "auto",
    coach: bool | None = False,
    *,
    rated: bool | None = False,
    series: SeriesChoice = None,
) -> list[Line]:
    """The form for these rules and options; what is None the server does not ask for."""
    counts = tuple(map(str, game.vocabulary.seats))
    seats = now.get("seats", str(rules.seats))
    if seats not in counts:
        seats = min(counts, key=lambda count: abs(int(count) - int(seats)))
    set_up = game.load_set_up()
    return [
        Line("seats", say("rooms.rules.seats"), counts, counts, seats),
        *set_up.lines(int(seats), set_up.options(now) if now else options),
        *series_line(series),
        _clock_line(rules.clock),
        _pace_line(rules.pace),
        *_substitute_line(substitute),
        *rated_line(rated),
        *([] if rated_now(now, rated) else coach_line(coach)),
        _switch("watchers", rules.watchers),
        _switch("private", rules.private),
    ]


def rules_in(game: Game, values: Mapping[str, str], rules: TableRules) -> tuple[TableRules, dict[str, Any]]:
    """The rules and options of a filled-in form; what it does not ask for stays as it is."""
    changed = structs.replace(
        rules,
        seats=int(values["seats"]),
        clock=rules.clock if values["clock"] == _KEPT else _CLOCKS[values["clock"]],
        pace=_pace_of(values["pace"]),
        watchers=values["watchers"] == "yes",
        private=values["private"] == "yes",
    )
    return changed, game.load_set_up().options(values)


def option_advice(game: Game, values: Mapping[str, str]) -> str:
    """What speaks against the options in a form; empty if nothing does."""
    set_up = game.load_set_up()
    return set_up.advice(set_up.options(values))


def substitute_in(values: Mapping[str, str]) -> Substitute | None:
    """What a filled-in form says about people who are gone; None if it does not ask."""
    return cast("Substitute | None", values.get("substitute"))


def coach_in(values: Mapping[str, str]) -> bool | None:
    """Whether a filled-in form allows a coach; None if it does not ask."""
    if rated_in(values):
        return False
    return values["coach"] == "yes" if "coach" in values else None


def rules_in_words(
    game: Game,
    rules: TableRules,
    options: Mapping[str, Any],
    substitute: Substitute = "auto",
    coach: bool = False,
    *,
    rated: bool = False,
) -> list[str]:
    return [
        game.title,
        *([say("ratings.fact")] if rated else []),
        say("rooms.facts.seats", seats=rules.seats),
        *game.load_set_up().words(options),
        _clock_words(rules.clock, "rooms.facts"),
        *_pace_words(rules.pace),
        say(f"rooms.facts.absent.{substitute}"),
        *([say("rooms.facts.coach")] if coach else []),
        say("rooms.facts.watchers" if rules.watchers else "rooms.facts.no_watchers"),
        say("rooms.facts.private" if rules.private else "rooms.facts.open"),
    ]


def _clock_line(clock: ClockRule | None) -> Line:
    known = dict(_CLOCKS)
    if clock not in _CLOCKS.values():
        known[_KEPT] = clock
    chosen = next(name for name, one in known.items() if one == clock)
    words = tuple(_clock_words(one, "rooms.rules") for one in known.values())
    return Line("clock", say("rooms.rules.clock"), tuple(known), words, chosen)


def _clock_words(clock: ClockRule | None, where: str) -> str:
    if clock is None:
        return say(f"{where}.no_clock")
    if not clock.bank:
        return say(f"{where}.clock_alone", turn=duration(clock.turn))
    return say(f"{where}.clock_of", turn=duration(clock.turn), bank=duration(clock.bank))


def _pace_line(pace: int) -> Line:
    """Bots' speeds by name, and a pace that is none of them by its number."""
    names: dict[str, str] = {name: say(f"rooms.rules.pace.{name}") for name in PACES}
    speed = _speed(pace)
    if speed is None:
        names[str(pace)] = say("rooms.rules.pace.other", seconds=f"{pace / 1000:g}")
    label = say("rooms.rules.pace.label")
    return Line("pace", label, tuple(names), tuple(names.values()), speed or str(pace))


def _pace_of(value: str) -> int:
    return int(value) if value.isdecimal() else PACES[cast("BotSpeed", value)]


def _pace_words(pace: int) -> list[str]:
    """Said where bots do not wait for as long as usual."""
    speed = _speed(pace)
    if speed is None:
        return [say("rooms.facts.pace.other", seconds=f"{pace / 1000:g}")]
    return [say(f"rooms.facts.pace.{speed}")] if pace != TableRules().pace else []


def _speed(pace: int) -> BotSpeed | None:
    return next((name for name, one in PACES.items() if one == pace), None)


def _substitute_line(chosen: Substitute | None) -> list[Line]:
    if chosen is None:
        return []
    words = tuple(say(f"rooms.rules.absent.{one}") for one in _SUBSTITUTE)
    return [Line("substitute", say("rooms.rules.substitute"), _SUBSTITUTE, words, chosen)]


def coach_line(allowed: bool | None) -> list[Line]:
    return [] if allowed is None else [_switch("coach", allowed)]


def _switch(name: str, on: bool) -> Line:
    words = tuple(say(f"rooms.{answer}") for answer in _YES_NO)
    return Line(name, say(f"rooms.rules.{name}"), _YES_NO, words, "yes" if on else "no")
