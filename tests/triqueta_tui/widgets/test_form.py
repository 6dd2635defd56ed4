"""Forms: values to step through, texts to type, and the way from line to line."""

from dataclasses import replace

import pytest
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widget import Widget

from tests.triqueta_tui.driving import Driver, driving, make_app, offered, press_at_once
from tests.triqueta_tui.widgets.stage import Stage, stage
from triqueta_tui.locale import say
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.join import Join
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.widgets.cursor_list import chain
from triqueta_tui.widgets.form import Form, Line
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.text_input import TextInput

LINES = (
    Line("seats", "Seats", ("2", "3", "4"), ("two", "three", "four"), "3"),
    Line("name", "Name", value="Ana"),
    Line("password", "Password", secret=True, hint="none"),
)


def form() -> Form:
    return Form(*LINES)


async def test_values_are_stepped_through_round_and_round(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("right", "right", "l", "left", "h")
        assert screen.heard == ["seats=4", "seats=2", "seats=3", "seats=2", "seats=4"]
        assert "four" in driver.text


async def test_keys_that_come_in_one_packet_go_where_they_were_meant_to(paths: Paths) -> None:
    more = Line("clock", "Clock", ("none", "30", "60"), ("none", "half a minute", "a minute"), "none")
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Form(LINES[0], more, *LINES[1:])])
        await press_at_once(
            driver.pilot, "right", "down", "right", "right", "down", "down", "up", "up", "up", "left"
        )
        await driver.until(lambda: len(screen.heard) == 4)
        assert screen.heard == ["seats=4", "clock=30", "clock=60", "seats=3"]


async def test_a_value_that_is_too_long_is_cut_and_keeps_its_arrow(paths: Paths) -> None:
    words = ("a rule for two that has far more words than a line can hold", "short")
    line = Line("variant", "Rules", ("long", "short"), words, "long")
    async with driving(make_app(paths), size=(40, 12)) as driver:
        await stage(driver, lambda: [Form(line)])
        shown = next(text for text in driver.text.splitlines() if "Rules" in text)
        assert shown.rstrip().endswith("…  ›")
        await driver.press("right")
        assert "short  ›" in driver.text


