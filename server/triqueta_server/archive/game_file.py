"""One game as a file: written from a finished game, and read by playing it through the rules.

docs/game-file.md describes the format. ``read`` checks everything: each kind of error is a
``RefusalError`` with its own code.
"""

import hashlib
import time
import zlib
from typing import Annotated, Any, Final, NamedTuple

import msgpack
import msgspec
from msgspec import Meta, Struct

from triqueta_protocol.codec import pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import MOST_FILE
from triqueta_protocol.text import NAME_CELLS, cells, clean
from triqueta_server.archive.finished_game import Decision, FinishedGame, PlayedSeat, TableFacts
from triqueta_server.games import RULES
from triqueta_server.games.game import AnyRules, Position
from triqueta_server.games.outcome import Standing, standings

MAGIC: Final = b"TRQGAME"
FORMAT: Final = 1
EXTENSION: Final = ".triqueta"
HEAD: Final = len(MAGIC) + 1 + 4 + 32
"""Bytes before the packed part: magic, format, length, SHA-256."""
MOST_UNPACKED: Final = 128 * 1024
MOST_DECISIONS: Final = 4096
_LAST_MS: Final = 253_402_300_799_000
"""The end of the year 9999, in milliseconds since 1970."""


class _Written(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A decision in a file."""

    after: Annotated[int, Meta(ge=0, le=_LAST_MS)]
    """Milliseconds since the previous one, or since the beginning."""
    seat: Annotated[int, Meta(ge=0, le=15)]
    action: dict[str, Any]


class _Seat(PlayedSeat, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat in a file."""


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=24)]
    version: Annotated[int, Meta(ge=1, le=2**31)]
    """From the game's vocabulary."""
    begun: Annotated[int, Meta(ge=0, le=_LAST_MS)]
    """Milliseconds since 1970."""
    took: Annotated[int, Meta(ge=0, le=_LAST_MS)]
    """Milliseconds from the beginning to the end."""
    seats: Annotated[tuple[_Seat, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Any]
    table: TableFacts
    seed: Annotated[bytes, Meta(max_length=64)]
    salt: Annotated[bytes, Meta(max_length=64)]
    commitment: Annotated[bytes, Meta(min_length=32, max_length=32)]
    decisions: Annotated[tuple[_Written, ...], Meta(max_length=MOST_DECISIONS)]
    winners: Annotated[tuple[int, ...], Meta(max_length=16)]
    points: Annotated[tuple[int, ...], Meta(max_length=16)]


class ReadGame(NamedTuple):
    game: FinishedGame
    ended: tuple[Standing, ...]


def identifier(player: str, file: bytes) -> str:
    """The id of a player's imported file; the same file has the same id."""
    return hashlib.sha256(player.encode() + b"\0" + file).hexdigest()[:32]


def suggested_name(game: FinishedGame) -> str:
    begun = time.gmtime(game.begun_at)
    return f"{game.game}-{time.strftime('%Y-%m-%d-%H%M%S', begun)}{EXTENSION}"


def write(game: FinishedGame) -> bytes:
    """Write a game that follows the rules."""
    rules = RULES[game.game]
    position, options = _begin(rules, len(game.seats), game.options, game.seed)
    written: list[_Written] = []
    passed = 0
    for decision in game.decisions:
        # Written by the rules, so that the same game gives the same file.
        number = rules.read(position, decision.seat, decision.action)
        wire = rules.write(position, decision.seat, number)
        position.apply(decision.seat, number)
        written.append(_Written(max(0, decision.at - passed), decision.seat, wire))
        passed = max(passed, decision.at)
    body = _Body(
        game=game.game,
        version=rules.vocabulary.version,
        begun=_ms(game.begun_at),
        took=max(0, _ms(game.ended_at) - _ms(game.begun_at)),
        seats=tuple(_Seat(seat.name, seat.level, seat.bot, seat.gone) for seat in game.seats),
        options=plain(options),
        table=game.facts,
        seed=game.seed,
        salt=game.salt,
        commitment=hashlib.sha256(game.seed + game.salt).digest(),
        decisions=tuple(written),
        winners=rules.winners(position),
        points=tuple(one.points for one in standings(rules, position, len(game.seats))),
    )
    packed = zlib.compress(pack(plain(body)), 9)
    return _head(FORMAT, packed) + packed


def read(file: bytes, player: str = "") -> ReadGame:
    """Read a player's file and check it by replaying the game; raises ``RefusalError``."""
    body = _body(_unpacked(file))
    rules = RULES.get(body.game)
    if rules is None:
        raise RefusalError(Code.FILE_UNKNOWN_GAME, game=_shown(body.game))
    if body.version != rules.vocabulary.version:
        raise RefusalError(Code.FILE_OTHER_RULES, game=body.game, version=body.version)
    if hashlib.sha256(body.seed + body.salt).digest() != body.commitment:
        raise RefusalError(Code.FILE_SHUFFLE)
    seats = tuple(_seat(rules, seat) for seat in body.seats)
    try:
        position, options = _begin(rules, len(seats), body.options, body.seed)
    except (RefusalError, msgspec.ValidationError):
        raise RefusalError(Code.FILE_SET_UP) from None
    decisions = _play(rules, position, body.decisions)
    if position.owing:
        raise RefusalError(Code.FILE_UNFINISHED)
    ended = standings(rules, position, len(seats))
    if body.winners != rules.winners(position) or body.points != tuple(one.points for one in ended):
        raise RefusalError(Code.FILE_RESULT)
    game = FinishedGame(
        id=identifier(player, file),
        game=body.game,
        begun_at=body.begun / 1000,
        ended_at=(body.begun + body.took) / 1000,
        seats=seats,
        options=plain(options),
        seed=body.seed,
        salt=body.salt,
        decisions=decisions,
        winners=body.winners,
        facts=_facts(body.table),
        imported=True,
    )
    return ReadGame(game, ended)


def _head(version: int, packed: bytes) -> bytes:
    checksum = hashlib.sha256(packed).digest()
    return MAGIC + bytes([version]) + len(packed).to_bytes(4) + checksum


def _unpacked(file: bytes) -> bytes:
    """The content of a complete file."""
    if not file.startswith(MAGIC):
        raise RefusalError(Code.FILE_CUT_OFF if file and MAGIC.startswith(file) else Code.FILE_FOREIGN)
    if len(file) > MOST_FILE:
        raise RefusalError(Code.FILE_TOO_LARGE)
    if len(file) > len(MAGIC) and file[len(MAGIC)] != FORMAT:
        version = file[len(MAGIC)]
        raise (
            RefusalError(Code.FILE_NEWER, version=version)
            if version > FORMAT
            else RefusalError(Code.FILE_FOREIGN)
        )
    packed, at = file[HEAD:], len(MAGIC) + 1
    if len(file) < HEAD or len(packed) < int.from_bytes(file[at : at + 4]):
        raise RefusalError(Code.FILE_CUT_OFF)
    if file[:HEAD] != _head(FORMAT, packed):
        raise RefusalError(Code.FILE_DAMAGED)
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        raise RefusalError(Code.FILE_MALFORMED) from None
    if unpacker.unconsumed_tail:
        raise RefusalError(Code.FILE_TOO_LARGE)
    if not unpacker.eof or unpacker.unused_data:
        raise RefusalError(Code.FILE_MALFORMED)
    return raw


def _body(raw: bytes) -> _Body:
    try:
        return msgspec.convert(msgpack.unpackb(raw), _Body)
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException, RecursionError):
        raise RefusalError(Code.FILE_MALFORMED) from None


