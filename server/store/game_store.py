"""What the server needs of wherever its games are kept. ``Store`` keeps them in a SQLite file."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from server.store.failures import GameDamaged
from server.store.records import HeldSeat, Loss, OwnMove, PlayerRecord, Record, StoredGame

P = ParamSpec("P")
T = TypeVar("T")


class GameStore(Protocol):
    """Used from one thread at a time: ``Journal`` has one for it.

    Whatever reads or writes raises ``StoreStalled`` while that is not possible, and ``StoreBroken`` if it is
    not any more; reading a game that is not what was written raises ``GameDamaged``.
    """

    @property
    def is_checked(self) -> bool:
        """Whether all that is stored has been looked at. If not: ``check_whole``."""

    @property
    def losses(self) -> Sequence[Loss]:
        """Games that had come further when this store was last open."""

    @property
    def games_lost(self) -> int:
        """How many games are not there any more at all."""

    def check(self) -> None:
        """See that what is stored is still in place, when nothing is written, too."""

    def check_whole(self) -> None:
        """Look at all that is stored, in whatever thread. What is wrong there stops all writing."""

    def write(self, batch: Sequence[Record]) -> None:
        """Write a batch, whole or not at all, and have it on the disk on return.

        Raises ``RecordRefused`` if some of the records are the reason that it cannot be written. A batch that
        could not be written is handed in again; then it may turn out to have been written after all.
        """

    def close(self) -> None: ...

    def player(self, token_hash: bytes) -> PlayerRecord | None:
        """The player with this hash, or with one that begins so."""

    def game(self, game_id: str) -> StoredGame | None: ...

    def last_games(
        self, since: float, damaged: Callable[[GameDamaged], None] | None = None
    ) -> Iterable[StoredGame]:
        """The last games of tables where something has happened since a time, in the order of beginning.

        Games that are not what was written are left out and handed to ``damaged``, or raised.
        """

    def unfinished_at(self, table: str) -> StoredGame | None:
        """The newest game of a table if that one has no end."""

    def unfinished_of(self, player: str) -> tuple[HeldSeat, ...]:
        """The seats a player began with in games that have no end, oldest game first."""

    def moves_of(self, player: str, since: float) -> tuple[OwnMove, ...]:
        """What a player has asked for in games that have no end, or ended at or after a time; or in the last.

        That one's table may be open for longer, and the time of day may have been set.
        """

    def tables_in_use(self) -> set[str]:
        """The codes of all tables with a game that has no end."""

    def read(self, query: Callable[Concatenate[Any, P], T], *args: P.args, **more: P.kwargs) -> T:
        """Ask for what lists, statistics and ratings need.

        Queries get a connection to the database and speak its language: they are SQLite's.
        """
