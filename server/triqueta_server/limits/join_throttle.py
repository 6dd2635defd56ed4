"""Slows requests that may be guesses at a table's code or password."""

from collections.abc import Callable
from functools import partial
from typing import Any

from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.limits.budgets import Budgets


class JoinThrottle:
    """An attempt waits behind the wrong guesses of others, and is never refused because of them."""

    def __init__(self, budgets: Budgets, call_later: Callable[[float, Callable[[], None]], Any]) -> None:
        self._budgets = budgets
        self._call_later = call_later
        self._waiting: set[str] = set()
        """Players with an attempt that waits."""

    def attempt(self, player: str, origin: str, table: str | None, act: Callable[[], None]) -> None:
        """Call ``act`` now, or when the address and the table have room for a wrong guess.

        ``table`` is the table whose password is tried, if there is one. ``act`` must not raise.
        """
        if player in self._waiting:
            raise RefusalError(Code.FLOODING)
        wait = self._budgets.address_guesses.delay(origin)
        if table is not None:
            wait = max(wait, self._budgets.table_guesses.delay(table))
        if wait:
            self._waiting.add(player)
            self._call_later(wait, partial(self._act_late, player, act))
        else:
            act()

    def was_right(self, origin: str, table: str | None) -> None:
        """The attempt was no wrong guess, and does not count."""
        self._budgets.address_guesses.give_back(origin)
        if table is not None:
            self._budgets.table_guesses.give_back(table)

    def _act_late(self, player: str, act: Callable[[], None]) -> None:
        self._waiting.discard(player)
        act()