def _begin(rules: AnyRules, seats: int, options: dict[str, Any], seed: bytes) -> tuple[Position, Struct]:
    """Raises ``RefusalError`` or ``msgspec.ValidationError``."""
    kind = rules.vocabulary.words.options
    if not options.keys() <= set(kind.__struct_encode_fields__):
        raise RefusalError(Code.BAD_OPTIONS)
    typed: Struct = msgspec.convert(options, kind)
    rules.check(seats, typed)
    position: Position = rules.begin(seats, typed, seed)
    return position, typed


def _play(rules: AnyRules, position: Position, written: tuple[_Written, ...]) -> tuple[Decision, ...]:
    decisions: list[Decision] = []
    passed = 0
    for step, one in enumerate(written, start=1):
        try:
            number = rules.read(position, one.seat, one.action) if one.seat in position.owing else None
        except RefusalError:
            number = None
        if number is None or number not in position.legal(one.seat):
            raise RefusalError(Code.FILE_ILLEGAL, step=step)
        wire = rules.write(position, one.seat, number)
        position.apply(one.seat, number)
        passed = min(passed + one.after, _LAST_MS)
        decisions.append(Decision(passed, one.seat, wire))
    return tuple(decisions)


def _seat(rules: AnyRules, seat: _Seat) -> PlayedSeat:
    """A seat with a cleaned name."""
    name = clean(seat.name)
    if cells(name) > NAME_CELLS:
        raise RefusalError(Code.FILE_MALFORMED)
    if seat.level is not None and seat.level not in rules.vocabulary.levels:
        raise RefusalError(Code.FILE_SET_UP)
    return PlayedSeat(name=name, level=seat.level, bot=seat.bot, gone=seat.gone)


def _facts(facts: TableFacts) -> TableFacts:
    if facts.seeded is None:
        return facts
    return msgspec.structs.replace(facts, seeded=clean(facts.seeded) or None)


def _shown(word: str) -> str:
    """A word from a file, safe to show."""
    return clean(word)[:24] or "?"


def _ms(seconds: float) -> int:
    return min(max(0, round(seconds * 1000)), _LAST_MS)
