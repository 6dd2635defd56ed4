"""A session without a server: it says what the test lets it say."""

from collections.abc import Callable, Coroutine
from typing import Any

from triqueta_protocol.games.offer import GameOffer
from triqueta_tui.session.events import LinkChanged, SessionEvent
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.player_keys import PlayerKeys
from triqueta_tui.session.session import Session


def _nothing_runs(work: Coroutine[Any, Any, None]) -> object:
    work.close()
    return None


class QuietSession(Session):
    def __init__(self, state: LinkChanged | None = None, offered: tuple[GameOffer, ...] = ()) -> None:
        super().__init__("Ana", (), None, Memory(None), PlayerKeys(None), _nothing_runs)
        self._state = state
        self._offered = offered

    @property
    def state(self) -> LinkChanged | None:
        return self._state

    def offers(self) -> tuple[GameOffer, ...]:
        return self._offered

    @property
    def listeners(self) -> list[Callable[[SessionEvent], object]]:
        """Who wants to be told."""
        return self._listeners

    def tell(self, event: SessionEvent) -> None:
        if isinstance(event, LinkChanged):
            self._state = event
        self._tell(event)
