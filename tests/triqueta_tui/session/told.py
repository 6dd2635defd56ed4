"""What a server would say, for tests of the session."""

import asyncio
from typing import Any

from msgspec import Struct

from triqueta_protocol.codec import decode_request, encode
from triqueta_protocol.events import Accepted, Event, Room, SeatInfo, TableNow, Welcome
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.requests import AnyRequest, Hello, Request
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.version import PROTOCOL, capabilities
from triqueta_tui.session.client_protocol import ClientProtocol
from triqueta_tui.session.live_feed import LiveFeed

OWN_ID = "p1"


def welcome(**fields: Any) -> bytes:
    told: dict[str, Any] = {
        "version": PROTOCOL,
        "capabilities": capabilities(),
        "server": "hearth",
        "player": OWN_ID,
        "name": "Ana",
        "token": "a-token",
        "next_id": 1,
    }
    return encode(Welcome(**(told | fields)))


def room(table: str = "KNOT", **fields: Any) -> Room:
    told: dict[str, Any] = {
        "table": table,
        "epoch": "e1",
        "game": "triqueta",
        "settings": TableSettings(),
        "options": {},
        "seats": (SeatInfo(kind="player", name="Ana", player=OWN_ID, present=True),),
        "host": OWN_ID,
        "watchers": (),
        "status": "waiting",
    }
    return Room(**(told | fields))


def now_told(told: Room, n: int = 3) -> TableNow:
    return TableNow(table=told.table, n=n, you=OWN_ID, room=told)


def feed_of(told: Room, sent: list[Request] | None = None) -> LiveFeed:
    """A table at which every request is accepted, and noted."""

    def ask(kind: type[Request], **fields: Any) -> "asyncio.Future[Accepted]":
        if sent is not None:
            sent.append(kind(id=len(sent) + 1, **fields))
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        answer.set_result(Accepted(id=1, table=told.table))
        return answer

    return LiveFeed(Mirror(now_told(told)), ask)


def table_now(n: int = 3, **fields: Any) -> bytes:
    return encode(now_told(room(**fields), n))


def event(n: int, table: str = "KNOT", *what: Struct, room: dict[str, Any] | None = None) -> bytes:
    return encode(Event(table=table, n=n, what=what, room=room or {}))


def sent(session: ClientProtocol) -> list[Hello | AnyRequest]:
    """What the session has to say now, read as a server reads it."""
    return [decode_request(frame) for frame in session.outgoing()]


def greeted(**fields: Any) -> ClientProtocol:
    """A session that has been welcomed and has nothing more to say."""
    session = ClientProtocol("Ana")
    session.connected()
    sent(session)
    session.receive(welcome(**fields))
    sent(session)
    return session
