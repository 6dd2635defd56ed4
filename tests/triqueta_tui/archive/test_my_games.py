"""The list of finished games: how it is filtered and fetched, and what can be done with it."""

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Static

from tests.triqueta_tui.archive.recorded import KINDS, Answers, answered_by, game, listing, many
from tests.triqueta_tui.driving import Driver, driving, make_app, offered
from triqueta_protocol.archive import Dropped, GamesFound
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import DropGame, Games, ImportGame
from triqueta_tui.archive import asking
from triqueta_tui.archive.filter_bar import FilterBar
from triqueta_tui.archive.my_games import ImportDialog, MyGames, OpponentDialog
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.session.intents import Intent, ShowGames
from triqueta_tui.widgets.text_panel import Question

OLDEST = many(130)[-1]


def asked(answers: Answers) -> Games:
    last = answers.asked[-1]
    assert isinstance(last, Games)
    return last


def rows(driver: Driver) -> list[str]:
    """The lines with a date."""
    return [line for line in driver.text.splitlines() if ":00" in line and "│" in line]


async def test_filters_by_game_result_and_opponent(paths: Paths) -> None:
    answers = Answers(many(12))
    async with listing(paths, answers) as (driver, screen):
        assert len(rows(driver)) == 12
        assert "17 Nov, 10:00  Triqueta" in rows(driver)[0]
        assert "Björn 22, Oak −3" in rows(driver)[0]
        assert "somebody 22" in rows(driver)[4], "whoever is forgotten has no name"
        await driver.press("g")
        assert asked(answers).game == KINDS[0]
        assert len(rows(driver)) == 4
        await driver.press("g", "g", "g", "w")
        assert (asked(answers).result, len(rows(driver))) == ("won", 9)
        await driver.press("w")
        assert len(rows(driver)) == 3
        await driver.press("w", "o")
        await driver.shown(OpponentDialog)
        await driver.press("ctrl+u", *"Zo", "enter")
        await driver.shown(MyGames)
        assert asked(answers).opponent == "Zo"
        assert {"Zoë" in line for line in rows(driver)} == {True}
        await driver.pilot.click(FilterBar, offset=(5, 0))
        assert asked(answers).game == KINDS[0]
        await driver.press("o", "ctrl+u", *"Nobody", "enter")
        assert "No matching games" in driver.text
        assert "my_games.replay" not in offered(screen)


@pytest.mark.parametrize("server", ["", "hearth"])
async def test_on_this_machine_it_is_said_whose_games_they_are(paths: Paths, server: str) -> None:
    """Every name has games of its own there: whoever takes another one finds another list."""
    async with listing(paths, Answers(many(1)), server=server, name="[b]Ana") as (driver, _):
        assert ("My games on this machine, as [b]Ana" in driver.text) == (not server)


async def test_more_are_fetched_as_one_goes_down(paths: Paths) -> None:
    answers = Answers(many(130))
    async with listing(paths, answers) as (driver, screen):
        assert len(answers.asked) == 1
        await driver.press("down", "pagedown")
        assert len(answers.asked) == 1, "most of the first page is still ahead"
        await driver.press("end")
        await driver.press("end")
        await driver.press("end")
        assert [one.before for one in answers.asked[1:] if isinstance(one, Games)] == [50, 100]
        assert screen._list.selected == OLDEST
        assert "130/130" in driver.text
        await driver.press("home", "up")
        assert screen._list.cursor == 0, "the beginning is no way round to the end"


