"""Records as a table would write them, and a disk as full as a test needs it."""

from triqueta_server.store.records import Credential, Entry, GameRecord, PlayerRecord
from triqueta_server.store.store import Store

ANA = PlayerRecord("ana", Credential("key", b"ana's key"), "Ana", 100.0)


def a_game(
    game: str = "g1", table: str = "KNOT", number: int = 1, players: tuple[str | None, ...] = ("ana", None)
) -> GameRecord:
    return GameRecord(
        game, table, "triqueta", number, 1000.5, b"\x00seed", b"salt\xff", b"\x81setup", players
    )


def a_move(game: str, n: int) -> Entry:
    return Entry(
        game, n, 1000.0 + n, "move", n % 2, "ana" if n % 2 else None, n, b"move %d of " % n + game.encode()
    )


def moves(game: str, last: int) -> list[Entry]:
    return [a_move(game, n) for n in range(1, last + 1)]


def limit_pages(store: Store, pages: int) -> None:
    """Make SQLite answer as on a full disk. The file never has to shrink: the limit is at least its size."""
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
