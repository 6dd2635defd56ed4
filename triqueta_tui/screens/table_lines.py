"""The lines in which a table's rules are shown and changed: seats, clock, variant, watchers, privacy."""

from collections.abc import Mapping
from typing import Any, Final

from protocol.games.triqueta import SEATS
from protocol.requests import ClockRule, TableRules
from triqueta_tui.locale import say
from triqueta_tui.widgets.form import Line

_CLOCKS: Final = {
    "none": None,
    "30": ClockRule(turn=30, bank=120),
    "60": ClockRule(turn=60, bank=300),
    "180": ClockRule(turn=180, bank=600),
}
"""The clocks one can choose from; a table may have another one that was set in another way."""

_YES_NO: Final = ("yes", "no")


def rule_lines(now: Mapping[str, str], rules: TableRules, options: Mapping[str, Any]) -> list[Line]:
    """A table's rules as lines of a form, starting from what they are."""
    counts = tuple(str(count) for count in SEATS)
    seats = now.get("seats", str(rules.seats))
    clock = next((name for name, clock in _CLOCKS.items() if clock == rules.clock), "none")
    lines = [
        Line("seats", say("rooms.rules.seats"), counts, counts, seats),
        Line("clock", say("rooms.rules.clock"), tuple(_CLOCKS), tuple(map(_clock_words, _CLOCKS)), clock),
        _switch("watchers", rules.watchers),
        _switch("private", rules.private),
    ]
    if seats == "2":
        lines.insert(1, variant_line(str(options.get("variant", "standard"))))
    return lines


def variant_line(variant: str = "standard") -> Line:
    """Which rules two players play by."""
    variants = ("standard", "dorra")
    words = tuple(say(f"rooms.variants.{name}") for name in variants)
    return Line("variant", say("rooms.rules.variant"), variants, words, variant)


def rules_in(values: Mapping[str, str]) -> tuple[TableRules, dict[str, Any]]:
    """The rules and options that a filled-in form stands for."""
    rules = TableRules(
        seats=int(values["seats"]),
        clock=_CLOCKS[values["clock"]],
        watchers=values["watchers"] == "yes",
        private=values["private"] == "yes",
    )
    variant = values.get("variant", "standard")
    return rules, {"variant": variant} if variant != "standard" else {}


def rules_in_words(rules: TableRules, options: Mapping[str, Any]) -> list[str]:
    """A table's rules as short sentences, the unusual ones only where they are unusual."""
    words = [say("rooms.facts.seats", seats=rules.seats)]
    if options.get("variant", "standard") != "standard":
        words.append(say(f"rooms.variants.{options['variant']}"))
    if rules.clock is None:
        words.append(say("rooms.facts.no_clock"))
    else:
        words.append(say("rooms.facts.clock", turn=rules.clock.turn, bank=rules.clock.bank))
    words.append(say("rooms.facts.watchers" if rules.watchers else "rooms.facts.no_watchers"))
    words.append(say("rooms.facts.private" if rules.private else "rooms.facts.open"))
    return words


def _switch(name: str, on: bool) -> Line:
    words = tuple(say(f"rooms.{answer}") for answer in _YES_NO)
    return Line(name, say(f"rooms.rules.{name}"), _YES_NO, words, "yes" if on else "no")


def _clock_words(name: str) -> str:
    clock = _CLOCKS[name]
    if clock is None:
        return say("rooms.rules.no_clock")
    return say("rooms.rules.clock_of", turn=clock.turn, minutes=clock.bank // 60)
