"""What the browser's gateway serves: the page with the terminal, the identity of a browser, the WebSocket."""

import asyncio
import hmac
import html
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from string import Template
from typing import Final

import textual_serve
from aiohttp import WSMsgType, web

from triqueta_protocol.codes import read_code
from triqueta_protocol.internal.guest import Guest
from triqueta_protocol.text import clean
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.context import GatewayContext
from triqueta_server.gateways.input_cleaning import window
from triqueta_server.gateways.kept_guests import GuestKeeper
from triqueta_server.gateways.messages import Message, words_for, words_of
from triqueta_server.gateways.web import visitor
from triqueta_server.gateways.web.service import GuestService
from triqueta_server.limits.declared import GuestLimits
from triqueta_server.limits.guests import TooManyGuessesError
from triqueta_server.limits.pending import Peer

STATIC: Final = Path(__file__).parent / "static"
LIBRARY: Final = Path(textual_serve.__file__).parent / "static"
LONGEST_MESSAGE: Final = 64 * 1024
SAID_WITHIN: Final = 10.0
"""Seconds for the body of a request."""
BETWEEN_REQUESTS: Final = 60.0
"""Seconds for an answer to be read and the next request to come. A slow line needs them for the font."""
ENDED_WITH_MESSAGE: Final = 4000
"""The status of a WebSocket that the gateway closes; the reason names the message to show."""