async def test_keys_and_mouse_open_the_replay_of_the_marked_game(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(Navigator, "open_replay", lambda _, game: opened.append(game))
    monkeypatch.setattr(Navigator, "open_review", lambda _, game: opened.append(f"review {game}"))
    answers = Answers([*many(30), game(31, "chess")])
    async with listing(paths, answers) as (driver, screen):
        await driver.press("down", "enter", "e")
        assert opened == ["g1", "review g1"]
        await driver.pilot.click("#games", offset=(20, 4))
        assert opened == ["g1", "review g1"], "the first click marks"
        await driver.pilot.click("#games", offset=(20, 4))
        assert opened[2:] == ["g3"]
        await driver.press("end")
        assert "my_games.replay" not in offered(screen), "this program does not know the game"
        assert "chess" in driver.text


async def test_a_game_from_a_file_can_be_deleted_and_no_other(paths: Paths) -> None:
    answers = Answers(many(5))
    answers.more[DropGame] = Dropped()
    async with listing(paths, answers) as (driver, screen):
        assert "my_games.drop" not in offered(screen)
        await driver.press("down", "down", "d")
        await driver.shown(Question)
        await driver.press("enter")
        assert not any(isinstance(one, DropGame) for one in answers.asked), "the first answer keeps it"
        await driver.press("d", "down", "enter")
        await driver.shown(MyGames)
        assert [one.game for one in answers.asked if isinstance(one, DropGame)] == ["g2"]
        assert isinstance(answers.asked[-1], Games), "the list is fetched anew"


async def test_a_file_is_imported_or_what_is_wrong_with_it_said(paths: Paths, tmp_path: Path) -> None:
    answers = Answers(many(5))
    file = tmp_path / "game.triqueta"
    file.write_bytes(b"a game")
    async with listing(paths, answers) as (driver, screen):
        await driver.press("i")
        card = await driver.shown(ImportDialog)
        words = card.query_one("#trouble", Static)
        await driver.press("enter")
        assert str(words.content) == "Where to? Type a file name."
        await driver.press(*"/nowhere/x", "enter")
        await driver.until(lambda: str(words.content) == "There’s no such file: /nowhere/x")
        answers.more[ImportGame] = RefusalError(Code.FILE_DAMAGED)
        await driver.press("ctrl+u")
        driver.app.post_message(events.Paste(str(file)))
        await driver.press("enter")
        await driver.until(lambda: "damaged" in str(words.content) or "changed" in str(words.content))
        taken = game(3)
        answers.more[ImportGame] = GamesFound(games=(taken,), total=1)
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, MyGames) and screen._list.cursor == 3)
        sent = [one for one in answers.asked if isinstance(one, ImportGame)]
        assert [(one.file, one.keep) for one in sent] == [(b"a game", True)] * 2


NOTHING: tuple[tuple[str, Exception | None, str], ...] = (
    ("", None, "No finished games yet."),
    ("hearth", None, "You haven’t finished a game on this server yet."),
    ("hearth", RefusalError(Code.ARCHIVE_BUSY), "already in progress"),
)
"""Where nothing is listed, and what is said there."""


async def test_an_empty_list_says_why(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "WAITS", [0.0])
    answers = Answers()
    async with driving(answered_by(make_app(paths), answers)) as driver:
        for server, trouble, words in NOTHING:
            answers.asked.clear()
            if trouble is not None:
                answers.more[Games] = trouble
            screen = MyGames(server)
            await driver.app.push_screen(screen)
            await driver.until(lambda: not screen._asking)  # noqa: B023 - waited for at once
            assert words in " ".join(driver.text.replace("│", " ").split())
            assert offered(screen).isdisjoint({"my_games.replay", "my_games.export", "my_games.drop"})
            assert ("my_games.import" in offered(screen)) is (not server)
            busy = isinstance(trouble, RefusalError)
            assert len(answers.asked) == (2 if busy else 1), "a server that is busy is asked again"
            await driver.app.pop_screen()


async def test_the_ways_in_and_back(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    granted: list[Intent] = []
    monkeypatch.setattr(Navigator, "go", lambda _, intent: granted.append(intent))
    async with driving(answered_by(make_app(paths), Answers())) as driver:
        await driver.press("m")
        assert granted == [ShowGames()]
        lobby = Lobby("hearth", (), watch=False)
        await driver.app.push_screen(lobby)
        await driver.shown(Lobby)
        await driver.press("m")
        await driver.shown(MyGames)
        await driver.press("escape")
        await driver.shown(Lobby)
        await driver.app.pop_screen()
        await driver.app.push_screen(MyGames())
        await driver.press("q")
        await driver.shown(Home)
