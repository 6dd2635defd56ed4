"""The settings screen: what is changed works at once, is seen at once, and is in the file."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.triqueta_tui.bare import BareApp, MakeApp
from tests.triqueta_tui.games.playing import show_table
from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.games.triqueta.table import TriquetaBoard
from triqueta_tui.keymap import every_command
from triqueta_tui.locale import LANGUAGES, language, say
from triqueta_tui.screens.settings import Preview, SettingsScreen
from triqueta_tui.screens.settings_fields import Field, GameField, groups
from triqueta_tui.screens.settings_list import KeyOf, SettingsList
from triqueta_tui.settings import GameSettings, Settings, parse
from triqueta_tui.themes import NAMES

GAMES = Games(PACKAGES)
FIELDS = {
    f"{field.game.name} {field.name}" if isinstance(field, GameField) else field.name: field
    for _, fields in groups(GAMES)
    for field in fields
}


def about(app: BareApp) -> str:
    """What the screen says about the setting under the cursor."""
    return str(app.screen.query_one("#about", Static).content)


def text_of(widget: SettingsList | Preview) -> str:
    """The words a board shows."""
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def saved(tmp_path: Path) -> Settings:
    """What the file says now."""
    return parse((tmp_path / "config" / "settings.toml").read_text(encoding="utf-8"))


async def go_to(pilot: Pilot[None], name: str) -> SettingsList:
    """Open the settings and move the cursor to one of them, with the arrow key."""
    if not isinstance(pilot.app.screen, SettingsScreen):
        await pilot.press("f2")
        await pilot.pause()
    listed = pilot.app.screen.query_one(SettingsList)
    for _ in range(200):
        entry = listed.entry
        if (isinstance(entry, Field) and entry == FIELDS.get(name)) or (
            isinstance(entry, KeyOf) and entry.command.id == name
        ):
            return listed
        await pilot.press("down")
    raise AssertionError(f"{name} is not in the list")


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.values])
async def test_the_arrows_go_through_all_values_and_round(
    make_app: MakeApp, tmp_path: Path, name: str
) -> None:
    app = make_app()
    field = FIELDS[name]
    async with app.run_test(size=(100, 40)) as pilot:
        listed = await go_to(pilot, name)
        seen = [field.value(app.settings)]
        for _ in field.values[1:]:
            await pilot.press("right")
            await pilot.pause()
            seen.append(field.value(app.settings))
            assert f"‹ {field.shown(app.settings)} ›" in text_of(listed)
            assert field.value(saved(tmp_path)) == seen[-1]
        assert sorted(map(str, seen)) == sorted(map(str, field.values))
        await pilot.press("right")
        assert field.value(app.settings) == seen[0]
        await pilot.press("left")
        assert field.value(app.settings) == seen[-1]


async def test_another_language_is_spoken_at_once(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test(size=(100, 40)) as pilot:
        listed = await go_to(pilot, "language")
        await pilot.press("right")
        await pilot.pause()
        assert language() == "de"
        assert "Sprache" in text_of(listed)
        assert "Hase" in text_of(app.screen.query_one(Preview))
        assert about(app) == say("settings.language.about")


async def test_the_table_below_speaks_the_new_language_too(make_app: MakeApp) -> None:
    app = make_app(language="en", motion=False)
    table = LocalTable(seats=3, seat=0)
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await show_table(app, table)
        board = screen.board
        assert isinstance(board, TriquetaBoard)
        await pilot.pause()
        assert board.rows.border_title == "Rows"
        await go_to(pilot, "language")
        await pilot.press("right", "escape")
        await pilot.pause()
        assert app.screen is screen
        assert board.rows.border_title == say("triqueta.table.row.title") == "Reihen"
        assert say("triqueta.table.hand.nothing") in "".join(
            board.hand.render_line(y).text for y in range(board.hand.size.height)
        )


@pytest.mark.parametrize("theme", NAMES)
async def test_the_preview_shows_the_theme(make_app: MakeApp, theme: str) -> None:
    app = make_app(theme=theme)
    async with app.run_test(size=(100, 40)) as pilot:
        await go_to(pilot, "theme")
        assert app.theme == theme
        preview = app.screen.query_one(Preview)
        colours = {
            segment.style.color
            for y in range(preview.size.height)
            for segment in preview.render_line(y)
            if segment.style and segment.text.strip()
        }
        assert (len(colours) > 6) == (theme != "plain")


async def test_letters_replace_the_pictures_in_the_preview(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await go_to(pilot, "tiles")
        preview = app.screen.query_one(Preview)
        assert "▄" in text_of(preview)
        await pilot.press("left", "left")
        await pilot.pause()
        assert FIELDS["tiles"].value(app.settings) == "pictures"
        await pilot.press("right")
        await pilot.pause()
        assert FIELDS["tiles"].value(app.settings) == "letters"
        assert "▄" not in text_of(preview)
        assert " OW " in text_of(preview)


async def test_a_name_is_typed_cleaned_and_kept(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        listed = await go_to(pilot, "name")
        await pilot.press("enter")
        field = app.screen.query_one("#field", Input)
        assert field.has_focus
        field.value = "  Ana\u202e \x1b[31m熊 "
        await pilot.press("enter")
        await pilot.pause()
        assert app.settings.name == saved(tmp_path).name == "Ana [31m熊"
        assert listed.has_focus
        assert "Ana [31m熊" in text_of(listed)


async def test_a_name_that_is_too_wide_is_not_taken(make_app: MakeApp) -> None:
    app = make_app(name="Bo")
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "name")
        await pilot.press("enter")
        app.screen.query_one("#field", Input).value = "熊" * 9
        await pilot.press("enter")
        await pilot.pause()
        assert about(app) == say("errors.name_too_long", limit=16)
        assert app.settings.name == "Bo"
        await pilot.press("escape")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("escape")
        assert not isinstance(app.screen, SettingsScreen)


async def test_a_new_key_is_pressed_and_works(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        listed = await go_to(pilot, "help.rules")
        await pilot.press("enter")
        assert about(app) == say("settings.press", what=say("help.commands.rules.word"))
        await pilot.press("f9")
        await pilot.pause()
        assert app.settings.keys == saved(tmp_path).keys == {"help.rules": "f9"}
        assert "F9" in text_of(listed)
        await pilot.press("backspace")
        await pilot.pause()
        assert app.settings.keys == {}
        assert "F9" not in text_of(listed)


async def test_a_key_that_does_something_else_there_is_refused(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await go_to(pilot, "help.rules")
        await pilot.press("enter", "f2")
        await pilot.pause()
        assert about(app) == say("settings.taken", key="F2", what=say("help.commands.settings.word"))
        assert app.settings.keys == {}


async def test_asking_for_a_key_can_be_called_off(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await go_to(pilot, "help.rules")
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert app.settings.keys == {}


async def test_reset_brings_back_what_is_usual(make_app: MakeApp) -> None:
    app = make_app(turn_alert=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(pilot, "turn_alert")
        await pilot.press("backspace")
        assert app.settings.turn_alert is True


async def test_the_mouse_moves_the_cursor_and_changes_what_is_under_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        listed = await go_to(pilot, "name")
        rows = text_of(listed).splitlines()
        row = next(y for y, line in enumerate(rows) if say("settings.turn_alert.label") in line)
        await pilot.click(SettingsList, offset=(5, row))
        await pilot.pause()
        assert listed.entry == FIELDS["turn_alert"]
        await pilot.click(SettingsList, offset=(5, row))
        await pilot.pause()
        assert app.settings.turn_alert is False


async def test_a_broken_file_is_told_with_its_line_and_left_alone(make_app: MakeApp, tmp_path: Path) -> None:
    file = tmp_path / "config" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text("# mine\nbell = maybe\n", encoding="utf-8")
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await go_to(pilot, "turn_alert")
        await pilot.press("right")
        await pilot.pause()
        assert app.settings.turn_alert is False
        assert "2" in str(app.screen.query_one("#broken", Static).content)
        assert file.read_text(encoding="utf-8") == "# mine\nbell = maybe\n"


@pytest.mark.parametrize(
    ("chosen", "size"), [*((chosen, (40, 12)) for chosen in LANGUAGES), ("en", (80, 24)), ("en", (120, 36))]
)
async def test_every_setting_can_be_reached_and_is_explained(
    make_app: MakeApp, chosen: str, size: tuple[int, int]
) -> None:
    app = make_app(language=chosen)
    async with app.run_test(size=size) as pilot:
        for name, field in FIELDS.items():
            listed = await go_to(pilot, name)
            await pilot.pause()
            assert field.label in text_of(listed)
            assert about(app) == say(f"settings.{field.name}.about", limit=16, key="Enter")


def test_every_setting_is_on_the_screen() -> None:
    # What the program remembers by itself is not for people to set.
    remembered = {"guided_offered", "server", "keys", "game", "games", "daily"}
    settable = {*Settings.__struct_fields__, *GameSettings.__struct_fields__} - remembered
    assert {field.name for field in FIELDS.values()} == settable


def test_every_command_of_the_footer_can_be_given_another_key() -> None:
    listed = {
        entry.command.id for entry in SettingsList(Settings(), GAMES)._entries if isinstance(entry, KeyOf)
    }
    assert {command.id for command in every_command(GAMES) if command.footer} <= listed
