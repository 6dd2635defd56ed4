"""Whoever drives an app waits for all that a key has set going, and has it do nothing else."""

import asyncio
from typing import ClassVar

import pytest
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from tests.triqueta_tui.shortcuts import STOCK

pytestmark = pytest.mark.skipif(STOCK, reason="of the shortcuts")


class Going(App[None]):
    """An app whose keys set something going."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "wait"),
        Binding("d", "draw"),
        Binding("t", "time"),
    ]
    done = ""

    async def action_wait(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0.01)
        self.done = "waited"

    def action_draw(self) -> None:
        self.refresh()
        self.call_after_refresh(self.call_after_refresh, self.mount, Static("drawn"))

    def action_time(self) -> None:
        self.set_timer(0.01, lambda: setattr(self, "done", "timed"))


async def test_a_handler_that_waits_is_waited_for() -> None:
    async with Going().run_test() as pilot:
        await pilot.press("w")
        assert pilot.app.done == "waited"  # type: ignore[attr-defined]


async def test_what_is_to_be_done_after_drawing_is_done_and_drawn() -> None:
    async with Going().run_test() as pilot:
        await pilot.press("d")
        await pilot.pause()
        strips = pilot.app.screen._compositor.render_strips()
        assert strips[0].text.startswith("drawn")


async def test_a_short_timer_is_waited_for() -> None:
    async with Going().run_test() as pilot:
        await pilot.press("t")
        assert pilot.app.done == "timed"  # type: ignore[attr-defined]


async def test_an_app_that_has_nothing_to_do_is_left_alone() -> None:
    told: list[Message] = []
    async with Going().run_test(message_hook=told.append) as pilot:
        await pilot.pause()
        told.clear()
        await pilot.pause()
        assert not told