HEADERS: Final = {
    # Nothing is fetched from elsewhere, and no page elsewhere can put this one into a frame.
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

_TEMPLATE: Final = Template(Path(__file__).with_name("index.html").read_text(encoding="utf-8"))

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = logging.getLogger(__name__)


class Site:
    def __init__(self, context: GatewayContext) -> None:
        self._config = context.config
        self._context = context
        self._page = visitor.OwnPage(context.config)
        self._proof = context.identity.digest("password", context.config.password or "")
        self._sockets: set[web.WebSocketResponse] = set()
        self._stopping: dict[str, asyncio.Future[None]] = {}
        """Clients that are ending, by their guest's key."""

    def application(self) -> web.Application:
        application = web.Application(client_max_size=4096, middlewares=[self._time])
        application.on_response_prepare.append(_add_headers)
        application.add_routes(
            [
                web.get("/", self._index),
                web.get("/{table:[A-Za-z]+}", self._index),
                web.get("/favicon.ico", self._icon),
                web.post("/identity", self._identify),
                web.get("/ws", self._connect),
                web.static("/page", STATIC),
                web.static("/static", LIBRARY),
            ]
        )
        return application

    async def say_goodbye(self) -> None:
        for socket in list(self._sockets):
            await _close(socket, Message.CLOSING)

    @web.middleware
    async def _time(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let the clock of a connection stand still while a request is answered; then wait for the next."""
        peer = _peer(request)
        self._context.pending.hold(peer)
        try:
            return await handler(request)
        finally:
            self._context.pending.wait(peer, BETWEEN_REQUESTS)

    async def _index(self, request: web.Request) -> web.Response:
        """The page, at the root or with the code of a table for a path."""
        if (table := request.match_info.get("table")) and read_code(table) is None:
            raise web.HTTPNotFound
        key = visitor.key(request, self._context.identity)
        chosen = self._context.kept.language(key and key.public)
        text = page(self._config.server_name, chosen or visitor.spoken(request), self._config.limits)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _icon(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(STATIC / "favicon.svg")

    async def _identify(self, request: web.Request) -> web.Response:
        """Give the browser its cookies. The page asks: a link from elsewhere would bring no cookie along."""
        self._check_page(request)
        if not self._may_enter(request) and not await self._knows_password(request):
            raise web.HTTPUnauthorized
        response = web.Response(status=204)
        secure = self._page.is_secure(request)
        visitor.give_cookie(request, response, self._context.identity, secure=secure)
        if self._config.password is not None:
            visitor.let_in(response, self._proof, secure=secure)
        return response

    def _check_page(self, request: web.Request) -> None:
        if self._page.opens(request):
            return
        host = clean(request.host)[:100]
        if not self._page.is_known_as(request):
            log.warning("web page refused, allow its name with --web-name host=%s", host)
            raise web.HTTPMisdirectedRequest(text="This server does not go by that name.\n")
        log.info("web page of another site refused address=%s", self._page.address(request))
        raise web.HTTPForbidden(text="This gateway is for its own page only.\n")

    def _may_enter(self, request: web.Request) -> bool:
        shown = request.cookies.get(visitor.PASS_COOKIE, "")
        return self._config.password is None or hmac.compare_digest(shown.encode(), self._proof.encode())

    async def _knows_password(self, request: web.Request) -> bool:
        try:
            async with asyncio.timeout(SAID_WITHIN):
                said = await request.read()
            # A page that asks without a password only wants to know whether there is one.
            return bool(said) and await self._context.guesses.is_right(said, self._page.address(request))
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except TooManyGuessesError:
            raise web.HTTPTooManyRequests from None

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        self._check_page(request)
        if not self._may_enter(request):
            raise web.HTTPUnauthorized
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=LONGEST_MESSAGE)
        await socket.prepare(request)
        self._context.pending.leave(_peer(request))
        origin = self._page.address(request)
        refusal = await self._context.guests.enter(socket, origin)
        if refusal is not None:
            log.info("web guest refused address=%s reason=%s", origin, refusal.value)
            await _close(socket, refusal)
            return socket
        self._sockets.add(socket)
        try:
            await self._play(request, socket)
        except StartupError as error:
            log.error("web client not started address=%s error=%s", origin, error)
            await _close(socket, Message.BROKEN)
        finally:
            self._sockets.discard(socket)
            self._context.guests.leave(socket)
            log.info("web guest disconnected address=%s", origin)
        return socket

    async def _play(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        key = visitor.key(request, self._context.identity)
        kept_as = key and key.public
        cookie = "known" if key else "none"
        log.info("web guest connected address=%s cookie=%s", self._page.address(request), cookie)
        columns, lines = window(_number(request.query.get("width")), _number(request.query.get("height")))
        guest = Guest(
            address=self._config.server_url,
            # The client asks, unless it was told at an earlier visit.
            name="",
            key=key and key.secret,
            password=self._config.password,
            niceness=self._config.niceness,
            origin=self._context.identity.sealed("address", self._page.address(request)),
            screen="browser",
            # It is this page's own address: that has been checked.
            arrival=request.headers["Origin"],
            table=read_code(request.query.get("table", "")),
            returning="again" in request.query,
            kept=self._context.kept.read(kept_as),
            environment={
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "COLUMNS": str(columns),
                "ROWS": str(lines),
                **visitor.environment(request),
            },
        )
        keeper = GuestKeeper(self._context.kept, kept_as, self._page.address(request))
        service = GuestService(self._context.prefork, guest, socket, keeper.hear)
        if (stopping := self._stopping.get(kept_as or "")) is not None:
            # The page was loaded again: the seat is free when the client before has gone.
            await asyncio.wait([stopping])
        await service.start(columns, lines)
        try:
            await self._listen(socket, service)
        finally:
            self._context.guests.begin_to_leave(socket)
            await self._stop(service, kept_as)

    async def _stop(self, service: GuestService, kept_as: str | None) -> None:
        if kept_as is None:
            await service.stop()
            return
        self._stopping[kept_as] = stopping = asyncio.ensure_future(service.stop())
        try:
            await stopping
        finally:
            if self._stopping.get(kept_as) is stopping:
                del self._stopping[kept_as]

    async def _listen(self, socket: web.WebSocketResponse, service: GuestService) -> None:
        broken = asyncio.create_task(_close_when_broken(socket, service))
        now, idle = asyncio.get_running_loop().time, self._config.limits.idle
        try:
            async with asyncio.timeout(idle) as timeout:
                async for said in socket:
                    if said.type is WSMsgType.TEXT and await _heed(said.data, socket, service):
                        timeout.reschedule(now() + idle)
        except TimeoutError:
            await _close(socket, Message.IDLE)
        finally:
            broken.cancel()


def page(server_name: str, language: str, limits: GuestLimits) -> str:
    """The one page of the gateway, in the guest's language."""
    words = words_of(language)
    told = words_for(language, limits)
    script_words = {message.value: text for message, text in told.items()} | words.page
    return _TEMPLATE.substitute(
        language=language.replace("_", "-"),
        title=html.escape(f"Triqueta · {server_name}"),
        words=html.escape(json.dumps(script_words, ensure_ascii=False), quote=True),
        **{name: html.escape(word) for name, word in words.page.items()},
    )


async def _heed(said: str, socket: web.WebSocketResponse, service: GuestService) -> bool:
    """Do what the page asks for; true if a person pressed a key."""
    try:
        match json.loads(said):
            case ["stdin", str(keys)]:
                await service.type(keys)
                return True
            case ["resize", {"width": int(columns), "height": int(lines)}]:
                await service.set_terminal_size(*window(columns, lines))
            case ["ping", str(mark)]:
                await socket.send_json(["pong", mark])
            case ["focus"]:
                await service.focus()
            case ["blur"]:
                await service.blur()
    except (ValueError, RecursionError):
        pass  # not from our page
    return False


async def _close_when_broken(socket: web.WebSocketResponse, service: GuestService) -> None:
    if await service.ended():
        await _close(socket, Message.BROKEN)


async def _close(socket: web.WebSocketResponse, why: Message) -> None:
    await socket.close(code=ENDED_WITH_MESSAGE, message=why.value.encode())


def _peer(request: web.Request) -> Peer:
    peer: Peer | None = request.transport.get_extra_info("peername") if request.transport else None
    return peer or ()


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
    response.headers.pop("Server", None)
