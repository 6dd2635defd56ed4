"""The game's port, over a real line: whose connection it is, and what a request may have in it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from ipaddress import ip_network
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.internal.guest import ORIGIN_HEADER
from triqueta_protocol.login import CHALLENGE_HEADER, KeyPair
from triqueta_server.gateways.identity import Identity
from triqueta_server.limits.declared import Limits, Rate
from triqueta_server.limits.origins import TrustedProxies
from triqueta_server.net.http_pages import HttpPages
from triqueta_server.net.listener import ListenConfig, Listener

GATEWAYS = Identity(b"the gateways' secret", bytes(32))
LOOPBACK = TrustedProxies((ip_network("127.0.0.0/8"),))
KEY = KeyPair(bytes(32))

Fields = list[tuple[str, str]]

USUAL: Fields = [
    ("Host", "oak.example"),
    ("Upgrade", "websocket"),
    ("Connection", "Upgrade"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ("Sec-WebSocket-Version", "13"),
]
READ = (
    *(name for name, _ in USUAL),
    *(ORIGIN_HEADER, CHALLENGE_HEADER, "X-Forwarded-For", "Forwarded", "Via", "Origin"),
    *("Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"),
)
"""Every field that somebody reads."""


@asynccontextmanager
async def listening(limits: Limits | None = None, **config: Any) -> AsyncIterator[tuple[Listener, int]]:
    server = FakeServer(structs.replace(limits or Limits(), close_within=0.1))
    pages = HttpPages(server.lobby, private=True)
    wanted = ListenConfig(host="127.0.0.1", port=0, **config)
    listener = Listener(
        wanted, server.handshake, server.dispatcher, pages, partial(GATEWAYS.unsealed, "address"), KEY.answer
    )
    port = await listener.open()
    try:
        yield listener, port
    finally:
        await listener.close()


async def asked(port: int, fields: Fields, path: str = "/") -> tuple[bytes, asyncio.StreamWriter]:
    """The first line of the answer to a request with these fields."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields)]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    return await reader.readline(), writer


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def origin(fields: Fields, **config: Any) -> str:
    async with listening(**config) as (listener, port):
        status, writer = await asked(port, [*USUAL, *fields])
        assert b" 101 " in status
        [socket] = listener._sockets
        await hang_up(writer)
        return socket.origin


SEALED = GATEWAYS.sealed("address", "203.0.113.9")


@pytest.mark.parametrize(
    ("fields", "config", "expected"),
    [
        ([(ORIGIN_HEADER, SEALED)], {"for_guests": True}, "203.0.113.9"),
        ([(ORIGIN_HEADER, SEALED.replace("203", "204"))], {"for_guests": True}, "127.0.0.1"),
        ([(ORIGIN_HEADER, "203.0.113.9")], {"for_guests": True}, "127.0.0.1"),
        ([(ORIGIN_HEADER, SEALED)] * 2, {"for_guests": True}, "127.0.0.1"),
        ([(ORIGIN_HEADER, SEALED)], {}, "127.0.0.1"),
        ([("X-Forwarded-For", "203.0.113.9")], {"proxies": LOOPBACK}, "203.0.113.9"),
        ([("Forwarded", "for=203.0.113.10")], {"proxies": LOOPBACK}, "203.0.113.10"),
        ([("X-Forwarded-For", "203.0.113.9")], {}, "127.0.0.1"),
    ],
)
async def test_whose_connection_it_is(fields: Fields, config: dict[str, Any], expected: str) -> None:
    assert await origin(fields, **config) == expected


async def test_guests_of_one_address_are_no_reason_to_refuse_another() -> None:
    limits = Limits(address_connections=Rate(0.001, 2.0))
    async with listening(limits, for_guests=True) as (_listener, port):
        answers = [await asked(port, [*USUAL, (ORIGIN_HEADER, SEALED)]) for _ in range(4)]
        other = await asked(port, [*USUAL, (ORIGIN_HEADER, GATEWAYS.sealed("address", "203.0.113.10"))])
        assert [status.split()[1] for status, _ in answers] == [b"101", b"101", b"429", b"429"]
        assert b" 101 " in other[0]
        for _, writer in [*answers, other]:
            await hang_up(writer)


@pytest.mark.parametrize("proxied", [False, True], ids=["", "through a proxy"])
async def test_any_field_may_be_repeated_empty_long_or_strange(
    proxied: bool, caplog: pytest.LogCaptureFixture
) -> None:
    values = ("", "x" * 4000, "websocket", "\xff\xfe", ",", '"', "for=;;=", SEALED)
    proxies = LOOPBACK if proxied else TrustedProxies()
    limits = Limits(address_connections=Rate(1e6, 1e6))
    async with listening(limits, proxies=proxies) as (_listener, port):
        for name, value in product(READ, values):
            for times in (1, 2):
                status, writer = await asked(port, [*USUAL, *[(name, value)] * times])
                assert status.startswith(b"HTTP/1.1 "), (name, value, times)
                await hang_up(writer)
        for path in ("/metrics", "/healthz", "/none"):
            for name in READ:
                status, writer = await asked(port, [*USUAL, (name, "x"), (name, "x")], path)
                assert status.startswith(b"HTTP/1.1 "), (name, path)
                await hang_up(writer)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_fault_of_ours_is_answered_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async with listening() as (_listener, port):
        monkeypatch.setattr(HttpPages, "__call__", broken)
        status, writer = await asked(port, USUAL)
        await hang_up(writer)
    assert b" 500 " in status
    assert [record.message.split(" peer=")[0] for record in caplog.records if record.exc_info] == [
        "HTTP request failed"
    ]
