"""One guest's game over SSH, from the terminal that is asked for to the line that ends."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final

import asyncssh

from protocol.guest import Guest
from protocol.text import clean
from server.net.doors.keyboard import Keyboard
from server.net.doors.lifeline import CannotOpen
from server.net.doors.nursery import Child
from server.net.doors.sentences import Sentence, say
from server.net.doors.window import window
from server.net.ssh.password import PasswordQuestion
from server.net.ssh.plain import Plain
from server.net.ssh.screen import Screen
from server.net.ssh.surroundings import speaks_utf8, surroundings

if TYPE_CHECKING:
    from server.net.ssh.house import House

RESTORE: Final = b"\x1b[<u\x1b[?2004;1004;1000;1003;1006;1015;1049l\x1b[?7;25h\x1b[0m"
"""What a client that could not take its leave has left undone in the guest's terminal."""

HANG_UP_WITHIN: Final = 2.0
WRONG_PASSWORD_DELAY: Final = 1.0
DUMB: Final = frozenset({"dumb", "unknown", ""})

log = logging.getLogger(__name__)


class GuestSession(asyncssh.SSHServerSession[bytes]):
    """A terminal and a client behind it. Commands, subsystems and everything else are refused."""

    def __init__(
        self,
        house: "House",
        connection: asyncssh.SSHServerConnection,
        address: str,
        username: str,
        token: str | None,
    ) -> None:
        self._house = house
        self._connection = connection
        self._address = address
        self._username = username
        self._token = token
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._sent: dict[str, str] = {}
        self._size: tuple[int, int] | None = None
        self._term = ""
        self._question: PasswordQuestion | None = None
        self._screen: Screen | None = None
        self._keyboard = Keyboard()
        self._plain: Plain | None = None
        self._task: asyncio.Task[None] | None = None
        self._last_key = 0.0
        self._over: asyncio.Future[Sentence | None] = asyncio.get_running_loop().create_future()
        self.gone = asyncio.Event()

    # What the line asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """A terminal, for the game."""
        self._term = term_type
        self._size = window(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """There is no shell; this is how the game is asked for."""
        return True

    def session_started(self) -> None:
        """Play."""
        assert self._channel is not None
        self._sent = dict(self._channel.get_environment())
        if not speaks_utf8(self._sent):
            self._plain, self._keyboard = Plain(), Keyboard("latin-1")
        self._house.sessions.add(self)
        self._touch()
        self._task = asyncio.create_task(self._run())

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Something was typed."""
        self._touch()
        if self._screen is not None:
            self._screen.type(self._keyboard.feed(data))
        elif self._question is not None:
            self._question.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        self._size = window(width, height)
        if self._screen is not None:
            self._screen.resize(*self._size)

    def eof_received(self) -> bool:
        """Nobody types any more: the visit is over. What is left to say can still be said."""
        self._finish(None)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone; the seat is not."""
        self._finish(None)

    def pause_writing(self) -> None:
        """The line is slow."""
        if self._screen is not None:
            self._screen.hold(True)

    def resume_writing(self) -> None:
        """The line has room again."""
        if self._screen is not None:
            self._screen.hold(False)

    # The visit

    def dismiss(self, why: Sentence) -> None:
        """Send the guest home with a word."""
        self._finish(why)

    async def _run(self) -> None:
        status = 1
        refusal = self._house.crowd.enter(self._address)
        try:
            if refusal is not None:
                self._say(refusal)
            elif self._size is None or self._term in DUMB:
                self._say(Sentence.NO_TERMINAL)
            elif await self._knows_password():
                status = await self._play(*self._size)
        except CannotOpen as error:
            log.error("ssh: %s", error)
            self._say(Sentence.BROKEN)
        finally:
            if refusal is None:
                self._house.crowd.leave(self._address)
            self._house.sessions.discard(self)
            self.gone.set()
            self._hang_up(status)

    async def _knows_password(self) -> bool:
        password = self._house.orders.password
        if password is None:
            return True
        self._question = PasswordQuestion(password, self._say)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._house.orders.limits.login):
                await self._unless_over(self._question.answer)
        answer, self._question = self._question.answer, None
        if not answer.done():
            return False
        if not answer.result():
            # Guessing takes time.
            await asyncio.sleep(WRONG_PASSWORD_DELAY)
        return answer.result()

    async def _play(self, columns: int, lines: int) -> int:
        screen = self._screen = Screen(columns, lines, self._draw)
        idle = asyncio.create_task(self._mind_idleness())
        try:
            try:
                child = await self._house.nursery.begin(self._letter(), [screen.slave])
            finally:
                screen.handed_over()
            await self._unless_over(child.ended)
            return await self._see_out(screen, child)
        finally:
            idle.cancel()
            screen.close()
            self._screen = None

    async def _see_out(self, screen: Screen, child: Child) -> int:
        """Leave the guest's terminal as it was, whoever ended the visit."""
        if child.ended.done():
            screen.drain()
            if child.ended.result():
                self._write(RESTORE)
                self._say(Sentence.BROKEN)
            return child.ended.result() and 1
        why = self._over.result()
        screen.close()
        try:
            async with asyncio.timeout(HANG_UP_WITHIN):
                await asyncio.shield(child.ended)
        except TimeoutError:
            child.stop()
        if why is not None:
            self._write(RESTORE)
            self._say(why)
        return 1

    async def _unless_over(self, something: asyncio.Future[Any]) -> None:
        """Wait for something, or for the end of the visit."""
        both: set[asyncio.Future[Any]] = {something, self._over}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)

    async def _mind_idleness(self) -> None:
        loop, most = asyncio.get_running_loop(), self._house.orders.limits.idle
        left = most
        while left > 0:
            await asyncio.sleep(left)
            left = self._last_key + most - loop.time()
        self._finish(Sentence.IDLE)

    def _letter(self) -> Guest:
        orders = self._house.orders
        return Guest(
            address=orders.server,
            name=clean(self._username) or "Guest",
            token=self._token,
            password=orders.password,
            environment=surroundings(self._term, self._sent),
            letters=self._plain is not None,
        )

    def _touch(self) -> None:
        self._last_key = asyncio.get_running_loop().time()

    def _draw(self, drawn: bytes) -> None:
        self._write(drawn if self._plain is None else self._plain.feed(drawn))

    def _say(self, sentence: Sentence) -> None:
        text = say(sentence, self._sent)
        # A question waits on its line for the answer.
        ending = "" if sentence is Sentence.PASSWORD else "\r\n"
        self._write(("\r\n" + text + ending).encode(errors="replace"))

    def _write(self, said: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            # The line may break between looking and writing.
            with contextlib.suppress(BrokenPipeError, OSError):
                self._channel.write(said)

    def _finish(self, why: Sentence | None) -> None:
        if not self._over.done():
            self._over.set_result(why)

    def _hang_up(self, status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            with contextlib.suppress(OSError):
                self._channel.exit(status)
        # The other side closes the connection when it has read the exit status; or it is closed for it.
        asyncio.get_running_loop().call_later(HANG_UP_WITHIN, self._connection.close)
