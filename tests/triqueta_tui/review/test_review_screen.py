"""The review on the screen: it grows, stops and goes on; its cursor leads to the replay."""

import asyncio
from typing import Any, cast

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.triqueta_tui.bare import BareApp, MakeApp
from tests.triqueta_tui.games.playing import NotingNavigator
from tests.triqueta_tui.review.assessed import DEAREST, a_game
from triqueta_protocol.archive import AssessmentFound
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import Assess
from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.review import screen as review_screen
from triqueta_tui.review.screen import ReviewScreen


class ExpertNavigator(NotingNavigator):
    """Stands for the server: gives what an expert has found out, as far as it is let."""

    game = ("triqueta", 3)

    def __init__(self, app: TriquetaApp) -> None:
        super().__init__(app)
        self.asked: list[int] = []
        self.let = 10_000
        """How many moments it gives before it waits."""
        self.troubles: list[Exception] = []
        self.more = asyncio.Event()
        self.replays: list[tuple[str, int | None, int | None]] = []

    async def find(self, kind: Any, **fields: Any) -> Any:
        assert kind is Assess
        assert fields["game"] == "g1"
        step = fields["step"]
        self.asked.append(step)
        if self.troubles:
            raise self.troubles.pop(0)
        while step >= self.let:
            await self.more.wait()
        await asyncio.sleep(0)
        return a_game(*self.game)[1][step]

    def open_replay(self, game: str, *, at: int | None = None, decisive: int | None = None) -> None:
        self.replays.append((game, at, decisive))


class Expert(BareApp):
    NAVIGATOR = ExpertNavigator
    navigator: ExpertNavigator

    async def review(self) -> ReviewScreen:
        recording, _ = a_game(*self.navigator.game)
        table = self.games[self.navigator.game[0]].load_table()
        screen = ReviewScreen(recording, table, say("review.title", game=self.navigator.game[0]))
        await self.push_screen(screen)
        return screen


async def known(pilot: Pilot[None], screen: ReviewScreen, moments: int | None = None) -> None:
    """Wait until so many moments are known, or all."""
    wanted = screen.findings.total if moments is None else moments
    for _ in range(500):
        await pilot.pause()
        if screen.findings.known >= wanted:
            break
    screen.show()
    await pilot.pause()
    assert screen.findings.known == wanted


def text(app: BareApp) -> str:
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip)[:width] for strip in lines[:height])


@pytest.fixture
def expert(make_app: MakeApp) -> Expert:
    return cast("Expert", make_app(Expert))


async def test_it_grows_and_is_complete_in_the_end(expert: Expert) -> None:
    expert.navigator.let = 20
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        await known(pilot, screen, 20)
        total = screen.findings.total
        assert say("review.progress", done=20, total=total) in text(expert)
        expert.navigator.let = total
        expert.navigator.more.set()
        await known(pilot, screen)
        assert say("review.complete") in text(expert)
        assert expert.navigator.asked == list(range(total))
        # Until somebody moves the cursor it goes where something is to be seen.
        await pilot.press("enter")
        assert expert.navigator.replays == [("g1", DEAREST[0], screen.findings.decisive)]


async def test_it_can_be_stopped_and_goes_on_where_it_was(expert: Expert) -> None:
    expert.navigator.let = 15
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        await known(pilot, screen, 15)
        await pilot.press("space")
        expert.navigator.let = 10_000
        expert.navigator.more.set()
        # What was being thought about is not thrown away; nothing more is asked.
        await known(pilot, screen, 16)
        for _ in range(5):
            await pilot.pause()
        assert expert.navigator.asked == list(range(16))
        assert say("review.stopped", done=16, total=screen.findings.total) in text(expert)
        await pilot.press("space")
        await known(pilot, screen)
        assert expert.navigator.asked == list(range(screen.findings.total))


