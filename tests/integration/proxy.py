"""A small reverse proxy, as a host would put in front: one address for the game's port and the browsers'.

``python -m tests.integration.proxy HOST PORT GAME WEB`` serves ``/play`` from the port GAME and the rest from
the port WEB of this machine, and says when it does.
"""

import asyncio
import sys

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, web

_OWN = frozenset({"connection", "upgrade", "transfer-encoding", "content-length", "content-encoding", "date"})


Socket = web.WebSocketResponse | ClientWebSocketResponse


class Proxy:
    def __init__(self, session: ClientSession, game: str, page: str) -> None:
        self._session = session
        self._game = game
        self._page = page

    async def handle(self, request: web.Request) -> web.StreamResponse:
        base, path = self._page, request.path_qs
        if request.path == "/play":
            base, path = self._game, "/"
        headers = {name: value for name, value in request.headers.items() if _passes(name)}
        headers["X-Forwarded-For"] = request.remote or ""
        if request.headers.get("Upgrade", "").casefold() == "websocket":
            return await self._pass_socket(request, base + path, headers)
        said = await request.read()
        async with self._session.request(request.method, base + path, headers=headers, data=said) as answer:
            passed = [(name, value) for name, value in answer.headers.items() if name.casefold() not in _OWN]
            response = web.Response(status=answer.status, body=await answer.read())
            response.headers.extend(passed)
            return response

    async def _pass_socket(
        self, request: web.Request, url: str, headers: dict[str, str]
    ) -> web.WebSocketResponse:
        near = web.WebSocketResponse()
        async with self._session.ws_connect(url, headers=headers, compress=0) as far:
            said = far._response.headers
            near.headers.extend((name, said[name]) for name in said if _passes(name))
            await near.prepare(request)
            ways = [asyncio.create_task(_pump(near, far)), asyncio.create_task(_pump(far, near))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await near.close(code=far.close_code or 1000)
        return near


async def _pump(
    one: web.WebSocketResponse | ClientWebSocketResponse,
    other: web.WebSocketResponse | ClientWebSocketResponse,
) -> None:
    async for said in one:
        if said.type is WSMsgType.BINARY:
            await other.send_bytes(said.data)
        elif said.type is WSMsgType.TEXT:
            await other.send_str(said.data)


def _passes(name: str) -> bool:
    return name.casefold() not in _OWN and not name.casefold().startswith("sec-websocket")


async def main(host: str, port: str, game: str, page: str) -> None:
    async with ClientSession() as session:
        proxy = Proxy(session, f"http://127.0.0.1:{game}", f"http://127.0.0.1:{page}")
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", proxy.handle)
        runner = web.AppRunner(application)
        await runner.setup()
        await web.TCPSite(runner, host, int(port)).start()
        print("listening", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
