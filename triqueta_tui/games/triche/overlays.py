"""Opens the cards over the table: set-up, exchange, conquest and swap, and the end of a round."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from textual.app import App
from textual.screen import Screen

from protocol.games.triche import RoundEnded
from triqueta_tui.games.triche.conquest_card import ConquestCard
from triqueta_tui.games.triche.exchange_card import ExchangeCard
from triqueta_tui.games.triche.round_end import RoundEnd
from triqueta_tui.games.triche.set_up_card import SetUpCard
from triqueta_tui.games.triche.view import View


class Table(Protocol):
    """What the cards need of their table."""

    @property
    def app(self) -> App[None]: ...

    def send(self, action: Struct) -> None: ...

    def show_overlays(self, now: View, happenings: tuple[Struct, ...]) -> None: ...

    def open_once(self, kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None: ...


class Overlays:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._aside: tuple[int, str, int | None] | None = None
        """The decision whose card the player has put aside."""

    def open(self, now: View, happenings: tuple[Struct, ...]) -> None:
        """Open what this view calls for; the end of a round is looked at before the next begins."""
        ended = next((one for one in reversed(happenings) if isinstance(one, RoundEnded)), None)
        if ended is not None:
            counts = self._counts()
            if counts:
                counts[-1].count(now, ended)
            else:
                self._table.app.push_screen(RoundEnd(now, ended, self._go_on))
            return
        if not self.counting:
            self._decide(now)

    @property
    def counting(self) -> bool:
        """Whether the end of a round is being looked at."""
        return bool(self._counts())

    def _counts(self) -> list[RoundEnd]:
        stack = self._table.app.screen_stack
        return [screen for screen in stack if isinstance(screen, RoundEnd) and not screen.leaves]

    def _go_on(self, now: View) -> None:
        self._table.show_overlays(now, ())

    def _put_aside(self, now: View) -> None:
        self._aside = _decision(now)

    def reopen(self, now: View) -> None:
        """Open the card that was put aside."""
        self._aside = None
        self._decide(now)

    def _decide(self, now: View) -> None:
        if not now.my_turn or self._aside == _decision(now):
            return
        send = self._table.send
        match now.public.phase:
            case "set_up":
                self._table.open_once(SetUpCard, lambda: SetUpCard(now, send, self._put_aside))
            case "redraw":
                self._table.open_once(ExchangeCard, lambda: ExchangeCard(now, send, self._put_aside))
            case "conquer" | "swap":
                self._table.open_once(ConquestCard, lambda: ConquestCard(now, send, self._put_aside))


def _decision(now: View) -> tuple[int, str, int | None]:
    public = now.public
    return public.round, public.phase, public.turn
