"""A guest's connection: always to the same server, with the token that the door has given."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual.message import Message

from protocol.errors import Code, Refusal
from protocol.internal.guest import ORIGIN_HEADER, Guest
from protocol.requests import History, Join, Leave, TableRules, Watch
from protocol.text import NAME_CELLS, cells
from triqueta_tui.game import Games
from triqueta_tui.guests.memory import NOWHERE, GuestMemory
from triqueta_tui.intents import HostTable
from triqueta_tui.navigation.server_session import ServerSession, Spawn
from triqueta_tui.net.address import Address, parse_address
from triqueta_tui.net.client_protocol import ClientProtocol
from triqueta_tui.net.error_words import LinkGoneError
from triqueta_tui.net.known_servers import HERE
from triqueta_tui.net.messages import Welcomed
from triqueta_tui.paths import Paths

NAMESAKES: Final = 99
"""How many guests of one name are told apart by a number."""


class GuestServerSession(ServerSession):
    """Games against bots are played at this server, too, at a private table."""

    def __init__(
        self,
        guest: Guest,
        name: str,
        games: Games,
        memory: GuestMemory,
        tell: Callable[[Message], object],
        spawn: Spawn,
        pace: int = TableRules().pace,
    ) -> None:
        super().__init__(name, games, Paths.under(NOWHERE), memory, tell, spawn, pace=pace)
        self._guest = guest
        self._address = parse_address(guest.address)
        self._own_memory = memory
        if guest.origin:
            self._headers = {ORIGIN_HEADER: guest.origin}

    @property
    def arrival(self) -> str:
        """How the guest has come; the client itself is on the server's machine."""
        return self._guest.arrival or super().arrival

    async def connect(self) -> None:
        await self._greet(self._address, str(self._address), self._name)

    async def has_table(self, table: str) -> bool:
        """Whether there is a table with this code, which this player is not at."""
        try:
            await self.link.ask(History, table=table)
        except Refusal as refusal:
            return refusal.code != Code.UNKNOWN_TABLE
        return True

    async def arrive(self, table: str | None, *, returning: bool) -> bool:
        """Sit down at this table, or at the one where a seat waits. False if there is none.

        Whoever is ``returning`` goes to a seat that waits first.
        """
        own = [seat.table for seat in self.welcome.seats] if self.welcome is not None else []
        if own and table not in own and (returning or table is None):
            table = own[0]
        if table is None:
            return False
        try:
            await self.link.ask(Join, table=table)
        except Refusal as refusal:
            if refusal.code != Code.TABLE_FULL:
                raise
            await self._watch_instead(table, refusal)
        return True

    async def _watch_instead(self, table: str, refusal: Refusal) -> None:
        """Whoever is invited and comes too late can still see how the others play."""
        try:
            await self.link.ask(Watch, table=table)
        except Refusal:
            raise refusal from None
        self.watching = True

    async def leave(self, table: str) -> None:
        """Give up the seat: unlike a game on an own machine, nobody would come back for it."""
        await self.link.ask(Leave, table=table)
        self.forget()

    async def _host(self, intent: HostTable) -> None:
        """Guests start no servers."""
        raise LinkGoneError("closed")

    async def _start_private(self, name: str, game: str = "", only: str | None = None) -> Welcomed:
        """Connect to this server. A new game leaves the guest's other seats alone: friends may sit there."""
        welcome = await self._greet(self._address, HERE, name)
        return welcome if only else replace(welcome, seats=())

    async def _greet(self, address: Address, server: str, name: str, password: str | None = None) -> Welcomed:
        """Connect with the guest's token; if the name is taken, with a number behind it."""
        self._server = server
        # The door knows the server's. What the guest types is a table's, and would be wrong there.
        self._password = password if self._guest.password is None else self._guest.password
        for number in range(1, NAMESAKES + 1):
            protocol = ClientProtocol(numbered(name, number), self._own_memory.identity, self._password)
            try:
                # Whatever address was asked for: a guest connects to no other.
                welcome = await self._connect(self._address, protocol)
            except LinkGoneError as error:
                if error.reason != Code.NAME_TAKEN or number == NAMESAKES:
                    raise
                continue
            self._own_memory.identity = protocol.token
            return welcome
        raise AssertionError("the last name is welcomed or refused")


def numbered(name: str, number: int) -> str:
    """The name for the guest with this number among namesakes; the first has it unchanged."""
    if number == 1:
        return name
    ending = f" {number}"
    while cells(name) + len(ending) > NAME_CELLS:
        name = name[:-1]
    return name.rstrip() + ending
