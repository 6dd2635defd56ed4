"""The pages of the browser's door: one with the terminal on it, one to say who one is, and the line."""

import asyncio
import hmac
import json
import logging
from pathlib import Path
from typing import Final

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

from protocol.guest import Guest
from server.net.doors.crowd import Crowd
from server.net.doors.identity import Identity
from server.net.doors.lifeline import CannotOpen
from server.net.doors.nursery import Nursery
from server.net.doors.orders import Orders
from server.net.doors.sentences import Sentence
from server.net.doors.window import window
from server.net.web import visitor
from server.net.web.page import page
from server.net.web.service import GuestService

PAGES: Final = Path(__file__).parent / "files"
LIBRARY: Final = Path(textual_serve.__file__).parent / "static"
LONGEST_MESSAGE: Final = 64 * 1024
WRONG_PASSWORD_DELAY: Final = 1.0
SAID_IN_VAIN: Final = 4000
"""The WebSocket status of a line that ends with a sentence; its reason names the sentence."""

HEADERS: Final = {
    # Nothing is fetched from elsewhere, and no page elsewhere can put this one into a frame.
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

log = logging.getLogger(__name__)


class Site:
    """Everything a browser can ask for."""

    def __init__(self, orders: Orders, identity: Identity, nursery: Nursery, crowd: Crowd) -> None:
        self._orders = orders
        self._identity = identity
        self._nursery = nursery
        self._crowd = crowd
        self._proof = identity.token("password", orders.password or "")
        self._guessing: set[str] = set()
        self._lines: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        """The routes."""
        application = web.Application(client_max_size=4096)
        application.on_response_prepare.append(_add_headers)
        application.add_routes(
            [
                web.get("/", self._index),
                web.get("/favicon.ico", self._icon),
                web.post("/identity", self._who),
                web.get("/ws", self._line),
                web.static("/page", PAGES),
                web.static("/static", LIBRARY),
            ]
        )
        return application

    async def say_goodbye(self) -> None:
        """Tell everybody that the server is closing."""
        for line in list(self._lines):
            await _hang_up(line, Sentence.CLOSING)

    async def _index(self, request: web.Request) -> web.Response:
        text = page(self._orders.house, visitor.spoken(request))
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _icon(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGES / "favicon.svg")

    async def _who(self, request: web.Request) -> web.Response:
        """Recognise the browser. Asked by the page: a link from elsewhere would bring no cookie along."""
        if not visitor.is_own_page(request):
            raise web.HTTPForbidden
        if not self._may_enter(request) and not await self._knows_password(request):
            raise web.HTTPUnauthorized
        response = web.Response(status=204)
        visitor.recognise(request, response)
        if self._orders.password is not None:
            visitor.let_in(request, response, self._proof)
        return response

    def _may_enter(self, request: web.Request) -> bool:
        shown = request.cookies.get(visitor.PASS_COOKIE, "")
        return self._orders.password is None or hmac.compare_digest(shown.encode(), self._proof.encode())

    async def _knows_password(self, request: web.Request) -> bool:
        """One guess a second from one address."""
        password, origin = self._orders.password or "", visitor.address(request)
        if origin in self._guessing:
            raise web.HTTPTooManyRequests
        said = await request.read()
        if hmac.compare_digest(said, password.encode()):
            return True
        if said:
            self._guessing.add(origin)
            try:
                await asyncio.sleep(WRONG_PASSWORD_DELAY)
            finally:
                self._guessing.discard(origin)
        return False

    async def _line(self, request: web.Request) -> web.WebSocketResponse:
        """The game itself."""
        if not visitor.is_own_page(request):
            raise web.HTTPForbidden(text="This door is for its own page only.\n")
        if not self._may_enter(request):
            raise web.HTTPUnauthorized
        line = web.WebSocketResponse(heartbeat=20, max_msg_size=LONGEST_MESSAGE)
        await line.prepare(request)
        origin = visitor.address(request)
        refusal = self._crowd.enter(origin)
        if refusal is not None:
            await _hang_up(line, refusal)
            return line
        self._lines.add(line)
        try:
            await self._play(request, line)
        except CannotOpen as error:
            log.error("web: %s", error)
            await _hang_up(line, Sentence.BROKEN)
        finally:
            self._lines.discard(line)
            self._crowd.leave(origin)
        return line

    async def _play(self, request: web.Request, line: web.WebSocketResponse) -> None:
        token = visitor.token(request, self._identity)
        log.info("web: a guest from %s (%s)", visitor.address(request), "known" if token else "no cookie")

        def letter(columns: int, lines: int) -> Guest:
            return Guest(
                address=self._orders.server,
                name=_NAMES[visitor.spoken(request)],
                token=token,
                password=self._orders.password,
                screen="browser",
                environment={
                    "TERM": "xterm-256color",
                    "COLORTERM": "truecolor",
                    "COLUMNS": str(columns),
                    "ROWS": str(lines),
                    **visitor.environment(request),
                },
            )

        service = GuestService(self._nursery, letter, line.send_bytes, line.send_str, lambda: _leave(line))
        size = window(_number(request.query.get("width")), _number(request.query.get("height")))
        await service.start(*size)
        try:
            await self._listen(line, service)
        finally:
            await service.stop()

    async def _listen(self, line: web.WebSocketResponse, service: GuestService) -> None:
        """Pass on what the browser says until it, or the client, is gone."""
        broken = asyncio.create_task(self._when_broken(line, service))
        now, idle = asyncio.get_running_loop().time, self._orders.limits.idle
        try:
            async with asyncio.timeout(idle) as patience:
                async for said in line:
                    if said.type is WSMsgType.TEXT and await _heed(said.data, line, service):
                        patience.reschedule(now() + idle)
        except TimeoutError:
            await _hang_up(line, Sentence.IDLE)
        finally:
            broken.cancel()

    async def _when_broken(self, line: web.WebSocketResponse, service: GuestService) -> None:
        if await service.ended():
            await _hang_up(line, Sentence.BROKEN)


_NAMES: Final = {"en": "Guest", "de": "Gast", "zh_Hant": "訪客"}


async def _heed(said: str, line: web.WebSocketResponse, service: GuestService) -> bool:
    """Do what the page asks for; true if a person pressed a key."""
    try:
        match json.loads(said):
            case ["stdin", str(keys)]:
                await service.type(keys)
                return True
            case ["resize", {"width": int(columns), "height": int(lines)}]:
                await service.set_terminal_size(*window(columns, lines))
            case ["ping", str(mark)]:
                await line.send_json(["pong", mark])
            case ["focus"]:
                await service.focus()
            case ["blur"]:
                await service.blur()
    except ValueError:
        pass  # not from our page
    return False


async def _hang_up(line: web.WebSocketResponse, why: Sentence) -> None:
    await line.close(code=SAID_IN_VAIN, message=why.value.encode())


async def _leave(line: web.WebSocketResponse) -> None:
    await line.close(code=WSCloseCode.OK)


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
    response.headers.pop("Server", None)