async def test_closing_ends_the_questions(expert: Expert) -> None:
    expert.navigator.let = 5
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        await known(pilot, screen, 5)
        await pilot.press("escape")
        assert not isinstance(expert.screen, ReviewScreen)
        expert.navigator.let = 10_000
        expert.navigator.more.set()
        for _ in range(5):
            await pilot.pause()
        assert len(expert.navigator.asked) == 6


async def test_a_busy_server_is_asked_again(expert: Expert, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_screen, "BUSY_FOR", 0.01)
    expert.navigator.troubles = [
        RefusalError(code) for code in (Code.ARCHIVE_BUSY, Code.FLOODING, Code.ARCHIVE_BUSY)
    ]
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        while not screen.findings.complete:
            await pilot.pause(0.005)
        await known(pilot, screen)
        assert expert.navigator.asked[:4] == [0, 0, 0, 0]


async def test_a_server_that_never_has_time_is_left_alone(
    expert: Expert, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_screen, "BUSY_FOR", 0.0)
    monkeypatch.setattr(review_screen, "PATIENCE", 3)
    expert.navigator.troubles = [RefusalError(Code.ARCHIVE_BUSY)] * 3
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        for _ in range(10):
            await pilot.pause()
        assert expert.navigator.asked == [0, 0, 0]
        assert not screen.going
        await pilot.press("space")
        await known(pilot, screen)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (RefusalError(Code.NO_REVIEW), "errors.no_review"),
    ],
)
async def test_trouble_is_said_and_can_be_tried_again(expert: Expert, trouble: Exception, words: str) -> None:
    expert.navigator.troubles = [trouble]
    async with expert.run_test(size=(120, 36)) as pilot:
        screen = await expert.review()
        for _ in range(5):
            await pilot.pause()
        assert say(words)[:30] in text(expert)
        assert expert.navigator.asked == [0]
        await pilot.press("space")
        await known(pilot, screen)


async def test_another_games_moment_is_not_believed(expert: Expert) -> None:
    wrong = AssessmentFound(step=7, total=9, chances=(1.0, 0.0, 0.0))

    async def find(kind: Any, **fields: Any) -> Any:
        return wrong

    expert.navigator.find = find  # type: ignore[method-assign]
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        for _ in range(5):
            await pilot.pause()
        assert screen.findings.known == 0
        assert not screen.going


async def test_the_cursor_goes_by_moments_by_costly_decisions_and_by_clicks(expert: Expert) -> None:
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        await known(pilot, screen)
        await pilot.press("home", "right", "right", "l", "left", "enter")
        await pilot.press("end", "enter")
        await pilot.press("down", "enter", "down", "enter", "down", "enter", "down", "enter", "up", "enter")
        last = screen.findings.total - 1
        steps = [at for _, at, _ in expert.navigator.replays]
        assert steps == [2, last, *DEAREST, DEAREST[0], DEAREST[-1]]
        await pilot.click("#plot", offset=(screen.plot.column_of(24), 3))
        await pilot.press("enter")
        at = expert.navigator.replays[-1][1]
        assert at is not None
        assert abs(at - 24) <= 1
        await pilot.click("#decisions", offset=(6, 1))
        await pilot.press("enter")
        assert expert.navigator.replays[-1][1] == DEAREST[0]


async def test_what_was_done_and_what_was_better_is_told(expert: Expert) -> None:
    async with expert.run_test(size=(80, 24)) as pilot:
        screen = await expert.review()
        await known(pilot, screen)
        shown = text(expert)
        recording, moments = a_game()
        for step in DEAREST:
            name = screen.players[moments[step].seat].name
            assert f"{name}: " in shown
        assert "−21% win chance" in shown
        assert "Better: " in shown
        whose = screen.recording.head.seat
        assert whose == 0
        await pilot.press("w")
        assert say("review.costly.you") in text(expert)
        told = screen.findings.costly(0)
        assert all(moments[one.step].seat == 0 for one in told)
        assert recording.total == len(moments)


