"""Menu, footer and link status by themselves."""

import pytest
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen

from tests.triqueta_tui.driving import driving, make_app
from tests.triqueta_tui.session.quiet import QuietSession
from tests.triqueta_tui.widgets.stage import stage
from triqueta_tui.commands import ROOMS_OPTIONS, ROOMS_READY, ROOMS_START
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.paths import Paths
from triqueta_tui.session.events import LinkChanged
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus, link_words
from triqueta_tui.widgets.menu import Entry, Menu


async def test_a_menu_keeps_its_cursor_on_the_same_entry(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Menu(Entry("a", "A"), Entry("b", "B"), Entry("c", "C"))])
        menu = screen.query_one(Menu)
        await driver.press("down")
        menu.set_entries([Entry("z", "Z"), Entry("a", "A"), Entry("b", "B")])
        await driver.press("enter")
        menu.set_entries([Entry("z", "Z")])
        await driver.press("enter")
        menu.set_entries([])
        await driver.press("enter", "down")
        assert screen.heard == ["b", "z"]
        assert menu.selected is None


class Offering(Screen[None]):
    """A screen whose footer the test looks at."""

    BINDINGS = [*bindings(ROOMS_START, ROOMS_READY, ROOMS_OPTIONS)]  # noqa: RUF012 - as Textual has it

    def __init__(self) -> None:
        super().__init__()
        self.may_start = True
        self.done: list[str] = []

    def compose(self) -> ComposeResult:
        yield Footer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "start" or self.may_start

    def action_ready(self) -> None:
        self.done.append("ready")


async def test_the_footer_shows_only_what_can_be_done_now(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = Offering()
        await driver.app.push_screen(screen)
        settings = "o table settings"
        await driver.until(lambda: driver.text.splitlines()[-1].startswith(f"s start  r ready  {settings}"))
        screen.may_start = False
        screen.refresh_bindings()
        await driver.until(lambda: driver.text.splitlines()[-1].startswith(f"r ready  {settings}"))
        await driver.pilot.click(Footer, offset=(3, 0))
        await driver.until(lambda: screen.done == ["ready"])


async def test_commands_on_the_right_are_drawn_again_where_those_on_the_left_push_them(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driving(make_app(paths)) as driver:
        screen = Offering()
        await driver.app.push_screen(screen)
        await driver.pilot.pause()
        footer = screen.query_one(Footer)
        left, right = footer._fitting(1000)
        whole = sum(offer.cells + 2 for offer in (*left, *right[:1]))
        # All fits, but the last gap is cut short.
        await driver.pilot.resize_terminal(whole - 2, 12)
        drawn: list[tuple[Region, ...]] = []
        monkeypatch.setattr(footer, "refresh", lambda *regions, **_: drawn.append(regions))
        screen.may_start = False
        screen.refresh_bindings()
        await driver.until(lambda: bool(drawn))
        assert () in drawn


@pytest.mark.parametrize("width", [40, 50, 60, 80, 120])
async def test_a_narrow_footer_leaves_out_the_last_words_but_never_the_keys(paths: Paths, width: int) -> None:
    async with driving(make_app(paths), size=(width, 12)) as driver:
        await driver.app.push_screen(Offering())
        await driver.pilot.pause()
        line = driver.text.splitlines()[-1].rstrip()
        assert line.startswith("s start")
        assert "? keys" in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "state",
    [
        LinkChanged("connecting"),
        LinkChanged("linked"),
        LinkChanged("linked", delay_ms=12),
        LinkChanged("reconnecting", attempt=3),
        LinkChanged("gone", reason="evicted"),
        LinkChanged("gone", reason="no_answer"),
        LinkChanged("gone", reason="a reason from the future"),
        LinkChanged("gone"),
    ],
)
def test_every_state_of_the_link_has_words(state: LinkChanged, language: str) -> None:
    use(language)
    words = link_words(state)
    assert words
    assert "{" not in words
    if state.delay_ms:
        assert "12" in words
    if state.attempt:
        assert "3" in words


async def test_the_link_status_begins_with_what_is_known(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        session = QuietSession(LinkChanged("linked", delay_ms=7))
        screen = await stage(driver, lambda: [LinkStatus(session)])
        assert "connected, 7 ms" in driver.text
        session.tell(LinkChanged("reconnecting", attempt=2))
        await driver.until(lambda: "attempt 2" in driver.text)
        assert screen.query_one(LinkStatus).has_class("-reconnecting")
        await driver.app.pop_screen()
        assert session.listeners == [], "what is gone hears nothing any more"
