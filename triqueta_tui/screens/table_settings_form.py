"""A table's settings as lines of a form and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from msgspec import structs

from triqueta_protocol.events import Room
from triqueta_protocol.series import BEST_OF, SeriesRule
from triqueta_protocol.settings import ClockRule, Substitute, TableSettings
from triqueta_tui.game import Game
from triqueta_tui.locale import knows, plural, say, say_first
from triqueta_tui.locale.numbers import duration
from triqueta_tui.settings import PACES
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.series_words import rule_words, score_words

_FIELDS: Final = TableSettings.__struct_fields__

_NOT_ON_THE_FORM: Final = frozenset({"practice", "seed"})
"""Settings of games on this machine; such a table keeps what it was opened with."""

_CLOCKS: Final = {
    "none": None,
    "30": ClockRule(turn=30, bank=120),
    "60": ClockRule(turn=60, bank=300),
    "180": ClockRule(turn=180, bank=600),
}

_SERIES: Final = (
    None,
    *(SeriesRule("best_of", length) for length in BEST_OF),
    *(SeriesRule("games", length) for length in (2, 3, 4, 5, 6, 10)),
)

_SLEEPS: Final = (0, 7, 30, 365)
"""Days."""

_PEOPLE: Final = frozenset({"game", "you", "seat", "seats", "name"})
"""The lines that say who plays what."""

_OF_GAMES: Final = frozenset({"start", "variant"})
"""Lines of games that need no sentence of the game's own."""

_KEPT: Final = "kept"
"""The key of a present value that is not among those offered."""


@dataclass(frozen=True)
class _Choice:
    """One value of a setting that the form offers."""

    value: object
    words: str


def game_line(games: Sequence[Game], game: Game) -> list[Line]:
    """The choice of the game; no line if there is only one."""
    if len(games) < 2:
        return []
    names = tuple(one.name for one in games)
    return [Line("game", say("rooms.settings.game"), names, tuple(one.title for one in games), game.name)]


def chosen_game(games: Sequence[Game], values: Mapping[str, str], otherwise: Game) -> Game:
    """The game chosen in a form."""
    return next((one for one in games if one.name == values.get("game")), otherwise)


def described(game: Game, lines: Sequence[Line]) -> list[Line]:
    """The lines of a form in groups, each with a sentence about it."""
    return [_described(game, line) for line in lines]


def _described(game: Game, line: Line) -> Line:
    kind, of_game = line.name.rstrip("0123456789"), f"{game.name}.set_up.about.{line.name}"
    group = "who" if kind in _PEOPLE else "game" if knows(of_game) or kind in _OF_GAMES else "table"
    about = say_first(of_game, f"rooms.about.{kind}", otherwise="")
    return replace(line, group=say(f"rooms.groups.{group}"), about=about)


def setting_lines(
    game: Game, now: Mapping[str, str], settings: TableSettings, options: Mapping[str, Any]
) -> list[Line]:
    """The form for a table: a line for each setting, and the game's options after the seats."""
    counts = tuple(map(str, game.vocabulary.seats))
    seats = now.get("seats", str(settings.seats))
    if seats not in counts:
        seats = min(counts, key=lambda count: abs(int(count) - int(seats)))
    set_up = game.load_set_up()
    lines = [
        Line("seats", say("rooms.settings.seats"), counts, counts, seats),
        *set_up.lines(int(seats), set_up.options(now) if now else options),
    ]
    hidden = {"seats", *_NOT_ON_THE_FORM}
    if is_rated(now, settings):
        hidden |= {"coach", "sleep_days"}
    return lines + [setting_line(name, settings) for name in _FIELDS if name not in hidden]


def setting_line(name: str, settings: TableSettings) -> Line:
    """The line of one setting, with the present value chosen."""
    choices, value = _choices(name, settings), getattr(settings, name)
    chosen = next(key for key, one in choices.items() if one.value == value)
    words = tuple(one.words for one in choices.values())
    return Line(name, say(f"rooms.settings.{name}"), tuple(choices), words, chosen)


def settings_in(values: Mapping[str, str], settings: TableSettings) -> TableSettings:
    """The settings of a filled-in form; a setting without a line stays as it is."""
    chosen = {
        name: _choices(name, settings)[values[name]].value
        for name in _FIELDS
        if name in values and name not in {"seats", "seed"}
    }
    if "seats" in values:
        chosen["seats"] = int(values["seats"])
    if values.get("rated") == "yes":
        chosen["coach"] = False
    return structs.replace(settings, **chosen)


