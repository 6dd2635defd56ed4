"""One guest's game over SSH, from the terminal that is asked for to the end of the connection."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import Any, Final

import asyncssh

from triqueta_protocol.codes import read_code
from triqueta_protocol.internal.guest import Guest
from triqueta_protocol.text import clean
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.context import GatewayContext
from triqueta_server.gateways.identity import GuestKey
from triqueta_server.gateways.input_cleaning import Keyboard, window
from triqueta_server.gateways.kept_guests import GuestKeeper
from triqueta_server.gateways.messages import Message, translated
from triqueta_server.gateways.prefork.gateway_side import GuestClient
from triqueta_server.gateways.ssh.terminal import Plain, PseudoTerminal, client_environment, speaks_utf8
from triqueta_server.limits.guests import TooManyGuessesError

RESTORE: Final = b"\x1b[<u\x1b[?2004;1004;1000;1003;1006;1015;1049l\x1b[?7;25h\x1b[0m"
"""Undoes in the guest's terminal what a client that could not end by itself has set."""

HANG_UP_WITHIN: Final = 2.0
DUMB: Final = frozenset({"dumb", "unknown", ""})

PASSWORD_TRIES: Final = 3
LONGEST_PASSWORD: Final = 200

_ENTER: Final = frozenset("\r\n")
_ERASE: Final = frozenset("\x7f\b")
_QUIT: Final = frozenset("\x03\x04")

log = logging.getLogger(__name__)


class PasswordPrompt:
    """Reads lines without showing them. What is typed ahead waits. A key does not replace the password."""

    def __init__(self) -> None:
        self._line = ""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(PASSWORD_TRIES)

    async def line(self) -> str | None:
        """The next line; None if the guest gives up."""
        return await self._lines.get()

    def type(self, keys: bytes) -> None:
        for key in keys.decode(errors="replace"):
            if self._lines.full():
                return
            if key in _ENTER:
                self._lines.put_nowait(self._line)
                self._line = ""
            elif key in _ERASE:
                self._line = self._line[:-1]
            elif key in _QUIT:
                self._lines.put_nowait(None)
            elif len(self._line) < LONGEST_PASSWORD:
                self._line += key


@dataclass(eq=False)
class SshContext(GatewayContext):
    """What all connections of the SSH gateway share."""

    sessions: "set[GuestSession]" = field(default_factory=set)


