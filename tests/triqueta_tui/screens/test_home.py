"""The home screen, and what is the same on every screen."""

from pathlib import Path

import pytest
from msgspec import structs
from textual.command import CommandPalette
from textual.widgets import Static

from tests.triqueta_tui.driving import driving, make_app, offered, press_at_once
from triqueta_tui import themes
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.paths import Paths
from triqueta_tui.screens.game_tiles import GameTiles
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.host import Host
from triqueta_tui.screens.join import Join, Watch
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.questions import GiveUp
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.screens.settings import SettingsScreen
from triqueta_tui.screens.too_small import TooSmall
from triqueta_tui.session.intents import GoBack, Intent, PlayNow, SeeResult
from triqueta_tui.session.known_servers import HERE, Memory
from triqueta_tui.session.own_tables import OwnTables, UnseenResult, WaitingSeat
from triqueta_tui.session.session import Session
from triqueta_tui.terminal import Terminal
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.menu import Menu

KINDS = {"n": NewGame, "o": Host, "c": Join, "w": Watch, "r": RulesScreen, "s": SettingsScreen}


@pytest.mark.parametrize(("key", "kind"), KINDS.items())
async def test_each_key_opens_its_screen_and_escape_comes_back(
    paths: Paths, key: str, kind: type[Home]
) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press(key)
        await driver.shown(kind)
        await driver.press("escape")
        await driver.shown(Home)


@pytest.mark.parametrize("down", ["down", "j"])
async def test_arrows_and_enter_reach_everything(paths: Paths, down: str) -> None:
    async with driving(make_app(paths)) as driver:
        menu = driver.app.screen.query_one("#menu", Menu)
        while menu.selected is None or menu.selected.name != "my_games":
            await driver.press("right" if "start_guided" in str(menu.selected) else down)
        await driver.press("up", "left", "enter")
        await driver.shown(Join)


async def test_up_from_the_games_is_the_last_entry(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("k")
        marked = driver.app.screen.query_one("#menu", Menu).selected
        assert marked is not None
        assert marked.name == "leave"


@pytest.fixture
def granted(monkeypatch: pytest.MonkeyPatch) -> list[Intent]:
    """What was begun."""
    intents: list[Intent] = []
    monkeypatch.setattr("triqueta_tui.navigator.Navigator.go", lambda _, intent: intents.append(intent))
    return intents


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize(
    ("keys", "game"),
    [("enter", "triqueta"), ("1", "triqueta"), ("2", "triche"), ("3", "tripitz"), ("p", "triqueta")],
)
async def test_a_game_begins_with_enter_or_its_number(
    paths: Paths, granted: list[Intent], keys: str, game: str, size: tuple[int, int]
) -> None:
    async with driving(make_app(paths), size) as driver:
        assert all(title in driver.text for title in ("Triqueta", "Triché", "Tripitz"))
        await driver.press(keys)
        assert [one.game for one in granted if isinstance(one, PlayNow)] == [game]


async def test_arrows_choose_the_game_and_the_logo_follows(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths)) as driver:
        logos = [driver.text.splitlines()[:3]]
        for key in ("right", "right", "left"):
            await driver.press(key)
            logos.append(driver.text.splitlines()[:3])
        assert logos[1] == logos[3]
        assert logos[0] != logos[1] != logos[2] != logos[0]
        assert driver.app.settings.game == "triche"
        assert "And a secret" in driver.text
        await press_at_once(driver.pilot, "left", "right", "right", "enter")
        assert [one.game for one in granted if isinstance(one, PlayNow)] == ["tripitz"]


async def test_the_game_played_last_is_the_first(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths, game="tripitz")) as driver:
        assert [game.name for game in driver.app.screen.query_one(GameTiles).games] == [
            "tripitz",
            "triqueta",
            "triche",
        ]
        await driver.press("1")
        assert [one.game for one in granted if isinstance(one, PlayNow)] == ["tripitz"]


