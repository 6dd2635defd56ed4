"""An app that is driven by a test is waited for until it has nothing to do, not until it has used no CPU.

Textual's pilot sleeps at least 20 ms after every key, and sends every widget a message to learn whether it
is through with the others. Whether an app has anything left to do can be looked up: no callback of the event
loop is ready, every widget waits for its next message, and nothing waits to be drawn. Whatever cannot be
looked up (a thread, a short timer, a handler that waits for something) is waited for as Textual does it.
"""

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Iterator
from types import CoroutineType
from typing import Any, Final

from textual import app as textual_app
from textual import pilot as textual_pilot
from textual._context import active_app
from textual._wait import wait_for_idle
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen

SHORT: Final = 0.1
"""Seconds of a timer that is waited for as Textual does it."""
_ROUNDS: Final = 50
"""How often a screen may ask to be drawn again before Textual's own waiting takes over."""

_WAITING: Final = MessagePump._get_message.__code__


def install() -> None:
    """For all apps of this process that tests drive."""
    if Pilot.pause is not _pause:
        Pilot.pause = _pause  # type: ignore[method-assign]
        Pilot._wait_for_screen = _wait_for_screen  # type: ignore[method-assign]
        textual_app.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
        textual_pilot.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]


_wait_for_every_widget: Final = Pilot._wait_for_screen


async def _pause(self: Pilot[Any], delay: float | None = None) -> None:
    await _wait_for_screen(self)
    if delay is None:
        await _wait_for_idle(0)
    else:
        await asyncio.sleep(delay)
        self.app.screen._on_timer_update()


async def _wait_for_screen(self: Pilot[Any], timeout: float = 30.0) -> bool:  # noqa: ASYNC109 - as Textual's
    await _nothing_ready()
    if self.app._exception is None and not any(map(_busy, _pumps(self.app))):
        return True
    return await _wait_for_every_widget(self, timeout)


async def _wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    app = active_app.get()
    waited = False
    for _ in range(_ROUNDS):
        await _nothing_ready()
        if not waited and _waits_for_time(app):
            await wait_for_idle(min_sleep, max_sleep)
            waited = True
            continue
        screens = [screen for screen in app._screen_stack if _undrawn(screen)]
        if not screens:
            return
        for screen in screens:
            screen._on_timer_update()
    await wait_for_idle(min_sleep, max_sleep)


async def _nothing_ready() -> None:
    """Wait until twice in a row, with a look at sockets and timers between, nothing was ready to run."""
    loop: Any = asyncio.get_running_loop()
    quiet = 0
    while quiet < 2:
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1


def _pumps(app: App[Any]) -> Iterator[MessagePump]:
    yield app
    if app._screen_stack:
        yield from app.screen.walk_children(with_self=True)


def _busy(pump: MessagePump) -> bool:
    """Whether it is in the middle of a message."""
    task = pump._task
    if task is None or task.done():
        return False
    inner: Any = task.get_coro()
    while isinstance(inner, CoroutineType):
        if inner.cr_code is _WAITING:
            return False
        inner = inner.cr_await
    return True


def _undrawn(screen: Screen[Any]) -> bool:
    if screen._callbacks:
        return True
    # One behind another is always to be drawn again when the one on top has been.
    return (
        screen is screen.app.screen
        and not screen.app._batch_count
        and bool(
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._recompose_required
            or screen._dirty_widgets
        )
    )


def _waits_for_time(app: App[Any]) -> bool:
    """Whether something goes on that only time can tell about."""
    if _threads_at_work(asyncio.get_running_loop()) or app._animator._animations or app._animator._scheduled:
        return True
    return any(
        _runs(timer) and timer._interval <= SHORT and timer.name != "screen_update"
        for pump in _pumps(app)
        for timer in pump._timers
    )


def _runs(timer: Any) -> bool:
    return timer._active.is_set() and timer._task is not None and not timer._task.done()


def _threads_at_work(loop: AbstractEventLoop) -> bool:
    executor: Any = loop._default_executor  # type: ignore[attr-defined]
    return executor is not None and executor._idle_semaphore._value < len(executor._threads)