def option_advice(game: Game, values: Mapping[str, str]) -> str:
    """A warning about the options in a form; empty if there is none."""
    set_up = game.load_set_up()
    return set_up.advice(set_up.options(values))


def is_rated(values: Mapping[str, str], settings: TableSettings) -> bool:
    """Whether a form that may not be filled in yet asks for rated games."""
    return values.get("rated", "yes" if settings.rated else "no") == "yes"


def rated_caution(values: Mapping[str, str]) -> str:
    """The consequences of rated games; empty if they are not rated."""
    if values.get("rated") != "yes":
        return ""
    clock = [say("ratings.needs_clock")] if values.get("clock") == "none" else []
    return " ".join([say("ratings.caution"), *clock])


def series_caution(room: Room, *, restarted: bool) -> str:
    """What is lost when the series begins again; empty if nothing is."""
    series = room.series
    lost = restarted and series is not None and bool(series.games)
    return say("series.anew.caution", score=score_words(series)) if lost and series else ""


def settings_in_words(game: Game, settings: TableSettings, options: Mapping[str, Any]) -> list[str]:
    rest = [name for name in _FIELDS if name not in {"seats", "rated"}]
    return [
        game.title,
        *_facts("rated", settings),
        say("rooms.facts.seats", seats=settings.seats),
        *game.load_set_up().words(options),
        *(fact for name in rest for fact in _facts(name, settings)),
    ]


def _facts(name: str, settings: TableSettings) -> list[str]:
    """What the waiting room says about a setting. A series it says with its score."""
    value = getattr(settings, name)
    match name:
        case "clock":
            return [_clock_words(value, "rooms.facts")]
        case "pace":
            return _pace_words(value)
        case "substitute":
            return [say(f"rooms.facts.absent.{value}")]
        case "sleep_days":
            return [] if value == TableSettings().sleep_days else [_sleep_words(value, "rooms.facts")]
        case "seed":
            return [say("rooms.facts.seeded", seed=value)] if value is not None else []
        case "series":
            return []
        case _:
            key = f"rooms.facts.{name}.{_yes_no(value)}"
            return [say(key)] if knows(key) else []


def _choices(name: str, settings: TableSettings) -> dict[str, _Choice]:
    """What the form offers for a setting, by the keys of its line."""
    value = getattr(settings, name)
    match name:
        case "clock":
            offered = {key: _Choice(one, _clock_words(one, "rooms.settings")) for key, one in _CLOCKS.items()}
            words = _clock_words(value, "rooms.settings")
        case "pace":
            offered = {key: _Choice(one, say(f"rooms.settings.speed.{key}")) for key, one in PACES.items()}
            words = say("rooms.settings.speed.other", seconds=f"{value / 1000:g}")
        case "series":
            offered = {_series_key(one): _Choice(one, rule_words(one)) for one in _SERIES}
            words = rule_words(value)
        case "sleep_days":
            offered = {str(one): _Choice(one, _sleep_words(one, "rooms")) for one in _SLEEPS}
            words = _sleep_words(value, "rooms")
        case "substitute":
            offered = {one: _Choice(one, say(f"rooms.settings.absent.{one}")) for one in get_args(Substitute)}
            words = ""
        case _:
            return {_yes_no(one): _Choice(one, say(f"rooms.{_yes_no(one)}")) for one in (True, False)}
    if all(one.value != value for one in offered.values()):
        offered[_KEPT] = _Choice(value, words)
    return offered


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def _series_key(rule: SeriesRule | None) -> str:
    return f"{rule.kind} {rule.length}" if rule is not None else "single"


def _clock_words(clock: ClockRule | None, where: str) -> str:
    if clock is None:
        return say(f"{where}.no_clock")
    if not clock.bank:
        return say(f"{where}.clock_alone", turn=duration(clock.turn))
    return say(f"{where}.clock_of", turn=duration(clock.turn), bank=duration(clock.bank))


def _sleep_words(days: int, where: str) -> str:
    return plural(f"{where}.sleep", days) if days else say(f"{where}.no_sleep")


def _pace_words(pace: int) -> list[str]:
    """Nothing for the default pace."""
    if pace == TableSettings().pace:
        return []
    speed = next((name for name, one in PACES.items() if one == pace), None)
    if speed is None:
        return [say("rooms.facts.speed.other", seconds=f"{pace / 1000:g}")]
    return [say(f"rooms.facts.speed.{speed}")]
