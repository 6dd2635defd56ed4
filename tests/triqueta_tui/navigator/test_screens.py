"""Screens replace each other in one step, whoever asks for it and however many do at once."""

import asyncio

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input, Static

from tests.triqueta_tui.driving import driving, make_app
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home


class Page(Screen[None]):
    """A screen with a field and a key of its own."""

    BINDINGS = [Binding("f5", "note", "note")]  # noqa: RUF012 - Textual's own

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
        self.noted = 0

    def compose(self) -> ComposeResult:
        yield Static(self.words)
        yield Input()

    def action_note(self) -> None:
        self.noted += 1


async def test_the_last_of_several_changes_at_once_is_what_is_shown(paths: Paths) -> None:
    async with driving(make_app(paths)) as at:
        pages = [Page(f"page {number}") for number in range(3)]
        await asyncio.gather(
            *(at.app.navigator.screens.show_alone(page) for page in pages[:2]),
            at.app.navigator.screens.clear(),
        )
        await at.app.navigator.screens.show_alone(pages[2])
        await at.until(lambda: "page 2" in at.text)
        home, *above = at.app.screen_stack
        assert isinstance(home, Home)
        assert above == [pages[2]]


async def test_a_screen_that_is_not_wanted_any_more_is_not_shown(paths: Paths) -> None:
    async with driving(make_app(paths)) as at:
        first, second = Page("first"), Page("second")
        shown = await asyncio.gather(
            at.app.navigator.screens.show_alone(first),
            at.app.navigator.screens.show_alone(second, lambda: at.app.screen is not first),
        )
        assert list(shown) == [True, False]
        assert at.app.screen is first


async def test_keys_and_focus_belong_to_the_new_screen(paths: Paths) -> None:
    async with driving(make_app(paths)) as at:
        first, second = Page("first"), Page("second")
        await at.app.navigator.screens.show_alone(first)
        await at.app.push_screen(Page("over it"))
        await at.app.navigator.screens.show_alone(second)
        await at.press("x", "f5")
        assert second.query_one(Input).value == "x"
        assert (first.noted, second.noted) == (0, 1)
        assert not first.is_running
