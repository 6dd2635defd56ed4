"""Whoever asks for a table and is new there may be guessing its code or its password: that goes slowly."""

from collections.abc import Callable, Container, Mapping
from functools import partial

from protocol import requests
from protocol.errors import Code, Refusal
from server.address_limits import Deed
from server.tables.services import Services
from server.tables.state.player import Player
from server.tables.state.table import Table

Entering = requests.Join | requests.Watch


class Guesses:
    """Nobody is refused for the wrong guesses of others: who comes behind them waits, and is heard then."""

    def __init__(
        self,
        services: Services,
        tables: Mapping[str, Table],
        suspended: Container[str],
        enter: Callable[[Table, Player, Entering], None],
        reject: Callable[[Player, Entering, Refusal], None],
    ) -> None:
        self._services = services
        self._tables = tables
        self._suspended = suspended
        self._enter = enter
        self._reject = reject

    def is_guess(self, player: Player, code: str) -> bool:
        """Whether somebody asks for a table who is new there: its code or its password may be wrong.

        Those of closed tables are not told from wrong ones, unless a seat there is the player's own.
        """
        code = code.upper()
        table = self._tables.get(code)
        if table is None:
            return code not in self._suspended
        return not table.knows_player(player)

    def hear(self, player: Player, request: Entering) -> None:
        """Carry out what may be a guess, at once or when the address and the table have room for a wrong one.

        Whatever others guess, the right password gets in.
        """
        if player.guessing:
            raise Refusal(Code.FLOODING)
        services, table = self._services, self._invited_to(request.table, player)
        wait = services.addresses.wait(player.origin, Deed.GUESS)
        if table is not None and table.password is not None and request.password is not None:
            owed = table.password_limit.spend(services.now())
            wait = max(wait, owed / services.limits.guess_rate)
        if wait:
            player.guessing = True
            services.call_later(wait, partial(self._hear_late, player, request))
        else:
            self._hear_now(player, request)

    def _hear_late(self, player: Player, request: Entering) -> None:
        player.guessing = False
        try:
            self._hear_now(player, request)
        except Refusal as refusal:
            self._reject(player, request, refusal)

    def _hear_now(self, player: Player, request: Entering) -> None:
        table = self._invited_to(request.table, player)
        if table is None:
            raise Refusal(Code.UNKNOWN_TABLE)
        if table.closed:
            raise Refusal(Code.TABLE_CLOSED)
        if request.password is None or table.password is None or table.knows(request.password):
            self._services.addresses.give_back(player.origin, Deed.GUESS)
            if table.password is not None and request.password is not None:
                table.password_limit.spend(self._services.now(), -1.0)
        self._enter(table, player, request)

    def _invited_to(self, code: str, player: Player) -> Table | None:
        """The table that somebody new, or somebody of it, means by a code."""
        code = code.upper()
        table = self._tables.get(code)
        if table is not None and (table.invitation is None or table.knows_player(player)):
            return table
        return next((one for one in self._tables.values() if one.invitation == code), None)
