"""The table of limits: what is counted, per what, how many, and what the client is told beyond it.

``docs/limits.md`` is made from this module by ``python -m tests.server.limits.page``.
"""

from typing import Annotated, Final, NamedTuple

from msgspec import Struct

from triqueta_protocol.errors import Code

PEOPLE: Final = 64
"""People behind one address for whom the values of ``address_…`` are meant. These grow with
``players_per_address``."""

BUSY: Final = 8
"""Connections of one address that may all send at the rate of one, all the time."""


class Rate(Struct, frozen=True):
    """A token bucket."""

    per_second: float
    """In the long run."""
    at_once: float

    def times(self, factor: float) -> "Rate":
        return Rate(self.per_second * factor, max(1.0, self.at_once * factor))


class Limit(NamedTuple):
    what: str
    per: str
    beyond: str
    """The error code that the client gets, or in words what happens."""
    option: str = ""
    """Of the command line."""


class Limits(Struct, frozen=True):
    """The limits of a server's port and tables. Seconds and bytes unless said otherwise."""

    # Connections
    accepted_per_turn: Annotated[int, Limit("connections in a turn of the event loop", "port", "wait")] = 8
    address_connections: Annotated[Rate, Limit("connections", "address", "wait, then reset")] = Rate(
        30.0, 130.0
    )
    connection_queue: Annotated[float, Limit("seconds that a connection waits", "connection", "reset")] = 2.0
    hello_within: Annotated[
        float,
        Limit("seconds for TLS, HTTP, and `hello`, each", "connection", Code.HELLO_LATE, "--greet-within"),
    ] = 10.0
    close_within: Annotated[float, Limit("seconds to close", "connection", "reset")] = 5.0
    http_request: Annotated[int, Limit("bytes of an HTTP request", "connection", "closed")] = 32 * 1024
    control_frames: Annotated[Rate, Limit("pings, pongs, fragments", "connection", "closed")] = Rate(
        5.0, 50.0
    )
    frames_per_turn: Annotated[int, Limit("frames in a turn of the event loop", "connection", "wait")] = 32
    bytes_per_turn: Annotated[int, Limit("bytes in a turn of the event loop", "connection", "wait")] = (
        32 * 1024
    )
    unparsed: Annotated[int, Limit("bytes that wait to be parsed", "connection", "closed")] = 1024 * 1024
    backlog: Annotated[
        int, Limit("bytes that wait for the client to read", "connection", "closed", "--max-backlog")
    ] = 256 * 1024

    # Requests, each counted by what it costs
    requests: Annotated[
        Rate,
        Limit("requests", "connection", "`flooding`, then slowed, then closed", "--max-rate, --max-burst"),
    ] = Rate(50.0, 100.0)

    # Players
    players: Annotated[
        int,
        Limit(
            "connected players; owners of seats always get in",
            "server",
            Code.SERVER_FULL,
            "--max-connections",
        ),
    ] = 500
    players_per_address: Annotated[
        int, Limit("connected players", "address", Code.ADDRESS_BUSY, "--max-connections-per-address")
    ] = PEOPLE
    address_new_players: Annotated[Rate, Limit("new players", "address", Code.ADDRESS_BUSY)] = Rate(0.5, 64.0)
    address_passwords: Annotated[Rate, Limit("wrong server passwords", "address", "wait")] = Rate(10.0, 30.0)
    password_queue: Annotated[float, Limit("seconds that a password waits", "connection", Code.FLOODING)] = (
        5.0
    )
    clients_per_player: Annotated[
        int, Limit("clients, connected or not", "player", "the oldest gets `evicted`")
    ] = 4
    idle_players: Annotated[int, Limit("absent players without a seat", "server", "dropped")] = 2000
    forget_after: Annotated[float, Limit("seconds absent without a seat", "player", "dropped")] = 600.0
    renames: Annotated[Rate, Limit("new names at a table", "player", "name stays")] = Rate(0.05, 5.0)
    address_renames: Annotated[Rate, Limit("new names at a table", "address", "name stays")] = Rate(0.2, 10.0)

    # Tables
    tables: Annotated[int, Limit("open tables", "server", Code.TOO_MANY_TABLES, "--max-tables")] = 200
    address_tables: Annotated[int, Limit("open tables", "address", Code.TOO_MANY_TABLES)] = 20
    address_new_tables: Annotated[Rate, Limit("tables opened", "address", Code.FLOODING)] = Rate(0.1, 20.0)
    tables_per_player: Annotated[int, Limit("tables", "player", Code.TOO_MANY_TABLES)] = 8
    watchers_per_table: Annotated[int, Limit("watchers", "table", Code.TABLE_FULL)] = 50
    address_watchers: Annotated[int, Limit("watchers of one table", "address", Code.TABLE_FULL)] = 8
    address_entries: Annotated[Rate, Limit("seats and watchers taken", "address", Code.FLOODING)] = Rate(
        1.0, 40.0
    )
    returns: Annotated[Rate, Limit("returns to a seat that was left", "player", Code.FLOODING)] = Rate(
        0.1, 10.0
    )
    kicked_for: Annotated[float, Limit("seconds closed to a banned address", "table", Code.KICKED)] = 300.0
    grace: Annotated[
        float, Limit("seconds absent before a bot may fill in", "seat", "the bot fills in", "--grace")
    ] = 60.0
    close_after: Annotated[float, Limit("seconds without viewers", "table", Code.TABLE_CLOSED)] = 600.0
    taken_back: Annotated[int, Limit("moves undone", "game", Code.NO_UNDO)] = 500

    # Guesses
    address_guesses: Annotated[
        Rate, Limit("wrong table passwords, codes of tables the player is not at", "address", "wait")
    ] = Rate(2.0, 20.0)
    table_guesses: Annotated[Rate, Limit("wrong table passwords", "table", "wait")] = Rate(5.0, 50.0)

    # Chat
    chat: Annotated[Rate, Limit("chat lines", "player", Code.CHAT_TOO_FAST)] = Rate(0.5, 6.0)
    address_chat: Annotated[Rate, Limit("chat lines", "address", Code.CHAT_TOO_FAST)] = Rate(2.0, 20.0)
    table_chat: Annotated[Rate, Limit("chat lines but the host's", "table", Code.CHAT_TOO_FAST)] = Rate(
        4.0, 30.0
    )

    # Advice
    advice: Annotated[Rate, Limit("questions for advice", "player", Code.COACH_BUSY)] = Rate(0.5, 5.0)
    advice_at_once: Annotated[int, Limit("questions for advice in work", "server", Code.COACH_BUSY)] = 32
    advice_per_address: Annotated[int, Limit("questions for advice in work", "address", Code.COACH_BUSY)] = 4
    address_advice: Annotated[Rate, Limit("questions for advice", "address", Code.COACH_BUSY)] = Rate(
        2.0, 20.0
    )

    @property
    def pending(self) -> "PendingLimits":
        # As many as may stay: they could all come at once, after a restart.
        most, per_address = max(16, self.players), max(8, self.players_per_address)
        return PendingLimits(most, per_address, 3 * self.hello_within + 1)

    @property
    def scale(self) -> float:
        """By which the values of ``address_…`` are multiplied."""
        return self.players_per_address / PEOPLE

    @property
    def address_requests(self) -> Rate:
        """Of one address, and once more of its players who are in a game. Beyond it they wait."""
        return self.requests.times(BUSY)

    @property
    def tables_per_address(self) -> int:
        return max(1, int(self.address_tables * self.scale))

    @property
    def watchers_per_address(self) -> int:
        return max(1, int(self.address_watchers * self.scale))


