"""What the browser's gateway relies on in textual-serve, private parts included, is as it was."""

import asyncio
import inspect
import os
from collections.abc import Sequence
from importlib.metadata import version
from types import SimpleNamespace
from typing import cast

import pytest
from aiohttp.web import WebSocketResponse
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from triqueta_protocol.internal.guest import Guest
from triqueta_server.gateways.prefork.gateway_side import GuestClient, Prefork
from triqueta_server.gateways.web.service import GuestService
from triqueta_server.gateways.web.site import LIBRARY

HINT = f"textual-serve {version('textual-serve')} is not as server/triqueta_server/tuning needs it: "

SIGNATURES = {
    "__init__": "(self, command, *, write_bytes, write_str, close, download_manager, debug)",
    "_open_app_process": "(self, width, height)",
    "start": "(self, width, height)",
    "stop": "(self)",
    "run": "(self)",
    "send_bytes": "(self, data)",
    "send_meta": "(self, data)",
    "set_terminal_size": "(self, width, height)",
    "focus": "(self)",
    "blur": "(self)",
}


async def nothing(*_: object) -> None:
    """For what is not looked at."""


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_methods_that_are_overridden_or_called(name: str) -> None:
    method = getattr(AppService, name, None)
    assert method is not None, f"{HINT}AppService has no {name}"
    parameters = inspect.signature(method).parameters.values()
    bare = [each.replace(annotation=each.empty, default=each.empty) for each in parameters]
    shape = str(inspect.Signature(bare))
    assert shape == SIGNATURES[name], f"{HINT}AppService.{name} takes {shape}"


@pytest.mark.parametrize("name", ["_process", "_stdin", "_task"])
def test_the_attributes_that_are_set(name: str) -> None:
    service = AppService(
        "", write_bytes=nothing, write_str=nothing, close=nothing, download_manager=DownloadManager()
    )
    assert getattr(service, name, "missing") is None, f"{HINT}AppService.{name} is not None at first"


@pytest.mark.parametrize(
    ("file", "parts"),
    [
        ("js/textual.js", ["sessionWebsocketUrl", "window.onload", "textual-terminal", "fontSize"]),
        ("js/textual.js", ["xterm-helper-textarea", '"stdin"', '"resize"', '"ping"']),
        ("css/xterm.css", [".xterm"]),
    ],
)
def test_the_files_that_the_page_uses(file: str, parts: list[str]) -> None:
    text = (LIBRARY / file).read_text() if (LIBRARY / file).exists() else ""
    for part in parts:
        assert part in text, f"{HINT}static/{file} has no {part}"


class OnePrefork:
    """Hands out one client, which is the test itself: it has the client's ends of the pipes."""

    def __init__(self) -> None:
        self.killed = False
        self.client = GuestClient(self.kill)

    def kill(self) -> None:
        self.killed = True

    async def fork(self, _: Guest, screen: Sequence[int], _heard: object) -> GuestClient:
        self.typed, self.drawn = (os.dup(file) for file in screen)
        return self.client


async def test_the_library_speaks_to_a_forked_client_as_to_a_process_of_its_own() -> None:
    shown: asyncio.Queue[bytes] = asyncio.Queue()
    left = asyncio.Event()
    prefork = OnePrefork()

    async def leave(code: int) -> None:
        assert code == 1000
        left.set()

    socket = SimpleNamespace(send_bytes=shown.put, send_str=nothing, close=leave)
    guest = Guest(address="ws://127.0.0.1:9", name="Ana")
    service = GuestService(cast("Prefork", prefork), guest, cast("WebSocketResponse", socket), print)
    await service.start(100, 30)
    os.write(prefork.drawn, b"__GANGLION__\n" + AppService.encode_packet(b"D", b"a frame"))
    async with asyncio.timeout(60):
        assert await shown.get() == b"a frame", f"{HINT}run() does not pass on what the client draws"
    await service.type("x\x1b[99999999;1u")
    assert os.read(prefork.typed, 100) == AppService.encode_packet(b"D", b"x")
    os.write(prefork.drawn, AppService.encode_packet(b"M", b'{"type": "exit"}'))
    async with asyncio.timeout(60):
        await left.wait()
    stopping = asyncio.create_task(service.stop())
    quitting = AppService.encode_packet(b"M", b'{"type": "quit"}')
    said = await asyncio.to_thread(os.read, prefork.typed, 100)
    assert said == quitting, f"{HINT}stop() says {said!r}"
    os.close(prefork.drawn)
    prefork.client.ended.set_result(0)
    await stopping
    assert not prefork.killed
    assert os.read(prefork.typed, 100) == b""
    os.close(prefork.typed)
