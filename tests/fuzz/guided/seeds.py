"""Sound examples for each target, from which fuzzing sets out."""

import asyncio
import json
import zlib
from random import Random

from tests.fuzz.corpus import every_request
from tests.fuzz.guided.targets import BETWEEN
from tests.server.archive.games import recorded
from tests.server.tables.fake_client import FakeClient, play_on, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.announcement import Announcement
from triqueta_protocol.codec import encode, plain
from triqueta_server.archive import game_file
from triqueta_server.crash_report import CrashReport
from triqueta_server.games import RULES

RECORDS = ("triqueta/standard-2-0", "triche/base-2-0", "tripitz/full-2")


def seeds(target: str) -> list[bytes]:
    """Where a target begins."""
    return _SEEDS[target]()


def _requests() -> list[bytes]:
    return every_request(["KNOT"], ["0" * 32], Random(1), 1)


async def _heard(game: str) -> list[bytes]:
    """What a client is sent from its welcome on."""
    server = FakeServer()
    table, [ana, bo] = await seated(server, "Ana", "Bo", game=game)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await ana.start(table)
    await ana.say(table, "well")
    if game == "triqueta":
        await play_on(table, [ana, bo], moves=6)
    return [encode(eve.welcome), *eve.link.frames, *ana.link.frames]


def _messages() -> list[bytes]:
    return [frame for game in RULES for frame in asyncio.run(_heard(game))]


def _links() -> list[bytes]:
    return [BETWEEN.join(asyncio.run(_heard(game))[:8]) for game in RULES]


def _files() -> list[bytes]:
    return [game_file.write(recorded(name)) for name in RECORDS]


def _bodies() -> list[bytes]:
    return [zlib.decompress(file[game_file.HEAD :]) for file in _files()]


def _reports() -> list[bytes]:
    reports = []
    for game, rules in RULES.items():
        position, moves = rules.begin(2, rules.vocabulary.words.options(), b"seed"), []
        for _ in range(5):
            seat = position.owing[0]
            moves.append((seat, next(iter(position.legal(seat)))))
            position.apply(*moves[-1])
        about = {"at": 1e9, "table": "KNOT", "game": game, "seats": 2, "options": {}, "seed": b"seed".hex()}
        report = CrashReport.of(KeyError("row"), **about, moves=tuple(moves), tried=moves[-1])
        reports.append(json.dumps(plain(report)).encode())
    return reports


def _announcements() -> list[bytes]:
    fields = [f"{name}={value}".encode() for name, value in Announcement("The Knot").txt().items()]
    return [b"".join(bytes([len(field)]) + field for field in fields)]


def _texts() -> list[bytes]:
    texts = [
        "Ana",
        "\x1b[2J\x1b]0;x\x07",
        "\u202eana\u2066",
        "e\u0301\u0301\u0301",
        "한글 \u1100\u1161",
        "👩\u200d🚀",
        "[b]x[/b]",
    ]
    return [text.encode() for text in texts]


_SEEDS = {
    "request": _requests,
    "message": _messages,
    "client": _links,
    "file": _files,
    "game": _bodies,
    "report": _reports,
    "announcement": _announcements,
    "text": _texts,
}
