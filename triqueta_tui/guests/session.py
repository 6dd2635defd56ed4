"""A guest's connection: always to the same server, with the key from the gateway."""

from collections.abc import Callable, Container
from typing import Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.internal.guest import ORIGIN_HEADER, Guest
from triqueta_protocol.requests import Join, Watch
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.text import NAME_CELLS, cells
from triqueta_tui.session.address import Address, parse_address
from triqueta_tui.session.client_protocol import ClientProtocol
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import Welcomed
from triqueta_tui.session.intents import HostTable
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.own_tables import WaitingSeat
from triqueta_tui.session.player_keys import PlayerKeys
from triqueta_tui.session.session import Session, Spawn

NAMESAKES: Final = 99
"""The most guests of one name, told apart by numbers."""


class GuestSession(Session):
    """Games against bots are also played at this server, at a private table."""

    def __init__(
        self,
        guest: Guest,
        name: str,
        games: Container[str],
        memory: Memory,
        keys: PlayerKeys,
        spawn: Spawn,
        pace: int = TableSettings().pace,
        preload: Callable[[str], object] = lambda _: None,
    ) -> None:
        super().__init__(name, games, None, memory, keys, spawn, pace=pace, preload=preload)
        self._guest = guest
        self._alone = False
        """Whether the guest plays against bots."""
        self._address = parse_address(guest.address)
        if guest.origin:
            self._headers = {ORIGIN_HEADER: guest.origin}

    @property
    def arrival(self) -> str:
        """The guest's entrance; the client itself runs on the server's machine."""
        return self._guest.arrival or super().arrival

    @property
    def solo(self) -> bool:
        return self._alone

    @property
    def keeps_seat(self) -> bool:
        """Nobody would come back for it."""
        return False

    async def connect(self) -> None:
        await self._greet(self._address, str(self._address))

    async def is_let_in(self, word: str) -> bool:
        """Whether a word is the code of a table, which only asking for a seat there can tell."""
        try:
            await self.link.ask(Join, table=word)
        except RefusalError as refusal:
            return refusal.code not in {Code.UNKNOWN_TABLE, Code.FLOODING}
        return True

    async def arrive(self, table: str | None, *, returning: bool) -> bool:
        """Sit down at this table, or at the one where a seat waits. False if there is none.

        ``returning`` prefers a waiting seat.
        """
        own = [seat.table for seat in self.welcome.seats] if self.welcome is not None else []
        if own and table not in own and (returning or table is None):
            table = own[0]
        if table is None:
            return False
        try:
            await self.link.ask(Join, table=table)
        except RefusalError as refusal:
            if refusal.code != Code.TABLE_FULL:
                raise
            await self._watch_instead(table, refusal)
        return True

    async def _watch_instead(self, table: str, refusal: RefusalError) -> None:
        """A guest who comes too late watches."""
        try:
            await self.link.ask(Watch, table=table)
        except RefusalError:
            raise refusal from None
        self.watching = True

    async def leave(self, table: str) -> None:
        """Give up the seat, also in memory."""
        await super().leave(table)
        self.forget(table)

    def forgotten(self) -> None:
        """The same key is a new player's: the server has deleted its data."""
        tables = self._memory.tables
        tables.replace(tables.keys())

    async def _host(self, intent: HostTable) -> None:
        """Guests start no servers."""
        raise LinkGoneError("closed")

    async def _start_private(self, game: str = "", only: str | None = None) -> Welcomed:
        self._alone = True
        return await self._greet(self._address, str(self._address))

    async def _go_back(self, seat: WaitingSeat) -> None:
        self._alone = not seat.others
        await super()._go_back(seat)

    async def _greet(self, address: Address, server: str, password: str | None = None) -> Welcomed:
        """Connect with the guest's key; if the name is taken, with a number behind it."""
        self._server = server
        # The gateway has the server's password. A guest types a table's, which would be wrong there.
        self._password = password if self._guest.password is None else self._guest.password
        for number in range(1, NAMESAKES + 1):
            protocol = ClientProtocol(numbered(self._name, number), self._password, self._keys.key)
            try:
                # Ignore the address: a guest connects to no other.
                return await self._connect(self._address, protocol)
            except LinkGoneError as error:
                if error.reason != Code.NAME_TAKEN or number == NAMESAKES:
                    raise
        raise AssertionError("the last name is welcomed or refused")


def numbered(name: str, number: int) -> str:
    """The name for the guest with this number among namesakes; the first has it unchanged."""
    if number == 1:
        return name
    ending = f" {number}"
    while cells(name) + len(ending) > NAME_CELLS:
        name = name[:-1]
    return name.rstrip() + ending