async def test_letters_are_typed_where_a_text_is_and_move_where_a_value_is(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("j")
        await driver.press("j", "k", "?", "backspace")
        assert screen.query_one(Form)["name"] == "Anajk"
        await driver.press("ctrl+u", "B", "ö", "enter")
        assert screen.query_one(Form).values == {"seats": "3", "name": "Bö", "password": ""}
        assert screen.heard[-1] == "done"


async def test_a_secret_is_not_shown(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("up")
        assert "none" in driver.text
        await driver.press(*"oak")
        assert screen.query_one(Form)["password"] == "oak"
        assert "***" in driver.text
        assert "oak" not in driver.text


async def test_what_is_pasted_is_cleaned(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("down")
        screen.query_one(Form).post_message(events.Paste("\x1b[31m bo\nnus"))
        await driver.pilot.pause()
        assert screen.query_one(Form)["name"] == "Ana[31m bo nus"


async def test_a_line_that_comes_and_goes_leaves_the_others_as_they_are(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("right", "down", "x")
        shown = screen.query_one(Form)
        shown.set_lines(
            [
                Line("seats", "Seats", ("2", "3"), ("two", "three"), "2"),
                Line("extra", "Extra"),
                Line("name", "Name", value="somebody"),
            ]
        )
        assert shown.values == {"seats": "2", "extra": "", "name": "Anax"}
        await driver.press("y")
        assert shown["name"] == "Anaxy", "the cursor stays with its line"


async def test_a_form_longer_than_the_screen_scrolls_with_the_cursor(paths: Paths) -> None:
    lines = [Line(f"line{number}", f"Line {number}") for number in range(30)]

    def build() -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Form(*lines)

    async with driving(make_app(paths), size=(40, 12)) as driver:
        await stage(driver, build)
        await driver.press("up")
        await driver.until(lambda: "Line 29" in driver.text)
        await driver.press("down")
        await driver.until(lambda: "Line 0" in driver.text)


async def test_a_click_marks_a_line_and_a_second_one_steps_it(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("down")
        await driver.pilot.click(Form, offset=(3, 0))
        assert screen.heard == []
        await driver.pilot.click(Form, offset=(3, 0))
        assert screen.heard == ["seats=4"]


NAME = Line("name", "Name", value="Ana")


async def typing(driver: Driver, *lines: Line) -> tuple[Stage, Form, TextInput]:
    """A form, and the first text in it with the focus."""
    screen = await stage(driver, lambda: [Form(*lines)])
    text = screen.query(TextInput).first()
    text.focus()
    await driver.pilot.pause()
    return screen, screen.query_one(Form), text


async def together(driver: Driver, *keys: events.Key) -> None:
    """Keys that arrive in one piece, as they do when a link was slow for a moment."""
    for key in keys:
        driver.app.post_message(key)
    await driver.pilot.pause()
    await driver.pilot.pause()


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (("home", "x"), "xan old friend"),
        (("home", "x", "end", "y"), "xan old friendy"),
        (("left", "left", "x"), "an old friexnd"),
        (("left", "right", "x"), "an old friendx"),
        (("home", "delete", "delete"), " old friend"),
        (("ctrl+w",), "an old "),
        (("ctrl+left", "ctrl+left", "x"), "an xold friend"),
        (("ctrl+left", "ctrl+k"), "an old "),
        (("home", "ctrl+right", "ctrl+u"), "old friend"),
        (("shift+left", "shift+left", "x"), "an old friex"),
        (("shift+home", "backspace"), ""),
        (("home", "space", "h", "j", "k", "l", "q", "?"), " hjklq?an old friend"),
    ],
)
async def test_a_text_is_edited_as_everywhere(paths: Paths, keys: tuple[str, ...], value: str) -> None:
    async with driving(make_app(paths)) as driver:
        screen, form, _ = await typing(driver, replace(NAME, value="an old friend"))
        await driver.press(*keys)
        assert form["name"] == value
        moves = value == "an old friend"
        assert screen.heard[-1:] == ([] if moves else [f"name={value}"])


async def test_arrows_leave_a_text_and_letters_do_not(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen, form, text = await typing(driver, *LINES)
        await driver.press("j", "k")
        assert text.has_focus
        await driver.press("up", "l", "l", "h")
        assert screen.focused is form.children[0]
        await driver.press("j", "x", "down", "up", "up", "k", "y")
        assert form.values == {"seats": "4", "name": "Anajkx", "password": "y"}


async def test_only_values_are_offered_to_step_through(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Form(*LINES)])
        assert {"cursor.before", "cursor.after", "cursor.choose"} <= offered(screen)
        await driver.press("down")
        await driver.until(lambda: "cursor.before" not in offered(screen))
        assert "cursor.choose" in offered(screen)


async def test_tab_goes_from_line_to_line(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Form(*LINES)])
        await driver.press("tab", "x", "tab", "y", "tab", "right")
        assert screen.query_one(Form).values == {"seats": "4", "name": "Anax", "password": "y"}


async def test_keys_that_come_together_go_where_one_after_the_other_would(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen, form, _ = await typing(driver, NAME, Line("code", "Code"))
        x, y = events.Key("x", "x"), events.Key("y", "y")
        down, enter = events.Key("down", None), events.Key("enter", "\r")
        await together(driver, x, down, y, enter)
        assert form.values == {"name": "Anax", "code": "y"}
        assert sorted(screen.heard[:2]) == ["code=y", "name=Anax"]
        assert screen.heard[2:] == ["done"], "what was typed is known before it is done"


@pytest.mark.parametrize("by_key", [False, True])
async def test_what_is_pasted_is_cleaned_and_goes_where_the_cursor_is(paths: Paths, by_key: bool) -> None:
    async with driving(make_app(paths)) as driver:
        _, form, text = await typing(driver, replace(NAME, value="one two"))
        await driver.press("ctrl+left")
        nasty = "\x1b]0;hi\x07\r\n\tand\u202e \x00a\nhalf"
        if by_key:
            driver.app.copy_to_clipboard(nasty)
            await driver.press("ctrl+v")
        else:
            driver.app.post_message(events.Paste(nasty))
            await driver.pilot.pause()
        assert form["name"] == "one ]0;hi and a halftwo"
        await driver.press("shift+home")
        driver.app.post_message(events.Paste("\n\n"))
        await driver.pilot.pause()
        assert form["name"] == "two", "what is marked gives way"
        assert text.cursor_position == 0


async def test_a_secret_gives_away_no_word(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        _, form, text = await typing(driver, Line("password", "Password", value="acorn oak", secret=True))
        assert "*" * 9 in driver.text
        await driver.press("ctrl+w")
        assert form["password"] == ""
        await driver.press(*"熊x")
        assert "**" in driver.text
        assert "熊" not in driver.text
        assert text.password


async def test_wide_letters_are_whole_letters(paths: Paths) -> None:
    async with driving(make_app(paths), size=(40, 12)) as driver:
        _, form, _ = await typing(driver, Line("name", "名字"), Line("code", "牌桌代碼", hint="四個字母"))
        await driver.press(*"大熊x小", "left", "left", "backspace", "鹿", "delete")
        assert form["name"] == "大鹿小"
        assert "大鹿小" in driver.text
        for letter in "我們在森林裡玩一場很長很長的牌":
            await driver.press(letter)
            widths = {strip.cell_length for strip in driver.app.screen._compositor.render_strips()}
            assert widths == {40}, letter
        assert "很長的牌" in driver.text
        assert "大鹿" not in driver.text
        await driver.press("home")
        assert "大鹿" in driver.text


async def test_a_long_text_shows_the_end_when_one_comes_to_it(paths: Paths) -> None:
    async with driving(make_app(paths), size=(40, 12)) as driver:
        await typing(
            driver, Line("seats", "Seats", ("2",), ("two",), "2"), replace(NAME, value="begin" * 9 + "end")
        )
        assert "end " in driver.text


async def test_lines_come_and_go_while_a_text_is_typed(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen, form, text = await typing(driver, NAME, Line("seed", "Seed"))
        await driver.press("home", "right", "x")
        above, below = Line("above", "One more above"), Line("below", "Below", ("a", "b"), ("A", "B"), "b")
        form.set_lines([above, NAME, below, Line("seed", "Seed", hint="a hint")])
        assert form.values == {"above": "", "name": "Axna", "below": "b", "seed": ""}
        await driver.press("y")
        assert (text.has_focus, text.cursor_position, form["name"]) == (True, 3, "Axyna")
        lines = [line.strip() for line in driver.text.splitlines()[:4]]
        assert [line.split("  ")[0] for line in lines] == ["One more above", "Name", "Below", "Seed"]
        assert "Axyna" in lines[1]
        assert "a hint" in lines[3]
        await driver.press("down", "left", "down", "z", "up", "up", "up", "w")
        assert form.values == {"above": "w", "name": "Axyna", "below": "a", "seed": "z"}
        form.set_lines([Line("seed", "Seed"), NAME])
        await driver.pilot.pause()
        assert [line.split()[0] for line in driver.text.splitlines()[:2]] == ["Seed", "Name"]
        assert form.size.height == 2
        assert screen.focused in form.children, "the line under the cursor has gone, the cursor has not"
        form.set_lines([Line("name", "Name", ("yes", "no"), ("Yes", "No"), "no")])
        assert form.values == {"name": "no"}
        assert screen.heard[-1] == "above=w", "only people change values"


async def test_the_cursor_goes_on_to_the_neighbour_and_back(paths: Paths) -> None:
    def build() -> ComposeResult:
        form, menu = Form(*LINES), Menu(Entry("a", "A"), Entry("b", "B"))
        chain(form, menu)
        yield form
        yield menu

    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, build)
        form, menu = screen.query_one(Form), screen.query_one(Menu)
        await driver.press("up")
        assert menu.has_focus
        assert menu.selected == Entry("b", "B")
        await driver.press("down", "right", "up", "up", "up", "x")
        assert form.values == {"seats": "4", "name": "Ana", "password": "x"}
        await driver.press("down", "enter")
        assert screen.heard[-1] == "a"
        menu.set_entries([])
        form.focus()
        await driver.press("up")
        assert form.has_focus_within, "an empty list is passed over"


async def test_a_click_puts_the_cursor_into_a_text(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Form(*LINES)])
        text = screen.query(TextInput).first()
        await driver.pilot.click(text, offset=(2, 0))
        await driver.press("x")
        assert screen.query_one(Form)["name"] == "Axna"
        await driver.pilot.click(Form, offset=(3, 2))
        await driver.press("y")
        assert screen.query_one(Form)["password"] == "y", "the label will do, too"


async def test_enter_escape_and_help_work_in_a_text(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("c")
        join = await driver.shown(Join)
        assert isinstance(join.focused, TextInput)
        await driver.press("?", "q", "enter")
        assert say("rooms.join.bad_address")[:20] in driver.text
        await driver.press("f1")
        await driver.shown(RulesScreen)
        await driver.press("escape")
        await driver.shown(Join)
        assert join.form["address"] == "?q"
        await driver.press("escape")
        await driver.shown(Home)


async def test_nothing_in_a_form_is_markup(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        odd = Line("odd", "[b]Odd[/b]", ("x",), ("[red]{x}[/]",), "x")
        screen, _, _ = await typing(
            driver, odd, replace(NAME, value="[i]Ana[/i]"), Line("a", "A", hint="[u]hi[/u]")
        )
        for words in ("[b]Odd[/b]", "[red]{x}[/]", "[i]Ana[/i]", "[u]hi[/u]"):
            assert words in driver.text
        await driver.press(*"[/b]")
        assert screen.heard[-1] == "name=[i]Ana[/i][/b]"


async def test_nothing_is_painted_while_nothing_happens_and_little_while_one_types(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driving(make_app(paths)) as driver:
        _, form, text = await typing(driver, *LINES)
        assert not text.cursor_blink
        painted: list[Widget] = []

        def refresh(widget: Widget, *regions: Region, **_: object) -> Widget:
            if not regions:
                painted.append(widget)
            return widget

        monkeypatch.setattr(Form, "refresh", refresh)
        await driver.press("x", "down", "y", "up", "up", "right")
        assert form.values == {"seats": "4", "name": "Anax", "password": "y"}
        assert painted == []


async def test_lines_stand_in_groups_and_are_clicked_where_they_are(paths: Paths) -> None:
    lines = [replace(LINES[0], group="Who"), replace(LINES[1], group="Who"), replace(LINES[2], group="More")]
    async with driving(make_app(paths)) as driver:
        await stage(driver, lambda: [Form(*lines)])
        shown = [line.split() for line in driver.text.splitlines()[:5]]
        assert [words[0] for words in shown] == ["Who", "Seats", "Name", "More", "Password"]
        found = driver.app.screen.query_one(Form)
        for row, name in ((1, "seats"), (4, "password"), (2, "name"), (3, "name")):
            await driver.pilot.click(Form, offset=(1, row))
            assert found.selected is not None
            assert found.selected.name == name


async def test_a_long_form_says_what_is_selected_and_has_a_button(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("n")
        new = await driver.shown(NewGame)
        assert "Enter Start" in driver.text
        assert say("rooms.about.game") in driver.text
        await driver.press(*["down"] * 20)
        for _ in range(new.form.line_count):
            line = new.form.selected
            assert line is not None
            assert line.about.split("\n")[0][:40] in driver.text
            assert "Enter Start" in driver.text
            await driver.press("down")
        await driver.pilot.click("#buttons", offset=(3, 0))
        await driver.until(lambda: not isinstance(driver.app.screen, NewGame))
