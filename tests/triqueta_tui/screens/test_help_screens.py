"""Rules, keys and passing the keyboard, by key and by mouse."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.triqueta_tui.bare import BareApp, MakeApp
from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_protocol.games.triqueta import Animal
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.games.triqueta.rules_text import CHAPTERS, TriquetaRulesText
from triqueta_tui.keymap import every_command
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.screens.keys import KeysBook, KeysScreen, Offered
from triqueta_tui.screens.questions import PassKeyboard
from triqueta_tui.screens.rules import Contents, RulesBook, RulesScreen
from triqueta_tui.widgets.footer import Footer

SIZES = [(40, 12), (80, 24), (120, 36)]


def shown(app: BareApp, widget: str) -> str:
    """What a line of words says."""
    return str(app.screen.query_one(widget, Static).content)


def footer(app: BareApp) -> str:
    """The footer as it is on the screen."""
    return app.screen.query_one(Footer).render().plain


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each when the one before has had its effect."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


@pytest.mark.parametrize(
    ("language", "size"),
    [*((language, (40, 12)) for language in LANGUAGES), ("en", (80, 24)), ("en", (120, 36))],
)
async def test_the_whole_rules_can_be_read_at_any_size(
    make_app: MakeApp, language: str, size: tuple[int, int]
) -> None:
    app = make_app(language=language)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "f1")
        assert isinstance(app.screen, RulesScreen)
        for number, title in enumerate(TriquetaRulesText().titles(), 1):
            place = say("help.chapter_place", number=number, count=len(CHAPTERS))
            assert shown(app, "#place") == place
            assert place in app.screen._compositor.render_strips()[0].text
            top = app.screen.query_one(RulesBook).render_line(0).text.strip()
            assert top == title
            await press(pilot, "right")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES[:2])
async def test_at_a_table_the_keys_screen_says_what_letters_and_signs_mean(
    make_app: MakeApp, language: str, size: tuple[int, int]
) -> None:
    app = make_app(language=language)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "question_mark")
        assert say("keys.signs") not in app.screen.query_one(KeysBook).text
        await press(pilot, "escape")
        app.navigator.feed = LocalTable(3, 0).feed
        await press(pilot, "question_mark")
        text = app.screen.query_one(KeysBook).text
        assert say("keys.signs") in text
        for animal in Animal:
            key = f"triqueta.animals.{animal.name.lower()}"
            assert f"{say(f'{key}.letters')}   {say(f'{key}.name')}" in text
        assert say("triqueta.rules.example.spoiled") in text


@pytest.mark.parametrize("closing", ["escape", "f1", "q"])
async def test_the_rules_lie_on_what_was_there_and_close_again(make_app: MakeApp, closing: str) -> None:
    app = make_app()
    async with app.run_test() as pilot:
        below = app.screen
        await press(pilot, "f1", closing)
        assert app.screen is below


async def test_going_back_goes_to_the_beginning_of_the_chapter_first(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f1", "right", "down")
        book = app.screen.query_one(RulesBook)
        assert book.chapter == 1
        await press(pilot, "left")
        assert book.render_line(0).text.strip() == TriquetaRulesText().titles()[1]
        await press(pilot, "left")
        assert book.render_line(0).text.strip() == TriquetaRulesText().titles()[0]


async def test_reading_keys_move_by_line_page_and_whole(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f1")
        book = app.screen.query_one(RulesBook)
        await press(pilot, "j", "j", "k")
        assert book.scroll_y == 1
        await press(pilot, "space")
        assert book.scroll_y == 1 + book.size.height - 2
        await press(pilot, "pageup")
        assert book.scroll_y == 1
        await press(pilot, "end")
        assert book.chapter == len(CHAPTERS) - 1
        await press(pilot, "home")
        assert book.scroll_y == 0


async def test_a_click_on_a_chapter_goes_there(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "f1")
        await pilot.click(Contents, offset=(4, CHAPTERS.index("example")))
        await pilot.pause()
        assert app.screen.query_one(RulesBook).chapter == CHAPTERS.index("example")


async def test_a_narrower_window_keeps_the_chapter(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "f1", "right", "right", "right")
        await pilot.resize_terminal(44, 14)
        await pilot.pause()
        assert app.screen.query_one(RulesBook).render_line(0).text.strip() == TriquetaRulesText().titles()[3]


async def test_the_keys_of_the_rules_are_listed_over_them(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "f1", "question_mark")
        assert isinstance(app.screen, KeysScreen)
        text = app.screen.query_one(KeysBook).text
        here, everywhere = text.split(say("keys.everywhere"))
        assert "→ l n Tab" in here
        assert say("help.commands.next.help") in here
        assert say("help.commands.settings.help") in everywhere
        assert "help." not in text, "the names of commands are for the settings file"
        await press(pilot, "question_mark")
        assert isinstance(app.screen, RulesScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_of_keys_can_be_read_to_its_end(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await press(pilot, "f1", "question_mark", "end")
        book = app.screen.query_one(KeysBook)
        assert app.screen.query_one("#dialog").content_region.contains_region(book.region)
        visible = [book.render_line(y).text.strip() for y in range(book.size.height)]
        assert book.text.splitlines()[-1] in visible


async def test_remapped_keys_are_listed_as_they_are(make_app: MakeApp) -> None:
    app = make_app(keys={"help.next": "z"})
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "f1", "z")
        assert app.screen.query_one(RulesBook).chapter == 1
        await press(pilot, "question_mark")
        what = say("help.commands.next.help")
        (line,) = [line for line in app.screen.query_one(KeysBook).text.splitlines() if what in line]
        assert line.split()[0] == "z"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_keys_are_listed_by_what_they_do_and_not_by_internal_names(
    make_app: MakeApp, language: str
) -> None:
    commands = every_command(Games(PACKAGES))
    app = make_app(language=language)
    async with app.run_test(size=(120, 36)) as pilot:
        await app.push_screen(KeysScreen([Offered(one, now=True) for one in commands], [], {}))
        await pilot.pause()
        listed = app.screen.query_one(KeysBook).text
        assert [one.id for one in commands if one.id in listed] == []
        assert [one.id for one in commands if one.help()[:12] not in listed] == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_footer_of_the_rules_fits_on_forty_columns(make_app: MakeApp, language: str) -> None:
    app = make_app(language=language)
    async with app.run_test(size=(40, 12)) as pilot:
        await press(pilot, "f1")
        for name in ("next", "previous", "close"):
            assert say(f"help.commands.{name}.word") in footer(app)


async def test_the_curtain_shows_a_name_and_nothing_of_the_table(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.screen.mount(Static("a bear, face down"))
        await app.push_screen(PassKeyboard("[b]Ana[/b] 熊"))
        await pilot.pause()
        assert shown(app, "#player") == "[b]Ana[/b] 熊"
        picture = app.export_screenshot()
        assert "bear" not in picture
        assert "[b]Ana[/b]" in picture.replace("&#160;", " ")


@pytest.mark.parametrize("way", ["enter", "space", "click"])
async def test_the_next_player_opens_the_curtain(make_app: MakeApp, way: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        below = app.screen
        await app.push_screen(PassKeyboard("Bo"))
        await pilot.pause()
        if way == "click":
            await pilot.click("#cover")
            await pilot.pause()
        else:
            await press(pilot, way)
        assert app.screen is below