async def test_a_click_chooses_a_game_and_another_begins_it(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.pilot.click(GameTiles, offset=(40, 3))
        assert driver.app.settings.game == "triche"
        assert granted == []
        await driver.pilot.click(GameTiles, offset=(40, 3))
        await driver.pilot.pause()
        assert [one.game for one in granted if isinstance(one, PlayNow)] == ["triche"]


async def test_a_click_picks_an_entry(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.pilot.click("#menu", offset=(45, 1))
        await driver.shown(Watch)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_guided_game_is_a_line_of_the_menu(paths: Paths, size: tuple[int, int]) -> None:
    async with driving(make_app(paths), size) as driver:
        assert "t  Guided game" in driver.text
        assert "Quit" in driver.text


async def test_the_last_entry_leaves(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("q")
        assert driver.app.return_code == 0


async def test_ctrl_c_leaves_even_while_typing(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("c", "x", "ctrl+c")
        assert driver.app.return_code == 0


FRIENDS = WaitingSeat("oak.example", "KNOT", "triche", "aa", names=("Ana", "Bo"), owing=(1,))
ALONE = WaitingSeat(f"{HERE}/1", "FERN", "triqueta", names=("Ana", "Bot 1"), bots=(1,), yours=True)
ENDED = UnseenResult("oak.example", "aa11", "tripitz", ("Ana", "Bo"), (1,), 0, "aa")


@pytest.fixture
def waiting(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> OwnTables:
    """What waits for the player; no server is asked about it."""
    monkeypatch.setattr("triqueta_tui.navigator.Navigator.refresh_tables", lambda _: None)
    return Memory(paths.servers).tables


async def test_all_that_waits_is_listed_first_with_a_key_each(
    paths: Paths, waiting: OwnTables, granted: list[Intent]
) -> None:
    waiting.keep_seat(FRIENDS)
    waiting.keep_seat(ALONE)
    waiting.replace([], [], [ENDED])
    async with driving(make_app(paths)) as driver:
        menu = driver.app.screen.query_one("#waiting", Menu)
        assert menu.has_focus, "Enter goes on"
        assert [(one.key, one.word, one.note) for one in menu._entries] == [
            ("4", "Tripitz", "over: Bo won · with Bo"),
            ("5", "Triqueta", "you left it"),
            ("6", "Triché", "Bo to move · with Bo · KNOT"),
        ]
        await driver.press("6", "5", "0", "down", "enter")
        assert granted == [GoBack(FRIENDS), GoBack(ALONE), SeeResult(ENDED), GoBack(ALONE)]


async def test_more_than_fits_can_be_scrolled_to(
    paths: Paths, waiting: OwnTables, granted: list[Intent]
) -> None:
    for number in range(12):
        waiting.keep_seat(structs.replace(FRIENDS, table=f"TAB{number:X}"))
    async with driving(make_app(paths)) as driver:
        assert "+8" in driver.text
        assert "TAB0" not in driver.text
        await driver.press(*["down"] * 11)
        assert "TAB0" in driver.text
        await driver.press("enter")
        assert granted == [GoBack(structs.replace(FRIENDS, table="TAB0"))]


async def test_a_game_is_given_up_after_a_question_only(
    paths: Paths, waiting: OwnTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up: list[WaitingSeat] = []

    async def give_up(_: Session, seat: WaitingSeat) -> None:
        given_up.append(seat)

    monkeypatch.setattr(Session, "give_up", give_up)
    waiting.keep_seat(FRIENDS)
    async with driving(make_app(paths)) as driver:
        await driver.press("x")
        await driver.shown(GiveUp)
        assert "Bo" in driver.text
        await driver.press("enter")
        await driver.shown(Home)
        assert given_up == []
        await driver.press("x", "g")
        await driver.until(lambda: given_up == [FRIENDS])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_note_of_the_menu_fits(paths: Paths, waiting: OwnTables, language: str) -> None:
    """A note that does not fit is left out."""
    async with driving(make_app(paths, language=language)) as driver:
        home = await driver.shown(Home)
        waiting.keep_seat(FRIENDS)
        home.fill()
        await driver.pilot.pause()
        notes = [*home._entries(), *home._waiting_entries()]
        assert [one.note for one in notes if one.note not in driver.text] == []


async def test_without_a_waiting_game_there_is_no_way_back(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        assert "home.go_back" not in offered(driver.app.screen)
        assert not driver.app.screen.query_one("#waiting").display


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_language_can_be_changed_while_it_runs(paths: Paths, language: str) -> None:
    async with driving(make_app(paths)) as driver:
        driver.app.change_settings(language=language)
        await driver.press("r", "escape")
        await driver.shown(Home)
        use(language)
        assert str(driver.app.screen.query_one("#motto", Static).content) == say("triqueta.game.motto")
        assert say("home.commands.new_game.word") in driver.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (40, 12), (200, 60)])
async def test_the_whole_menu_is_visible(paths: Paths, size: tuple[int, int]) -> None:
    Memory(paths.servers).tables.keep_seat(WaitingSeat("hearth", "KNOT", "triqueta"))
    async with driving(make_app(paths), size) as driver:
        for word in (
            "4  Triqueta",
            "Triqueta",
            "Triché",
            "Tripitz",
            "New game",
            "Host",
            "Join",
            "Watch",
            "Rules",
            "Settings",
            "Quit",
        ):
            assert word in driver.text
        assert "keys" in driver.text


async def test_a_terminal_that_is_too_small_gets_a_friendly_notice(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.pilot.resize_terminal(39, 24)
        await driver.shown(TooSmall)
        assert "40 × 12" in driver.text
        await driver.pilot.resize_terminal(80, 11)
        await driver.shown(TooSmall)
        await driver.pilot.resize_terminal(40, 12)
        await driver.shown(Home)


async def test_the_palette_finds_commands_by_name_in_the_player_s_language(paths: Paths) -> None:
    async with driving(make_app(paths, language="de")) as driver:
        await driver.press("ctrl+p")
        await driver.shown(CommandPalette)
        await driver.until(lambda: "Sofort eine Partie gegen Bots" in driver.text)
        assert "Was möchtest du tun?" in driver.text
        await driver.press(*"zuschau")
        await driver.until(lambda: "Sofort eine Partie" not in driver.text and "Zuschauen" in driver.text)
        await driver.press("enter", "enter")
        await driver.shown(Watch)


async def test_the_palette_says_when_nothing_fits(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("ctrl+p", *"xyzzy")
        await driver.until(lambda: "No command matches that" in driver.text)
        await driver.press("escape")
        await driver.shown(Home)


async def test_the_footer_shows_what_works_now_and_a_click_runs_it(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        assert "? keys" in driver.text.splitlines()[-1]
        line = driver.text.splitlines()[-1]
        await driver.pilot.click(Footer, offset=(line.index("F1"), 0))
        await driver.shown(RulesScreen)


async def test_keys_can_be_remapped(paths: Paths) -> None:
    async with driving(make_app(paths, keys={"home.join": "z"})) as driver:
        await driver.press("c")
        assert isinstance(driver.app.screen, Home)
        await driver.press("z")
        await driver.shown(Join)


async def test_a_digit_picks_the_game_with_that_number_unless_it_was_given_away(
    paths: Paths, granted: list[Intent]
) -> None:
    async with driving(make_app(paths, keys={"home.join": "2"})) as driver:
        await driver.press("2")
        await driver.shown(Join)
        await driver.press("escape", "3")
        assert [one.game for one in granted if isinstance(one, PlayNow)] == ["tripitz"]


async def test_what_is_wrong_with_a_key_map_is_said_at_the_start_and_after_a_change(paths: Paths) -> None:
    async with driving(make_app(paths, keys={"home.join": "w"})) as driver:
        assert driver.notices == ["w now does two things: “Join” and “Watch”."]
        driver.app.clear_notifications()
        driver.app.change_settings(keys={"home.jion": "z"})
        await driver.pilot.pause()
        assert driver.notices == ["Your key settings name a command that doesn’t exist: home.jion."]
        driver.app.clear_notifications()
        driver.app.change_settings(keys={"home.join": "z"})
        await driver.pilot.pause()
        assert driver.notices == []


@pytest.mark.parametrize(
    ("colours", "theme", "colourless"),
    [
        ("truecolor", themes.FOREST, False),
        ("256", themes.FOREST, False),
        ("16", themes.SIXTEEN, False),
        ("none", themes.PLAIN, True),
    ],
)
async def test_the_theme_suits_the_terminal(paths: Paths, colours: str, theme: str, colourless: bool) -> None:
    terminal = Terminal(colours=colours, remote=False, dumb=False)  # type: ignore[arg-type]  # one of them
    async with driving(make_app(paths, terminal=terminal)) as driver:
        assert driver.app.theme == theme
        assert driver.app.has_class("-no-colour") is colourless


async def test_a_theme_that_was_set_wins_and_an_unknown_one_does_not(paths: Paths) -> None:
    async with driving(make_app(paths, theme=themes.CONTRAST)) as driver:
        assert driver.app.theme == themes.CONTRAST
        driver.app.change_settings(theme="no such theme")
        assert driver.app.theme == themes.FOREST


@pytest.mark.parametrize(
    ("remote", "motion", "moves"),
    [(False, None, True), (True, None, False), (True, True, True), (False, False, False)],
)
async def test_things_move_unless_far_away_or_not_wanted(
    paths: Paths, remote: bool, motion: bool | None, moves: bool
) -> None:
    terminal = Terminal(colours="256", remote=remote, dumb=False)
    async with driving(make_app(paths, terminal=terminal, motion=motion)) as driver:
        assert driver.app.has_class("-motion") is moves


async def test_a_changed_setting_is_kept(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        driver.app.change_settings(tiles="letters")
        assert driver.app.has_class("-letters")
    assert 'tiles = "letters"' in paths.settings.read_text(encoding="utf-8")


async def test_a_broken_settings_file_is_reported_with_its_line_and_left_alone(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    paths.settings.write_text('name = "Ana"\nbell = perhaps\n', encoding="utf-8")
    app = make_app(paths)
    app.file.read()
    async with driving(app) as driver:
        assert any("settings.toml:2" in notice for notice in driver.notices)
        driver.app.change_settings(name="Bo")
        assert driver.app.settings.name == "Bo"
    assert paths.settings.read_text(encoding="utf-8") == 'name = "Ana"\nbell = perhaps\n'


def test_what_the_command_line_says_is_not_kept(tmp_path: Path) -> None:
    from triqueta_tui.app import TriquetaApp
    from triqueta_tui.navigator import Navigator

    paths = Paths.under(tmp_path)
    app = TriquetaApp(Navigator, paths=paths, overrides={"name": "Bo", "language": "de"})
    assert app.settings.name == "Bo"
    app.change_settings(turn_alert=False)
    assert app.file.read().name == ""
    assert app.file.read().turn_alert is False
