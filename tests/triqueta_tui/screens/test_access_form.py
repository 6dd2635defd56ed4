"""Who may come to a table: on a form, and what is asked for then."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from triqueta_protocol.events import Room
from triqueta_protocol.requests import KickWatcher, Lock
from triqueta_protocol.settings import TableSettings
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.screens.access_form import access_lines, access_requests, lacks_password
from triqueta_tui.screens.table_settings import TableChoice, TableSettingsDialog
from triqueta_tui.widgets.form import Line

OPEN = Room(
    table="KNRT",
    epoch="1",
    game="triqueta",
    settings=TableSettings(),
    options={},
    seats=(),
    host="ana",
    watchers=("Eve", "Vi"),
    status="playing",
)
LOCKED = structs.replace(OPEN, locked=True)
SHUT = structs.replace(OPEN, locked=True, nobody_new=True)


def filled(lines: list[Line], **changes: str) -> dict[str, str]:
    return {line.name: replace(line, value=changes.get(line.name, line.value)).value for line in lines}


@pytest.mark.parametrize("room", [OPEN, LOCKED, SHUT])
def test_a_form_that_is_left_as_it_is_changes_nothing(room: Room) -> None:
    assert access_requests(room, filled(access_lines(room, {}))) == []


@pytest.mark.parametrize(
    ("room", "chosen", "changes"),
    [
        (OPEN, {"access": "nobody"}, {"nobody_new": True}),
        (OPEN, {"access": "password", "password": "sesame"}, {"password": "sesame"}),
        (OPEN, {"access": "password"}, {}),
        (LOCKED, {"access": "anybody"}, {"password": None}),
        (LOCKED, {"password": "other"}, {"password": "other"}),
        (LOCKED, {"access": "nobody"}, {"nobody_new": True}),
        (SHUT, {"access": "anybody"}, {"nobody_new": False, "password": None}),
        (SHUT, {"access": "password"}, {"nobody_new": False}),
    ],
)
def test_what_is_chosen_is_asked_for(room: Room, chosen: dict[str, str], changes: dict[str, Any]) -> None:
    values = filled(access_lines(room, chosen), **chosen)
    assert access_requests(room, values) == ([(Lock, changes)] if changes else [])


@pytest.mark.parametrize(
    ("room", "chosen", "lacking"),
    [
        (OPEN, {"access": "password", "password": ""}, True),
        (OPEN, {"access": "password", "password": "sesame"}, False),
        (OPEN, {"access": "anybody"}, False),
        (LOCKED, {"access": "password", "password": ""}, False),
    ],
)
def test_an_empty_password_is_none(room: Room, chosen: dict[str, str], lacking: bool) -> None:
    assert lacks_password(room, filled(access_lines(room, chosen), **chosen)) == lacking


def test_a_watcher_can_be_sent_away_if_there_is_one() -> None:
    values = filled(access_lines(OPEN, {}), send_away="Vi")
    assert access_requests(OPEN, values) == [(KickWatcher, {"name": "Vi"})]
    nobody = structs.replace(OPEN, watchers=())
    assert [line.name for line in access_lines(nobody, {})] == ["access"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_has_words(language: str) -> None:
    use(language)
    for room in (OPEN, LOCKED, SHUT):
        for who in ("anybody", "password", "nobody"):
            for line in access_lines(room, {"access": who}):
                assert line.label
                assert all(line.words)


def test_a_host_is_told_who_knows_the_code_of_a_table_that_was_listed() -> None:
    games = Games(PACKAGES)
    dialog = TableSettingsDialog(list(games), TableChoice("triqueta", OPEN.settings), room=OPEN)
    values = {line.name: line.value for line in dialog.lines({})}
    warning = say("rooms.caution.seen")
    assert warning not in dialog.caution(values)
    assert warning in dialog.caution(values | {"private": "yes"})
