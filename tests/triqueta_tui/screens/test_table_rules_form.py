"""A table's rules: on a form, from a form, and in words."""

from dataclasses import replace

import pytest

from protocol.requests import ClockRule, TableRules
from triqueta_tui.game import Games
from triqueta_tui.games import PACKAGES
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.screens.rated_form import rated_caution, rated_in
from triqueta_tui.screens.table_rules_form import (
    coach_in,
    rule_lines,
    rules_in,
    rules_in_words,
    substitute_in,
)
from triqueta_tui.settings import PACES
from triqueta_tui.widgets.form import Line

TRIQUETA = Games(PACKAGES)["triqueta"]

RULES = [
    TableRules(),
    TableRules(seats=2, clock=ClockRule(turn=30, bank=120), watchers=False, private=True, pace=0),
    TableRules(seats=5, clock=ClockRule(turn=11, bank=7), pace=1234),
]


def filled(lines: list[Line], **changes: str) -> dict[str, str]:
    return {line.name: replace(line, value=changes.get(line.name, line.value)).value for line in lines}


@pytest.mark.parametrize("rules", RULES)
def test_a_form_that_is_left_as_it_is_changes_nothing(rules: TableRules) -> None:
    """Neither what it asks for nor what it does not, and not a clock that is none of those it offers."""
    options = {"variant": "dorra"} if rules.seats == 2 else {}
    values = filled(rule_lines(TRIQUETA, {}, rules, options))
    assert rules_in(TRIQUETA, values, rules) == (rules, options)


def test_what_is_chosen_counts() -> None:
    values = filled(
        rule_lines(TRIQUETA, {}, TableRules(), {}), seats="3", clock="60", watchers="no", private="yes"
    )
    rules, options = rules_in(TRIQUETA, values, TableRules())
    assert rules == TableRules(seats=3, clock=ClockRule(turn=60, bank=300), watchers=False, private=True)
    assert options == {}


def test_the_variant_is_asked_for_when_two_play() -> None:
    def names(seats: str) -> list[str]:
        return [line.name for line in rule_lines(TRIQUETA, {"seats": seats}, TableRules(), {})]

    assert "variant" in names("2")
    assert "variant" not in names("3")


def test_the_variant_of_two_is_forgotten_when_more_play() -> None:
    values = filled(rule_lines(TRIQUETA, {"seats": "3"}, TableRules(seats=2), {"variant": "dorra"}))
    assert rules_in(TRIQUETA, values, TableRules(seats=2))[1] == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULES)
def test_rules_have_words(rules: TableRules, language: str) -> None:
    use(language)
    words = rules_in_words(TRIQUETA, rules, {"variant": "dorra"})
    assert len(words) == 7 + (rules.pace != TableRules().pace)
    assert words[0] == TRIQUETA.title
    assert str(rules.seats) in words[1]
    assert any("Dorra" in word for word in words)
    assert rules.clock is None or any(str(rules.clock.turn) in word for word in words)


@pytest.mark.parametrize(("speed", "pace"), PACES.items())
def test_the_host_says_how_fast_bots_move(speed: str, pace: int) -> None:
    values = filled(rule_lines(TRIQUETA, {}, TableRules(), {}), pace=speed)
    assert rules_in(TRIQUETA, values, TableRules())[0] == TableRules(pace=pace)


def test_a_pace_that_has_no_name_is_told_in_seconds() -> None:
    (line,) = (line for line in rule_lines(TRIQUETA, {}, TableRules(pace=1234), {}) if line.name == "pace")
    assert line.words[-1] == "after 1.234 s"
    assert "bots move after 1.234 s" in rules_in_words(TRIQUETA, TableRules(pace=1234), {})
    assert "bots move at once" in rules_in_words(TRIQUETA, TableRules(pace=0), {})