DEFAULTS: Final = Limits()


class ArchiveLimits(Struct, frozen=True):
    """Requests about finished games."""

    per_player: Annotated[int, Limit("requests waiting or in work", "player", Code.ARCHIVE_BUSY)] = 4
    per_address: Annotated[int, Limit("requests waiting or in work", "address", Code.ARCHIVE_BUSY)] = 16
    at_once: Annotated[int, Limit("requests waiting or in work", "server", Code.ARCHIVE_BUSY)] = 64
    reviews: Annotated[Rate, Limit("moves reviewed", "player", Code.ARCHIVE_BUSY)] = Rate(1.0, 60.0)
    address_reviews: Annotated[Rate, Limit("moves reviewed", "address", Code.ARCHIVE_BUSY)] = Rate(4.0, 120.0)
    reviews_at_once: Annotated[int, Limit("moves in review", "server", Code.ARCHIVE_BUSY)] = 16
    reviews_per_address: Annotated[int, Limit("moves in review", "address", Code.ARCHIVE_BUSY)] = 2


class PendingLimits(Struct, frozen=True):
    """Connections that are not authenticated yet."""

    connections: Annotated[int, Limit("pending connections", "port", "the oldest closed")] = 200
    per_address: Annotated[int, Limit("pending connections", "address", "reset, or the oldest closed")] = 20
    within: Annotated[float, Limit("seconds to stay pending", "connection", "closed")] = 10.0


SSH_PENDING: Final = PendingLimits(connections=100, per_address=10, within=20.0)
"""Until the login. The seconds are for the key exchange; the login itself has ``GuestLimits.login``."""

WEB_PENDING: Final = PendingLimits(connections=200, per_address=60, within=10.0)
"""Everything but guests' lines to the game. A browser keeps several connections open for a page."""


class GuestLimits(Struct, frozen=True):
    """The limits of one gateway."""

    guests: Annotated[int, Limit("guests", "gateway", "refused", "--max-guests")] = 50
    per_address: Annotated[int, Limit("guests", "address", "refused", "--max-guests-per-address")] = 8
    idle: Annotated[float, Limit("seconds without a key", "guest", "disconnected", "--guest-idle")] = 1800.0
    login: Annotated[float, Limit("seconds to log in, and for the password", "guest", "disconnected")] = 30.0
    remembered: Annotated[
        int, Limit("guests whose settings are kept", "server", "dropped", "--remember-guests")
    ] = 1000
    remembered_days: Annotated[
        int, Limit("days since the last visit", "guest", "dropped", "--remember-days")
    ] = 365
    wrong_password: Annotated[float, Limit("seconds for each wrong password", "address", "wait")] = 1.0
    passwords_waiting: Annotated[int, Limit("passwords that wait", "address", "refused")] = 20
    place_within: Annotated[
        float, Limit("seconds to wait for a place that is being left", "guest", "refused")
    ] = 5.0


class LogLimits(Struct, frozen=True):
    lines: Annotated[Rate, Limit("log lines that are alike", "log", "left out and counted")] = Rate(
        1.0, 100.0
    )
