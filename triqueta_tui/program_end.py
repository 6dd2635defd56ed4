"""Ends the client when it is told to by a signal, or when its terminal is gone."""

import asyncio
import select
import signal
import sys
from collections.abc import Callable
from threading import Thread
from typing import Final

from textual.driver import Driver

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)


def ending_with_terminal(driver: type[Driver], end: Callable[[int], object]) -> type[Driver]:
    """A driver that has ``end`` called with the exit status, once there is a reason to end.

    SIGHUP is handled even if the parent process ignored it: without a terminal there is nothing to
    play on.
    """

    class EndingWithTerminal(driver):  # type: ignore[misc, valid-type]  # the terminal's driver is chosen at run time
        watching = False
        gone = False
        """Whether there is no terminal any more to write to."""

        def start_application_mode(self) -> None:
            # Before the terminal is changed, so that it is always changed back.
            if not self.watching:
                self.watching = True
                self._watch()
            super().start_application_mode()

        def write(self, data: str) -> None:
            if not self.gone:
                super().write(data)

        def close(self) -> None:
            # The thread that writes has ended with the terminal: waiting for it could take for ever.
            if not self.gone:
                super().close()

        def _watch(self) -> None:
            loop = asyncio.get_running_loop()
            for number in _SIGNALS:
                loop.add_signal_handler(number, end, 128 + number)

            def hung_up() -> None:
                self.gone = True
                if not loop.is_closed():
                    loop.call_soon_threadsafe(end, 128 + signal.SIGHUP)

            Thread(target=_wait_for_hang_up, args=(hung_up,), name="hang-up", daemon=True).start()

    return EndingWithTerminal


def _wait_for_hang_up(hung_up: Callable[[], None]) -> None:
    """Block until the terminal is gone: one that is not the controlling terminal sends no signal."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return
    poll = select.poll()
    # No event is asked for: a hang-up is reported all the same, and nothing else.
    poll.register(sys.__stdin__.fileno(), 0)
    if any(events & select.POLLHUP for _, events in poll.poll()):
        hung_up()
