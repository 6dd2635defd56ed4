"""What can be chosen about a game of Triché: two-coloured cards, the target, and the rule of diagonals."""

from collections.abc import Mapping
from typing import Any, Final

from triqueta_tui.game import SetUp
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_FORMS: Final = ("base", "expansion")
_TARGETS: Final = ("21", "15", "30")
_DIAGONALS: Final = ("on", "off")


class TricheSetUp(SetUp):
    def lines(self, seats: int, options: Mapping[str, Any]) -> list[Line]:
        form, target, diagonals = _chosen(options)
        lines = [
            _line("form", _FORMS, form),
            _line("target", _TARGETS, target),
        ]
        if form == "expansion":
            lines.append(_line("diagonals", _DIAGONALS, diagonals))
        return lines

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if values.get("form") == "expansion":
            options["expansion"] = True
            if values.get("diagonals", _DIAGONALS[0]) != _DIAGONALS[0]:
                options["diagonal_conformity"] = values["diagonals"]
        if values.get("target", _TARGETS[0]) != _TARGETS[0]:
            options["target"] = int(values["target"])
        return options

    def words(self, options: Mapping[str, Any]) -> list[str]:
        form, target, diagonals = _chosen(options)
        words = [say(f"triche.set_up.form.{form}"), say(f"triche.set_up.target.{target}")]
        advice = advice_against(form, target)
        if advice:
            words.append(advice)
        if form == "expansion" and diagonals == "off":
            words.append(say("triche.set_up.diagonals.off"))
        return words


def advice_against(form: str, target: str) -> str:
    """What the rules advise against, in words; empty if nothing."""
    if form == "expansion" and target == "15":
        return say("triche.set_up.advice.short")
    if form == "base" and target == "30":
        return say("triche.set_up.advice.long")
    return ""


def _line(name: str, values: tuple[str, ...], value: str) -> Line:
    words = tuple(say(f"triche.set_up.{name}.{one}") for one in values)
    return Line(name, say(f"triche.set_up.{name}.label"), values, words, value)


def _chosen(options: Mapping[str, Any]) -> tuple[str, str, str]:
    form = _FORMS[1] if options.get("expansion") or options.get("form") == _FORMS[1] else _FORMS[0]
    target = str(options.get("target", _TARGETS[0]))
    diagonals = str(options.get("diagonal_conformity", options.get("diagonals", _DIAGONALS[0])))
    return (
        form,
        target if target in _TARGETS else _TARGETS[0],
        diagonals if diagonals in _DIAGONALS else _DIAGONALS[0],
    )
