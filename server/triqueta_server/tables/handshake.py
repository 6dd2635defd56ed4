"""The handshake: from a hello to a player, or a refusal that names what is wrong."""

import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import OwnSeat, Refused, Welcome
from triqueta_protocol.games.offer import offer_of
from triqueta_protocol.login import Exchange, hash_token
from triqueta_protocol.requests import Hello
from triqueta_protocol.text import clean_name, same_name
from triqueta_protocol.version import (
    BOT,
    OLDEST,
    PROTOCOL,
    missing_capability,
    server_capabilities,
)
from triqueta_server.store.records import Credential, HeldSeat, OwnMove, PlayerRecord
from triqueta_server.tables.lobby import Lobby
from triqueta_server.tables.state.player import Client, Link

_SENTENCES: Final[Mapping[str, str]] = {
    Code.VERSION_TOO_OLD: "You speak protocol {yours}, this server speaks {server}: update the client.",
    Code.VERSION_TOO_NEW: "You speak protocol {yours}, this server speaks {server}: update the server.",
    Code.MISSING_CAPABILITY: "One side insists on {capability}, which the other does not know.",
    Code.WRONG_PASSWORD: "This server asks for a password, and this is not it.",
    Code.FLOODING: "Too many at once: wait a moment.",
    Code.BAD_LOGIN: "The signature is not by this key, or not for this connection.",
    Code.NAME_EMPTY: "A name needs at least one visible character.",
    Code.NAME_TOO_LONG: "A name may be {limit} cells wide at most.",
    Code.NAME_TAKEN: "Somebody here already has this name.",
    Code.SERVER_CLOSING: "The server is closing.",
    Code.SERVER_FULL: "The server is full; try again later.",
    Code.ADDRESS_BUSY: "Too many players come from your address; try again later.",
    Code.HELLO_FIRST: "A connection begins with hello.",
    Code.HELLO_LATE: "The hello took too long.",
}


