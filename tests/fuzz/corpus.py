"""Frames to spoil: a sound one of every request, about tables and games that are there and that are not."""

from itertools import count
from random import Random
from typing import Any

from tests.fuzz.actions import any_action
from triqueta_protocol import requests
from triqueta_protocol.codec import encode
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_server.games import RULES


def every_request(tables: list[str], games: list[str], rng: Random, first: int) -> list[bytes]:
    """A frame of each kind, and some actions of every game, with ids from the first on."""
    settings = TableSettings(seats=3, clock=ClockRule(turn=5, bank=10), seed="s")
    actions = [any_action(game, rng) for game in RULES for _ in range(4)]
    fillings: dict[type, dict[str, Any]] = {
        requests.Create: {
            "game": rng.choice(list(RULES)),
            "settings": settings,
            "options": {"start": 1},
            "password": "p",
        },
        requests.Configure: {
            "game": rng.choice(list(RULES)),
            "settings": settings,
            "options": {"variant": "standard"},
        },
        requests.RemoveBot: {"seat": 1},
        requests.Kick: {"seat": 1},
        requests.KickWatcher: {"name": "Imp 1"},
        requests.Lock: {"password": "p", "nobody_new": True},
        requests.SitIn: {"seat": 1},
        requests.Hold: {"hold": True},
        requests.Act: {"action": rng.choice(actions)},
        requests.Hold: {"hold": True},
        requests.Chat: {"text": "hello there"},
        requests.Resume: {"epoch": "abcdef", "last": 3},
        requests.Replay: {"game": rng.choice(games)},
        requests.ExportGame: {"game": rng.choice(games)},
        requests.DropGame: {"game": rng.choice(games)},
        requests.Assess: {"game": rng.choice(games), "step": 3},
        requests.ImportGame: {"file": rng.randbytes(60)},
        requests.Leaderboard: {"game": "triqueta", "seats_class": "2"},
    }
    frames, ids = [], count(first)
    for kind in requests.AnyRequest.__args__:
        if kind is requests.ForgetMe and rng.random() < 0.9:
            continue  # it ends the link
        about = {"table": rng.choice(tables)} if issubclass(kind, requests.TableRequest) else {}
        frames.append(encode(kind(id=next(ids), **about, **fillings.get(kind, {}))))
    acts = [requests.Act(id=next(ids), table=tables[0], action=action) for action in actions]
    return frames + [encode(act) for act in acts]


def deep(rng: Random) -> bytes:
    """Lists in lists in lists, or maps."""
    depth = rng.choice([10, 100, 1000, 8000])
    return (b"\x91" if rng.random() < 0.5 else b"\x81\xa1t") * depth + b"\xc0"


def huge(rng: Random) -> bytes:
    """A frame at the limit, or beyond it; or a small one that claims to hold very much."""
    return rng.choice(
        [
            b"\x82\xa1t\xa4chat\xa4text\xda\x3f\x00" + b"a" * 0x3F00,
            bytes(60_000),
            b"\xdd\xff\xff\xff\xff",
            b"\xdf\xff\xff\xff\xff",
            b"\xc6\xff\xff\xff\xff",
        ]
    )


UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"

JUNK: tuple[bytes, ...] = (
    b"",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HT",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nmove=1",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    b"EHLO there\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n",
    bytes(4096),
    # SSH: a banner and silence, a banner without an end, a packet that claims to be huge, one of rubbish
    b"SSH-2.0-OpenSSH_9.9\r\n",
    b"SSH-2.0-" + b"a" * 9000,
    b"SSH-2.0-x\r\n" + b"\xff\xff\xff\xff" + bytes(100),
    b"SSH-2.0-x\r\n" + b"\x00\x00\x01\x0c\x0a\x14" + bytes(range(256)) * 4,
    # What browsers, and those who pretend to be one, may come up with
    b"GET / HTTP/1.1\r\nHost: a\r\nCookie: \x1b[2J=\xff; triqueta=" + b"a" * 3000 + b"\r\n\r\n",
    b"GET /%00/../../etc/passwd?%ff HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nabc",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\nExpect: 100-continue\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nOrigin: https://a\r\n" + UPGRADE + b"Sec-WebSocket-Key: a\r\n\r\n\x82\xff",
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n" + UPGRADE + b"\r\n" + b"\x81\x05[[[[[",
)
"""What other programs say to a port."""
