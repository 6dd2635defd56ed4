"""The options of Triché: the cards, the target, the rule of diagonals and the starter."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import ValidationError, convert

from triqueta_protocol.games.triche import Options
from triqueta_tui.game import SetUp
from triqueta_tui.locale import say
from triqueta_tui.table.who_begins import start_line, start_option, start_words
from triqueta_tui.widgets.form import Line

_FORMS: Final = ("base", "expansion")
_TARGETS: Final = ("15", "21", "30")
_USUAL_TARGET: Final = "21"
_DIAGONALS: Final = ("on", "off")


class TricheOptions(SetUp):
    def lines(self, seats: int, options: Mapping[str, Any]) -> list[Line]:
        chosen = _chosen(options)
        lines = [
            _line("form", _FORMS, _FORMS[chosen.expansion]),
            _line("target", _TARGETS, str(chosen.target)),
        ]
        if chosen.expansion:
            lines.append(_line("diagonals", _DIAGONALS, chosen.diagonal_conformity))
        return [*lines, start_line(seats, options)]

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        options: dict[str, Any] = start_option(values)
        if values.get("form") == "expansion":
            options["expansion"] = True
            if values.get("diagonals", _DIAGONALS[0]) != _DIAGONALS[0]:
                options["diagonal_conformity"] = values["diagonals"]
        if values.get("target", _USUAL_TARGET) != _USUAL_TARGET:
            options["target"] = int(values["target"])
        return options

    def words(self, options: Mapping[str, Any]) -> list[str]:
        chosen = _chosen(options)
        words = [
            say(f"triche.set_up.form.{_FORMS[chosen.expansion]}"),
            say(f"triche.set_up.target.{chosen.target}"),
        ]
        if chosen.expansion and chosen.diagonal_conformity == "off":
            words.append(say("triche.set_up.diagonals.off"))
        return words + start_words(options)

    def advice(self, options: Mapping[str, Any]) -> str:
        chosen = _chosen(options)
        if chosen.expansion and chosen.target == 15:
            return say("triche.set_up.advice.short")
        if not chosen.expansion and chosen.target == 30:
            return say("triche.set_up.advice.long")
        return ""


def _chosen(options: Mapping[str, Any]) -> Options:
    """The options of a table; the defaults if a newer program sent unknown ones."""
    try:
        return convert(options, Options)
    except ValidationError:
        return Options()


def _line(name: str, values: tuple[str, ...], value: str) -> Line:
    words = tuple(say(f"triche.set_up.{name}.{one}") for one in values)
    return Line(name, say(f"triche.set_up.{name}.label"), values, words, value)
