"""A table's settings: on a form, from a form, and in words."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from triqueta_protocol.series import SeriesRule
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.screens.table_settings_form import (
    rated_caution,
    setting_line,
    setting_lines,
    settings_in,
    settings_in_words,
)
from triqueta_tui.settings import PACES
from triqueta_tui.widgets.form import Line

TRIQUETA = Games(PACKAGES)["triqueta"]
DEFAULTS = TableSettings()

SETTINGS = [
    DEFAULTS,
    TableSettings(seats=2, clock=ClockRule(turn=30, bank=120), watchers=False, private=True, pace=0),
    TableSettings(seats=5, clock=ClockRule(turn=11, bank=7), pace=1234),
    TableSettings(substitute="never", coach=True, practice=True, seed="a knot"),
    TableSettings(rated=True, series=SeriesRule("games", 99)),
]


def filled(lines: list[Line], **changes: str) -> dict[str, str]:
    return {line.name: replace(line, value=changes.get(line.name, line.value)).value for line in lines}


def lines_of(
    settings: TableSettings = DEFAULTS, now: dict[str, str] | None = None, **options: Any
) -> list[Line]:
    return setting_lines(TRIQUETA, now or {}, settings, options)


def in_words(settings: TableSettings = DEFAULTS, **options: Any) -> list[str]:
    return settings_in_words(TRIQUETA, settings, options)


@pytest.mark.parametrize("settings", SETTINGS)
def test_a_form_that_is_left_as_it_is_changes_nothing(settings: TableSettings) -> None:
    """Neither the settings with a line nor those without, and not a value that the form does not offer."""
    options: dict[str, Any] = {"variant": "dorra"} if settings.seats == 2 else {}
    values = filled(lines_of(settings, **options))
    assert settings_in(values, settings) == settings
    assert TRIQUETA.load_set_up().options(values) == options


def test_every_setting_of_a_shared_table_has_a_line() -> None:
    lines = [line.name for line in lines_of()]
    assert [name for name in TableSettings.__struct_fields__ if name not in lines] == ["practice", "seed"]


@pytest.mark.parametrize("name", sorted({*TableSettings.__struct_fields__} - {"practice", "seed"}))
def test_every_choice_of_every_line_counts(name: str) -> None:
    if name == "seats":
        assert settings_in({"seats": "3"}, DEFAULTS).seats == 3
        return
    line = setting_line(name, DEFAULTS)
    assert len(line.values) == len(line.words) == len(set(line.words)) > 1
    chosen = [getattr(settings_in({name: value}, DEFAULTS), name) for value in line.values]
    assert all(one not in chosen[:at] for at, one in enumerate(chosen))
    assert chosen[line.values.index(line.value)] == getattr(DEFAULTS, name)


def test_the_choices_become_settings() -> None:
    values = filled(lines_of(), seats="3", clock="60", watchers="no", private="yes", coach="yes")
    assert settings_in(values, DEFAULTS) == TableSettings(
        seats=3, clock=ClockRule(turn=60, bank=300), watchers=False, private=True, coach=True
    )


def test_the_variant_is_asked_for_when_two_play() -> None:
    def names(seats: str) -> list[str]:
        return [line.name for line in lines_of(now={"seats": seats})]

    assert "variant" in names("2")
    assert "variant" not in names("3")


def test_the_variant_of_two_is_forgotten_when_more_play() -> None:
    values = filled(lines_of(TableSettings(seats=2), {"seats": "3"}, variant="dorra"))
    assert TRIQUETA.load_set_up().options(values) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("settings", SETTINGS)
def test_settings_have_words(settings: TableSettings, language: str) -> None:
    use(language)
    words = in_words(settings, variant="dorra")
    told_if_set = (settings.pace != DEFAULTS.pace, settings.coach, settings.rated, settings.seed)
    assert len(words) == 7 + sum(map(bool, told_if_set))
    assert words[0] == TRIQUETA.title
    assert str(settings.seats) in words[1 + settings.rated]
    assert any("Dorra" in word for word in words)
    assert settings.clock is None or any(str(settings.clock.turn) in word for word in words)


@pytest.mark.parametrize(("speed", "pace"), PACES.items())
def test_the_host_says_how_fast_bots_move(speed: str, pace: int) -> None:
    assert settings_in(filled(lines_of(), pace=speed), DEFAULTS) == TableSettings(pace=pace)


def test_a_pace_that_has_no_name_is_told_in_seconds() -> None:
    assert setting_line("pace", TableSettings(pace=1234)).words[-1] == "after 1.234 s"
    assert "bots move after 1.234 s" in in_words(TableSettings(pace=1234))
    assert "bots move instantly" in in_words(TableSettings(pace=0))


def test_clocks_are_told_in_minutes() -> None:
    settings = TableSettings(clock=ClockRule(turn=180, bank=600))
    assert "3 min per move + 10 min in reserve" in in_words(settings)
    assert "3 min a move + 10 min reserve" in setting_line("clock", settings).words
    odd = TableSettings(clock=ClockRule(turn=90))
    assert "1 min 30 s per move" in in_words(odd)


def test_the_seat_that_begins_can_be_chosen_among_those_there_are() -> None:
    values = filled(lines_of(now={"seats": "3"}), start="2")
    assert TRIQUETA.load_set_up().options(values) == {"start": 2}
    assert "seat 3 starts" in in_words(start=2)
    (line,) = (line for line in lines_of(now={"seats": "2"}, start=2) if line.name == "start")
    assert (line.values, line.value) == (("chance", "0", "1"), "chance")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("coach", True, "players may ask a coach"),
        ("rated", True, "rated: the result counts, and players who leave lose"),
        ("watchers", False, "no watchers"),
        ("private", True, "unlisted: only people with the code can join"),
        ("substitute", "never", "the table waits for absent players"),
    ],
)
def test_a_setting_is_told_in_the_room(name: str, value: object, words: str) -> None:
    assert set(in_words(structs.replace(DEFAULTS, **{name: value}))) - set(in_words()) == {words}


def test_a_rated_game_leaves_no_choice_of_a_coach() -> None:
    coached = TableSettings(coach=True)
    lines = lines_of(coached)
    chosen = lines_of(coached, filled(lines, rated="yes"))
    assert [line.name for line in lines if line not in chosen] == ["sleep_days", "coach"]
    assert settings_in(filled(chosen, rated="yes"), coached) == TableSettings(rated=True)
    again = lines_of(TableSettings(rated=True), filled(lines, rated="no"))
    assert [line.name for line in again] == [line.name for line in lines]


def test_a_form_says_what_rated_games_need() -> None:
    lines = lines_of()
    assert rated_caution(filled(lines)) == ""
    assert "at the end lose" in rated_caution(filled(lines, rated="yes", clock="30"))
    assert "need a clock" in rated_caution(filled(lines, rated="yes"))
    assert "need a clock" not in rated_caution(filled(lines, rated="yes", clock="30"))
