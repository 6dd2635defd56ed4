"""What is written down about a fault of ours in a game or a bot: enough to repeat it."""

import json
import os
import time
import traceback
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from triqueta_protocol.codec import encode, plain
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.game import AnyRules

FOLDER: Final = "crashes"
KEPT: Final = 20
"""Reports in the folder: a fault that comes again and again must not fill the disk."""


class CrashReport(Struct, frozen=True, kw_only=True, tag_field="kind", tag="triqueta crash 1"):
    """A game up to the decision at which it failed, as the rules number decisions.

    It holds the seed of a game that is not over: it is for the operator, as the store is.
    """

    program: str
    at: float
    table: str
    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    """In hexadecimal digits."""
    moves: tuple[tuple[int, int], ...]
    """Seat and action of each decision that counted; what failed may be what followed from the last."""
    tried: tuple[int, int] | None
    """The decision that the rules did not carry out to its end, if that is what failed."""
    error: str
    traceback: str

    @classmethod
    def of(cls, error: Exception, **about: Any) -> "CrashReport":
        """A report about a game, whose fields are given."""
        return cls(
            program=version("triqueta-tui"),
            error=f"{type(error).__name__}: {error}"[:500],
            traceback="".join(traceback.format_exception(error))[-8000:],
            **about,
        )


class BotReport(Struct, frozen=True, kw_only=True, tag_field="kind", tag="triqueta bot 1"):
    """A decision at which a bot failed: what it saw, and the seed of its random choices.

    It holds what only one seat may know, and is for the operator, as the store is.
    """

    program: str
    at: float
    table: str
    game: str
    level: str
    public: dict[str, Any]
    mine: dict[str, Any]
    seat: int
    seed: int
    error: str
    """In words that hold nothing secret."""

    @classmethod
    def of(cls, **about: Any) -> "BotReport":
        """A report about a decision, whose fields are given."""
        return cls(program=version("triqueta-tui"), at=time.time(), **about)


AnyReport = CrashReport | BotReport


class CrashFolder:
    """Keeps the newest reports of a server."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / FOLDER

    def write(self, report: AnyReport) -> Path | None:
        """Write a report that only the server's user can read; None if that cannot be done."""
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            kept = sorted(self._folder.glob("*.json"))
            for old in kept[: max(0, len(kept) - KEPT + 1)]:
                old.unlink()
            stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(report.at))
            about = report.level if isinstance(report, BotReport) else len(report.moves)
            path = self._folder / f"{stamp}-{about}-{os.urandom(3).hex()}.json"
            path.touch(mode=0o600, exist_ok=False)
            path.write_text(json.dumps(plain(report), indent=1))
        except OSError:
            return None
        return path


class CrashReportError(Exception):
    """A file that is no report, or not of this program's games. The message says why."""


def read(path: Path, rules: Mapping[str, AnyRules]) -> AnyReport:
    """Read a report; raises ``CrashReportError``."""
    try:
        report: AnyReport = msgspec.json.decode(path.read_bytes(), type=AnyReport)
        if isinstance(report, CrashReport):
            bytes.fromhex(report.seed)
    except OSError as error:
        raise CrashReportError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # msgspec's are among them
        raise CrashReportError(f"{path} is no crash report: {error}") from error
    if report.game not in rules:
        raise CrashReportError(f"{path} tells of a game that this program does not know: {report.game!r}")
    return report


class Repeated(Struct, frozen=True):
    """What came of playing a reported game again."""

    moves: int
    """How many decisions went well."""
    error: Exception | None
    """What the next one raised; None if all went well."""


def repeat(report: CrashReport, rules: AnyRules) -> Repeated:
    """Play a reported game again, with all that is told of it packed as for its viewers."""
    done = 0
    moves = list(report.moves)
    if report.tried is not None:
        moves.append(report.tried)
    try:
        options = msgspec.convert(report.options, rules.vocabulary.words.options)
        position = rules.begin(report.seats, options, bytes.fromhex(report.seed))
        _look(rules, position, report.seats)
        for seat, action in moves:
            if action not in position.legal(seat):
                raise rules.refusal(position, seat, action)
            encode(plain(rules.write(position, seat, action)))
            what: list[TableEvent] = []
            position.apply(seat, action, what)
            encode(plain(what))
            _look(rules, position, report.seats)
            done += 1
    except Exception as error:
        return Repeated(done, error)
    return Repeated(done, None)


def _look(rules: AnyRules, position: Any, seats: int) -> None:
    if not position.owing:
        rules.winners(position)
    encode(rules.public(position))
    for seat in range(seats):
        encode(rules.mine(position, seat))