@dataclass(eq=False)
class Handshake:
    """Answers the first message of each connection."""

    lobby: Lobby
    find_player: Callable[[Credential], Awaitable[PlayerRecord | None]]
    find_seats: Callable[[str], Awaitable[tuple[HeldSeat, ...]]]
    find_moves: Callable[[str], Awaitable[tuple[OwnMove, ...]]]
    password: str | None = None
    public: Mapping[str, str] = field(default_factory=dict)
    """Where the host says that the server is reached, by kind of way."""
    local: Callable[[], dict[str, tuple[str, ...]]] = dict
    """Where it is reached in its own network, by kind of way."""
    _players: dict[Credential, str] = field(default_factory=dict, init=False)
    """The ids of players in memory."""

    async def greet(
        self, hello: Hello, link: Link, exchange: Exchange | None = None
    ) -> tuple[Client, Welcome]:
        """Admit the player on this link. Raises ``RefusalError``; then nothing has changed.

        ``exchange`` is what a client signs that has asked for the server's identity.
        """
        self._check(hello)
        name = clean_name(hello.name)
        credential, token = _credential(hello), ""
        if hello.key is not None and not _is_signed(hello, exchange):
            raise RefusalError(Code.BAD_LOGIN)
        known = await self._recognise(credential)
        seats = () if known is None else await self.find_seats(known)
        moves = () if known is None else await self.find_moves(known)
        # No waiting from here on: two hellos with one name must not both find it free, and two first hellos
        # with one key are one player.
        self._check_open()
        known = known or self._in_memory(credential)
        self._check_name(name, known)
        self._check_room(link.origin, known, hello.client, owner=bool(seats))
        if credential is None or credential.kind == "token":
            token = (known and hello.token) or self.lobby.services.entropy(24).hex()
            credential = Credential("token", hash_token(token))
        player = self.lobby.get_or_add_player(known or self.lobby.services.entropy(6).hex(), name)
        player.stored_seats.update(held.table for held in seats)
        player.credential = credential
        self._players[credential] = player.id
        words = {word.removeprefix("+") for word in hello.capabilities}
        player.bot = BOT in words
        client = player.clients.get(hello.client)
        if client is None:
            client = Client(player, hello.client)
            _remember(client, moves)
        self.lobby.attach_link(client, link)
        self.lobby.rename(player, name)
        return client, self._welcome(client, token, seats)

    def remembers(self, hello: Hello, exchange: Exchange | None) -> bool:
        """Whether a player whom this server has in memory greets."""
        if self._in_memory(_credential(hello)) is None:
            return False
        return hello.key is None or _is_signed(hello, exchange)

    def forget_idle_players(self) -> None:
        """Drop players who have been gone for long, and their credentials."""
        self.lobby.forget_idle_players()
        players = self.lobby.players
        self._players = {one: known for one, known in self._players.items() if known in players}

    def _check_open(self) -> None:
        if self.lobby.closing:
            raise RefusalError(Code.SERVER_CLOSING)

    def _check(self, hello: Hello) -> None:
        self._check_open()
        if hello.version < OLDEST:
            raise RefusalError(Code.VERSION_TOO_OLD, yours=hello.version, server=PROTOCOL)
        if hello.version > PROTOCOL:
            raise RefusalError(Code.VERSION_TOO_NEW, yours=hello.version, server=PROTOCOL)
        missing = missing_capability(hello.capabilities, server_capabilities())
        if missing is not None:
            raise RefusalError(Code.MISSING_CAPABILITY, capability=missing)
        if self.password is not None and not hmac.compare_digest(
            (hello.password or "").encode(), self.password.encode()
        ):
            raise RefusalError(Code.WRONG_PASSWORD)

    async def _recognise(self, credential: Credential | None) -> str | None:
        player_id = self._in_memory(credential)
        if player_id is not None or credential is None:
            return player_id
        record = await self.find_player(credential)
        return record.id if record else None

    def _in_memory(self, credential: Credential | None) -> str | None:
        player_id = self._players.get(credential) if credential is not None else None
        return player_id if player_id in self.lobby.players else None

    def _check_name(self, name: str, known: str | None) -> None:
        for other in self.lobby.players.values():
            if other.id != known and same_name(other.name, name):
                raise RefusalError(Code.NAME_TAKEN)

    def _check_room(self, origin: str, known: str | None, client_id: bytes, *, owner: bool) -> None:
        """Refuse if the server or this address is full. Seat owners are always admitted."""
        player = self.lobby.players.get(known or "")
        if owner or (player is not None and self.lobby.owns_seat(player)):
            return
        client = player.clients.get(client_id) if player is not None else None
        if client is None or client.link is None or client.link.origin != origin:
            if self.lobby.places.full:
                raise RefusalError(Code.SERVER_FULL)
            if not self.lobby.places.has_room(origin):
                raise RefusalError(Code.ADDRESS_BUSY)
        if known is None and not self.lobby.services.budgets.address_new_players.try_spend(origin):
            raise RefusalError(Code.ADDRESS_BUSY)

    def _welcome(self, client: Client, token: str, stored: tuple[HeldSeat, ...]) -> Welcome:
        player = client.player
        seats = {held.table: OwnSeat(table=held.table, game=held.game, seat=held.seat) for held in stored}
        for table in self.lobby.tables.values():
            at = table.seat_of(player)
            if at is not None and table.goes_on:
                seats[table.code] = OwnSeat(table=table.code, game=table.vocabulary.game, seat=at)
            else:
                seats.pop(table.code, None)
        return Welcome(
            version=PROTOCOL,
            capabilities=server_capabilities(),
            server=self.lobby.services.name,
            player=player.id,
            name=player.name,
            token=token,
            next_id=client.answers.next_id,
            seats=tuple(seats.values()),
            games=tuple(offer_of(rules.vocabulary) for rules in self.lobby.services.rules.values()),
            public_urls=dict(self.public),
            # A client that has the public address needs no other, and should not learn the machine's.
            local_urls={kind: urls for kind, urls in self.local().items() if kind not in self.public},
        )


def refused(refusal: RefusalError) -> Refused:
    """The message of a refusal, with a sentence for clients that do not know its code."""
    sentence = _SENTENCES.get(refusal.code, "This is not a hello that the server understands ({code}).")
    text = sentence.format(code=refusal.code, **refusal.detail)
    return Refused(code=refusal.code, text=text, detail=refusal.detail)


def _credential(hello: Hello) -> Credential | None:
    if hello.key is not None:
        return Credential("key", hello.key)
    return Credential("token", hash_token(hello.token)) if hello.token else None


def _is_signed(hello: Hello, exchange: Exchange | None) -> bool:
    """Whether the owner of the key has made this hello for this connection."""
    if exchange is None or hello.key is None or hello.signature is None:
        return False
    return exchange.is_signed_by(hello.key, hello.signature)


def _remember(client: Client, moves: Iterable[OwnMove]) -> None:
    """Restore the answers to a client's moves from the log, before its first request.

    A client that never got an answer asks again after a crash or a long time, and must not act twice. And an
    id that is used in the log of a suspended table is not free.
    """
    for move in moves:
        if move.client == client.id:
            client.answers.remember(move.request, move.table)