class GuestSession(asyncssh.SSHServerSession[bytes]):
    """A terminal with a client behind it. Commands, subsystems and everything else are refused."""

    def __init__(
        self,
        context: SshContext,
        connection: asyncssh.SSHServerConnection,
        address: str,
        username: str,
        key: GuestKey | None,
    ) -> None:
        self._context = context
        self._connection = connection
        self._address = address
        self._username = username
        self._key = key
        self._kept_as = key.public if key is not None else None
        """The name of the guest's settings."""
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._sent: dict[str, str] = {}
        self._size: tuple[int, int] | None = None
        self._term = ""
        self._command = False
        """Whether a command was asked for instead of the game."""
        self._prompt: PasswordPrompt | None = None
        self._screen: PseudoTerminal | None = None
        self._keyboard = Keyboard()
        self._plain: Plain | None = None
        self.task: asyncio.Task[None] | None = None
        """The visit, from the first message to the guest's terminal as it was."""
        self._idle: asyncio.TimerHandle | None = None
        self._finished: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()

    # Called by the library

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        self._term = term_type
        self._size = window(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """There is no shell; this is how the game is asked for."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accepted only to be answered in words: a bare refusal would not say what there is instead."""
        self._command = True
        return True

    def session_started(self) -> None:
        assert self._channel is not None
        self._sent = dict(self._channel.get_environment())
        if not speaks_utf8(self._sent):
            self._plain, self._keyboard = Plain(), Keyboard("latin-1")
        self._context.sessions.add(self)
        self.task = asyncio.create_task(self._run())

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._screen is not None:
            self._watch_idleness()
            self._screen.type(self._keyboard.feed(data))
        elif self._prompt is not None:
            self._prompt.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = window(width, height)
        if self._screen is not None:
            self._screen.resize(*self._size)

    def eof_received(self) -> bool:
        """End the visit at the end of input; the channel stays open for the last output."""
        self.finish(None)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.finish(None)

    def pause_writing(self) -> None:
        if self._screen is not None:
            self._screen.hold(True)

    def resume_writing(self) -> None:
        if self._screen is not None:
            self._screen.hold(False)

    # The visit

    def finish(self, why: Message | None) -> None:
        """End the visit; the guest is told why, if there is a message."""
        if not self._finished.done():
            self._finished.set_result(why)
            self._context.guests.begin_to_leave(self)

    async def _run(self) -> None:
        status = 1
        refusal = await self._context.guests.enter(self, self._address)
        try:
            if refusal is not None:
                log.info("ssh guest refused address=%s reason=%s", self._address, refusal.value)
                self._say(refusal)
            elif self._command:
                self._complain(Message.NO_COMMANDS)
            elif self._size is None:
                self._say(Message.NO_TERMINAL)
            elif self._term in DUMB:
                self._say(Message.DUMB_TERMINAL)
            elif await self._knows_password():
                status = await self._play(*self._size)
        except StartupError as error:
            log.error("ssh client not started address=%s error=%s", self._address, error)
            self._say(Message.BROKEN)
        finally:
            self._context.guests.leave(self)
            self._context.sessions.discard(self)
            log.info("ssh guest disconnected address=%s name=%s", self._address, clean(self._username))
            self._hang_up(status)

    async def _knows_password(self) -> bool:
        if self._context.config.password is None:
            return True
        asking = asyncio.create_task(self._ask_for_password())
        try:
            async with asyncio.timeout(self._context.config.limits.login):
                await self._unless_finished(asking)
        except TimeoutError:
            log.info("ssh password late address=%s", self._address)
        finally:
            self._prompt = None
            asking.cancel()
        return asking.done() and not asking.cancelled() and asking.result()

    async def _ask_for_password(self) -> bool:
        prompt = self._prompt = PasswordPrompt()
        for _ in range(PASSWORD_TRIES):
            self._say(Message.PASSWORD)
            typed = await prompt.line()
            if typed is None:
                return False
            try:
                if await self._context.guesses.is_right(typed.encode(), self._address):
                    return True
                self._say(Message.WRONG_PASSWORD)
            except TooManyGuessesError:
                self._say(Message.TOO_MANY_GUESSES)
        return False

    async def _play(self, columns: int, lines: int) -> int:
        screen = self._screen = PseudoTerminal(columns, lines, self._draw)
        self._watch_idleness()
        try:
            try:
                keeper = GuestKeeper(self._context.kept, self._kept_as, self._address)
                client = await self._context.prefork.fork(self._guest(), [screen.slave], keeper.hear)
            finally:
                screen.handed_over()
            await self._unless_finished(client.ended)
            return await self._end_client(screen, client)
        finally:
            screen.close()
            self._screen = None
            if self._idle is not None:
                self._idle.cancel()

    async def _end_client(self, screen: PseudoTerminal, client: GuestClient) -> int:
        """Restore the guest's terminal and return the exit status."""
        if client.ended.done():
            screen.drain()
            if client.ended.result():
                self._write(RESTORE)
                self._say(Message.BROKEN)
            return client.ended.result() and 1
        why = self._finished.result()
        screen.close()
        try:
            async with asyncio.timeout(HANG_UP_WITHIN):
                await asyncio.shield(client.ended)
        except TimeoutError:
            client.kill()
        if why is not None:
            self._write(RESTORE)
            self._say(why)
        return 1

    async def _unless_finished(self, something: asyncio.Future[Any]) -> None:
        both: set[asyncio.Future[Any]] = {something, self._finished}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)

    def _watch_idleness(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        later = asyncio.get_running_loop().call_later
        self._idle = later(self._context.config.limits.idle, self.finish, Message.IDLE)

    def _guest(self) -> Guest:
        table = read_code(self._username)
        # In capitals, as codes are told, it is no name: not even when the table is gone.
        certain = table is not None and table == self._username
        return Guest(
            address=self._context.config.server_url,
            name="" if certain else clean(self._username),
            key=self._key.secret if self._key is not None else None,
            password=self._context.config.password,
            niceness=self._context.config.niceness,
            origin=self._context.identity.sealed("address", self._address),
            environment=client_environment(self._term, self._sent),
            arrival=self._arrival(),
            table=table,
            kept=self._context.kept.read(self._kept_as),
            letters=self._plain is not None,
        )

    def _arrival(self) -> str:
        """The address at which this connection has come in."""
        host, port, *_ = self._connection.get_extra_info("sockname") or ("", 0)
        host = host.removeprefix("::ffff:").partition("%")[0]
        return f"ssh://{f'[{host}]' if ':' in host else host}:{port}" if host else ""

    def _draw(self, drawn: bytes) -> None:
        self._write(drawn if self._plain is None else self._plain.feed(drawn))

    def _say(self, message: Message) -> None:
        text = self._translated(message)
        # A question waits on its line for the answer.
        ending = "" if message is Message.PASSWORD else "\r\n"
        self._write(("\r\n" + text + ending).encode(errors="replace"))

    def _translated(self, message: Message) -> str:
        chosen = self._context.kept.language(self._kept_as)
        return translated(message, self._sent, self._context.config.limits, chosen)

    def _complain(self, message: Message) -> None:
        """Say something where the answer of a command would not be expected."""
        if self._channel is not None and not self._channel.is_closing():
            text = self._translated(message) + ("\n" if self._size is None else "\r\n")
            with contextlib.suppress(BrokenPipeError, OSError):
                self._channel.write_stderr(text.encode(errors="replace"))

    def _write(self, said: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            # The connection may break between looking and writing.
            with contextlib.suppress(BrokenPipeError, OSError):
                self._channel.write(said)

    def _hang_up(self, status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            with contextlib.suppress(OSError):
                self._channel.exit(status)
        # The other side closes the connection when it has read the exit status; or it is closed for it.
        asyncio.get_running_loop().call_later(HANG_UP_WITHIN, self._connection.close)
