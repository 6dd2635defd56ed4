"""The handshake: from a hello to a player, or a refusal that names what is wrong."""

import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import OwnSeat, Refused, Welcome
from triqueta_protocol.games.offer import offer_of
from triqueta_protocol.meeting import HANDLE, Meeting, hash_token
from triqueta_protocol.requests import Hello
from triqueta_protocol.text import clean_name, same_name
from triqueta_protocol.version import (
    BOT,
    OLDEST,
    PROTOCOL,
    missing_capability,
    server_capabilities,
)
from triqueta_server.store.records import HeldSeat, OwnMove, PlayerRecord
from triqueta_server.tables.dispatch import Dispatcher
from triqueta_server.tables.lobby import Lobby
from triqueta_server.tables.state.player import Link, Player

_SENTENCES: Final[Mapping[str, str]] = {
    Code.VERSION_TOO_OLD: "You speak protocol {yours}, this server speaks {server}: update the client.",
    Code.VERSION_TOO_NEW: "You speak protocol {yours}, this server speaks {server}: update the server.",
    Code.MISSING_CAPABILITY: "One side insists on {capability}, which the other does not know.",
    Code.WRONG_PASSWORD: "This server asks for a password, and this is not it.",
    Code.FLOODING: "Too many at once: wait a moment.",
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
    """Answers the first message of each connection. Tokens are identities; only their hashes are kept."""

    dispatcher: Dispatcher
    find_player: Callable[[bytes], Awaitable[PlayerRecord | None]]
    """By the hash of a token, or by the beginning of one."""
    find_seats: Callable[[str], Awaitable[tuple[HeldSeat, ...]]]
    find_moves: Callable[[str], Awaitable[tuple[OwnMove, ...]]]
    password: str | None = None
    vouched: Callable[[str], bool] = lambda _token: False
    """Whether a gateway of this server has made a token."""
    public: Mapping[str, str] = field(default_factory=dict)
    """Where the host says that the server is reached, by kind of way."""
    local: Callable[[], dict[str, tuple[str, ...]]] = dict
    """Where it is reached in its own network, by kind of way."""
    _by_token: dict[bytes, str] = field(default_factory=dict, init=False)
    _hashes: dict[bytes, bytes] = field(default_factory=dict, init=False)
    """The keys of ``_by_token`` by their beginnings."""

    @property
    def lobby(self) -> Lobby:
        return self.dispatcher.lobby

    async def greet(self, hello: Hello, link: Link, meeting: Meeting | None = None) -> tuple[Player, Welcome]:
        """Admit the player on this link. Raises ``RefusalError``; then nothing has changed.

        ``meeting`` is what the server shares with a client that has asked for its identity.
        """
        self._check(hello)
        name = clean_name(hello.name)
        token_hash = await self._proven(hello, meeting) or (hash_token(hello.token) if hello.token else None)
        known = await self._recognise(token_hash)
        seats = () if known is None else await self.find_seats(known)
        moves = () if known is None else await self.find_moves(known)
        # No waiting from here on: two hellos with one name must not both find it free.
        self._check_open()
        token = hello.token
        new = known is None
        if known is None and token is not None and self.vouched(token):
            # The id follows from the token: two first hellos at once with one token are one player.
            known = hash_token(token)[:6].hex()
        self._check_name(name, known)
        self._check_room(link.origin, known, new=new, owner=bool(seats))
        proof = b""
        if known is None or token_hash is None:
            known = self.lobby.services.entropy(6).hex()
            token = meeting.new_token() if meeting else self.lobby.services.entropy(24).hex()
            token_hash = hash_token(token)
        elif meeting is not None:
            proof = meeting.server_proof(token_hash)
        player = self.lobby.get_or_add_player(known, name)
        if player.token_hash is None:
            _remember(player, moves)
        player.stored_seats.update(held.table for held in seats)
        player.token_hash = token_hash
        self._by_token[token_hash] = player.id
        self._hashes[token_hash[:HANDLE]] = token_hash
        words = {word.removeprefix("+") for word in hello.capabilities}
        player.bot = BOT in words
        self.lobby.attach_link(player, link)
        self.lobby.rename(player, name)
        shown = "" if meeting is not None or token is None else token
        return player, self._welcome(player, shown, proof, seats)

    def remembers(self, hello: Hello, meeting: Meeting | None) -> bool:
        """Whether a player whom this server remembers greets."""
        if hello.token is not None:
            token_hash: bytes | None = hash_token(hello.token)
        else:
            token_hash = self._hashes.get(hello.who or b"")
            if meeting is None or token_hash is None or not meeting.proves(hello.proof or b"", token_hash):
                return False
        return token_hash is not None and self._by_token.get(token_hash) in self.lobby.players

    def forget_idle_players(self) -> None:
        """Drop players who have been gone for long, and their tokens."""
        self.lobby.forget_idle_players()
        players = self.lobby.players
        self._by_token = {token: known for token, known in self._by_token.items() if known in players}
        self._hashes = {token[:HANDLE]: token for token in self._by_token}

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

    async def _proven(self, hello: Hello, meeting: Meeting | None) -> bytes | None:
        """The hash of the token that the client has proven to have."""
        if meeting is None or hello.who is None or hello.proof is None:
            return None
        token_hash = self._hashes.get(hello.who)
        if token_hash is None:
            record = await self.find_player(hello.who)
            token_hash = record.token_hash if record else None
        return token_hash if token_hash and meeting.proves(hello.proof, token_hash) else None

    async def _recognise(self, token_hash: bytes | None) -> str | None:
        if token_hash is None:
            return None
        player_id = self._by_token.get(token_hash)
        if player_id is not None and player_id in self.lobby.players:
            return player_id
        record = await self.find_player(token_hash)
        return record.id if record else None

    def _check_name(self, name: str, known: str | None) -> None:
        for other in self.lobby.players.values():
            if other.id != known and same_name(other.name, name):
                raise RefusalError(Code.NAME_TAKEN)

    def _check_room(self, origin: str, known: str | None, *, new: bool, owner: bool) -> None:
        """Refuse if the server or this address is full. Seat owners are always admitted."""
        player = self.lobby.players.get(known or "")
        if owner or (player is not None and self.lobby.owns_seat(player)):
            return
        if player is None or player.link is None or player.link.origin != origin:
            if self.lobby.places.full:
                raise RefusalError(Code.SERVER_FULL)
            if not self.lobby.places.has_room(origin):
                raise RefusalError(Code.ADDRESS_BUSY)
        if new and not self.lobby.services.budgets.address_new_players.try_spend(origin):
            raise RefusalError(Code.ADDRESS_BUSY)

    def _welcome(self, player: Player, token: str, proof: bytes, stored: tuple[HeldSeat, ...]) -> Welcome:
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
            proof=proof,
            next_id=player.answers.next_id,
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


def _remember(player: Player, moves: Iterable[OwnMove]) -> None:
    """Restore the answers to a player's moves from the log, before the player's first request.

    A client that never got an answer asks again after a crash or a long time, and must not act twice. And an
    id that is used in the log of a suspended table is not free.
    """
    for move in moves:
        player.answers.remember(move.request, move.table)
