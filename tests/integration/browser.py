"""A real headless Chromium, told what to do over its own wire, and an emulator that reads its terminal."""

import asyncio
import base64
import itertools
import json
import os
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyte
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests import PATIENCE
from tests.lan import Machine

SIZE = (1000, 700)

KEYS = {
    "enter": ("Enter", 13, "\r"),
    "escape": ("Escape", 27, ""),
    "up": ("ArrowUp", 38, ""),
    "down": ("ArrowDown", 40, ""),
}


class Page:
    """A tab. What the game draws in it is read from the line it comes over."""

    def __init__(self, browser: "Browser", session: str) -> None:
        self._browser = browser
        self._session = session
        self._changed = asyncio.Event()
        self._blank()
        self.asked_for: list[str] = []
        """Everything the page has fetched."""
        self.lines = 0
        """How often it has opened a line to the game."""
        self.complaints: list[str] = []
        """What it has complained about on the console."""

    @property
    def text(self) -> str:
        """What the game has drawn."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    async def go(self, url: str) -> None:
        """Type an address."""
        self._blank()
        await self._tell("Page.navigate", url=url)

    async def reload(self) -> None:
        """Press F5."""
        self._blank()
        await self._tell("Page.reload")

    async def press(self, *keys: str) -> None:
        """Press keys, by name or as they are."""
        for key in keys:
            name, code, text = KEYS[key] if key in KEYS else (key, ord(key.upper()), key)
            fields = {"key": name, "windowsVirtualKeyCode": code}
            typed = {"text": text} if text else {}
            await self._tell("Input.dispatchKeyEvent", type="keyDown", **fields, **typed)
            await self._tell("Input.dispatchKeyEvent", type="keyUp", **fields)

    async def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        answer = await self._tell(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until an expression in the page is true, looking again with each frame it draws."""
        # What is looked for may not be there yet.
        so = f"() => {{ try {{ return {script} }} catch {{ return false }} }}"
        await self.evaluate(
            f"new Promise(done => {{ const so = {so};"
            " const look = () => so() ? done() : requestAnimationFrame(look); look(); })"
        )

    async def wait_for(self, what: str | Callable[[str], bool], seconds: float = PATIENCE) -> str:
        """Wait until the game has drawn something."""
        fits = (lambda text: what in text) if isinstance(what, str) else what
        try:
            async with asyncio.timeout(seconds):
                while not fits(self.text):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"{what!r} did not come. The screen:\n{self.text}") from None
        return self.text

    async def picture(self, target: Path) -> None:
        """A screenshot."""
        answer = await self._tell("Page.captureScreenshot", format="png")
        await asyncio.to_thread(target.write_bytes, base64.b64decode(answer["data"]))

    def hear(self, method: str, told: dict[str, Any]) -> None:
        """Take in an event of this tab."""
        match method:
            case "Network.requestWillBeSent":
                self.asked_for.append(told["request"]["url"])
            case "Network.webSocketCreated":
                self.asked_for.append(told["url"])
                self.lines += 1
                self._blank()
            case "Network.webSocketFrameReceived" if told["response"]["opcode"] == 2:
                self._stream.feed(base64.b64decode(told["response"]["payloadData"]))
            case "Log.entryAdded":
                self.complaints.append(told["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(str(told["exceptionDetails"]))
        self._changed.set()

    async def open(self) -> None:
        """Begin to listen to what goes on in it."""
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self._tell(f"{domain}.enable")
        # Without it a tab behind another one may lose keys.
        await self._tell("Emulation.setFocusEmulationEnabled", enabled=True)

    def _blank(self) -> None:
        # Large enough for the window; the game says itself where it draws.
        self._screen = pyte.Screen(200, 60)
        self._stream = pyte.ByteStream(self._screen)

    async def _tell(self, method: str, **parameters: Any) -> Any:
        return await self._browser.tell(method, self._session, **parameters)


class Browser:
    """Chromium with nobody's profile and no way out of this machine."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire = wire
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._pages: dict[str, Page] = {}
        self._reader = asyncio.create_task(self._read())

    async def new_page(self) -> Page:
        """Another tab."""
        target = await self.tell("Target.createTarget", url="about:blank")
        attached = await self.tell("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = self._pages[attached["sessionId"]] = Page(self, attached["sessionId"])
        await page.open()
        return page

    async def tell(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        """Say something to the browser and wait for its answer."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        await self._wire.send(json.dumps(message))
        return await answer

    async def close(self) -> None:
        """Hang up."""
        await self._wire.close()
        await self._reader

    async def _read(self) -> None:
        try:
            async for said in self._wire:
                message = json.loads(said)
                if "id" in message:
                    answer = self._answers.pop(message["id"])
                    if "error" in message:
                        answer.set_exception(RuntimeError(message["error"]["message"]))
                    else:
                        answer.set_result(message["result"])
                elif page := self._pages.get(message.get("sessionId", "")):
                    page.hear(message["method"], message["params"])
        except ConnectionClosed:
            pass


@asynccontextmanager
async def chromium(
    program: str, *, language: str = "en", machine: Machine | None = None
) -> AsyncIterator[Browser]:
    """A browser for a while, on another machine if one is given."""
    reachable = "127.0.0.1" if machine is None else "10.77.0.*"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            program,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-unsafe-swiftshader",
            "--no-first-run",
            f"--accept-lang={language}",
            f"--window-size={SIZE[0]},{SIZE[1]}",
            f"--user-data-dir={profile}",
            "--remote-debugging-port=0",
            f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {reachable}",
            "about:blank",
        ]
        process = await asyncio.to_thread(
            subprocess.Popen,
            command if machine is None else machine.command(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            # It leaves folders of its own behind when it is killed.
            env=os.environ | {"TMPDIR": profile},
        )
        try:
            wire = await asyncio.to_thread(_wire_of, process)
            where = urlsplit(wire)
            assert where.hostname is not None
            assert where.port is not None
            address = where.hostname, where.port
            dial = socket.create_connection if machine is None else machine.connect
            line = await asyncio.to_thread(dial, address)
            browser = Browser(await connect(wire, max_size=None, proxy=None, sock=line))
            yield browser
            await browser.close()
        finally:
            process.kill()
            await asyncio.to_thread(process.communicate)


def _wire_of(process: "subprocess.Popen[str]") -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if "DevTools listening on" in line:
            return line.rpartition(" ")[2].strip()
    raise RuntimeError("chromium does not start")