async def test_somebody_elses_reason_is_quoted(expert: Expert) -> None:
    """Reasons say "you" to whoever decides."""
    _, moments = a_game()
    async with expert.run_test(size=(120, 36)) as pilot:
        screen = await expert.review()
        await known(pilot, screen)
        other = next(step for step in DEAREST if moments[step].seat != 0)
        name = screen.players[moments[other].seat].name
        assert f"From {name}’s seat: “" in text(expert)


async def test_where_no_reason_is_given_the_cost_is_the_reason(expert: Expert) -> None:
    _, moments = a_game()
    async with expert.run_test(size=(120, 36)) as pilot:
        screen = await expert.review()
        await known(pilot, screen)
        own = next(moments[step] for step in DEAREST if moments[step].seat == 0)
        assert f"Wins {round(100 * own.lost)} more games in a hundred." in text(expert)


def panes(screen: ReviewScreen) -> tuple[bool, bool]:
    """Whether decisions, and luck and skill, are shown."""
    return screen.decisions.display, screen.balance.display


async def test_a_small_terminal_shows_one_pane_at_a_time(expert: Expert) -> None:
    async with expert.run_test(size=(40, 12)) as pilot:
        screen = await expert.review()
        await known(pilot, screen)
        assert panes(screen) == (True, False)
        await pilot.press("tab")
        assert panes(screen) == (False, True)
        assert say("review.balance.draws") in text(expert)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert panes(screen) == (True, True)


async def test_without_colours_every_line_is_made_of_its_letter(make_app: MakeApp) -> None:
    app = cast("Expert", make_app(Expert, theme="plain"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await app.review()
        await known(pilot, screen)
        plot = text(app).splitlines()[1 : 1 + screen.plot.size.height - 1]
        left, right = screen.plot._sides
        for player in screen.players:
            columns = {x for line in plot for x in range(left, right) if line[x] == player.sign}
            assert len(columns) > 15
        assert not any(block in line for line in plot for block in "▀▄█")


@pytest.mark.parametrize(
    ("language", "size"),
    [*((language, (40, 12)) for language in LANGUAGES), ("zh_Hant", (80, 24)), ("de", (120, 36))],
)
async def test_it_fits_in_every_language(make_app: MakeApp, language: str, size: tuple[int, int]) -> None:
    app = cast("Expert", make_app(Expert, language=language))
    async with app.run_test(size=size) as pilot:
        screen = await app.review()
        await known(pilot, screen)
        assert screen.plot.size.height >= 5
        assert screen.size == size
        assert screen.max_scroll_y == 0
        shown = text(app)
        assert all(cell_len(line) <= size[0] for line in shown.splitlines())
        assert say("review.complete") in shown


@pytest.mark.parametrize("game", [("triche", 2), ("tripitz", 2)])
async def test_every_game_has_words_for_it(make_app: MakeApp, game: tuple[str, int]) -> None:
    app = cast("Expert", make_app(Expert))
    app.navigator.game = game
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await app.review()
        await known(pilot, screen)
        assert len(screen.findings.costly()) == 3
        assert "Better: " in text(app)


@pytest.mark.parametrize("game", ["triqueta", "triche", "tripitz"])
async def test_where_there_is_room_the_board_shows_the_decision_at_the_cursor(
    make_app: MakeApp, game: str
) -> None:
    app = cast("Expert", make_app(Expert))
    app.navigator.game = (game, 3)
    async with app.run_test(size=(160, 50)) as pilot:
        screen = await app.review()
        await known(pilot, screen)
        seen = set()
        for step in DEAREST:
            screen.point_at(step)
            await pilot.pause()
            assert screen.still.recorded.step == step
            seen.add(text(app))
        assert len(seen) == len(DEAREST)
        assert screen.still.region.bottom == app.size.height - 1
        await pilot.resize_terminal(120, 36)
        assert not screen.still.display