def test_clocks_are_told_in_minutes() -> None:
    rules = TableRules(clock=ClockRule(turn=180, bank=600))
    assert "3 min for each decision + 10 min in reserve" in rules_in_words(TRIQUETA, rules, {})
    (line,) = (line for line in rule_lines(TRIQUETA, {}, rules, {}) if line.name == "clock")
    assert "3 min a move + 10 min reserve" in line.words
    odd = TableRules(clock=ClockRule(turn=90))
    assert "1 min 30 s for each decision" in rules_in_words(TRIQUETA, odd, {})


def test_the_seat_that_begins_can_be_chosen_among_those_there_are() -> None:
    values = filled(rule_lines(TRIQUETA, {"seats": "3"}, TableRules(), {}), start="2")
    assert rules_in(TRIQUETA, values, TableRules())[1] == {"start": 2}
    assert "seat 3 begins" in rules_in_words(TRIQUETA, TableRules(), {"start": 2})
    (line,) = (
        line
        for line in rule_lines(TRIQUETA, {"seats": "2"}, TableRules(), {"start": 2})
        if line.name == "start"
    )
    assert (line.values, line.value) == (("chance", "0", "1"), "chance")


def test_what_happens_to_who_is_gone_is_asked_for_where_the_server_knows_it() -> None:
    lines = rule_lines(TRIQUETA, {}, TableRules(), {}, "ask")
    assert substitute_in(filled(lines)) == "ask"
    assert substitute_in(filled(lines, substitute="never")) == "never"
    assert substitute_in(filled(rule_lines(TRIQUETA, {}, TableRules(), {}, None))) is None
    told = {rules_in_words(TRIQUETA, TableRules(), {}, one)[3] for one in ("auto", "ask", "never")}
    assert len(told) == 3


def test_whether_a_coach_may_be_asked_is_asked_for_where_the_server_knows_it() -> None:
    for allowed in (True, False):
        assert coach_in(filled(rule_lines(TRIQUETA, {}, TableRules(), {}, coach=allowed))) is allowed
    assert coach_in(filled(rule_lines(TRIQUETA, {}, TableRules(), {}, coach=None))) is None
    told = [rules_in_words(TRIQUETA, TableRules(), {}, coach=allowed) for allowed in (True, False)]
    assert set(told[0]) - set(told[1]) == {"a coach may be asked for advice"}


def test_rated_games_are_asked_for_where_the_server_knows_them() -> None:
    for rated in (True, False):
        assert rated_in(filled(rule_lines(TRIQUETA, {}, TableRules(), {}, rated=rated))) is rated
    assert rated_in(filled(rule_lines(TRIQUETA, {}, TableRules(), {}, rated=None))) is None
    told = [rules_in_words(TRIQUETA, TableRules(), {}, rated=rated) for rated in (True, False)]
    assert set(told[0]) - set(told[1]) == {"rated: the result counts, and whoever leaves has lost"}


def test_a_rated_game_leaves_no_choice_of_a_coach() -> None:
    lines = rule_lines(TRIQUETA, {}, TableRules(), {}, coach=True, rated=False)
    chosen = rule_lines(TRIQUETA, filled(lines, rated="yes"), TableRules(), {}, coach=True, rated=False)
    assert [line.name for line in lines if line not in chosen] == ["coach"]
    assert coach_in(filled(chosen, rated="yes")) is False
    again = rule_lines(TRIQUETA, filled(lines, rated="no"), TableRules(), {}, coach=True, rated=True)
    assert [line.name for line in again] == [line.name for line in lines]


def test_a_form_says_what_rated_games_need() -> None:
    lines = rule_lines(TRIQUETA, {}, TableRules(), {})
    assert rated_caution(filled(lines)) == ""
    assert "has lost" in rated_caution(filled(lines, rated="yes", clock="30"))
    assert "choose a clock" in rated_caution(filled(lines, rated="yes"))
    assert "choose a clock" not in rated_caution(filled(lines, rated="yes", clock="30"))
