"""The yardstick: a bare websockets server that unpacks each msgpack frame and packs it again."""

import asyncio

import msgpack
from websockets.asyncio.server import ServerConnection, serve


async def _echo(socket: ServerConnection) -> None:
    async for frame in socket:
        await socket.send(msgpack.packb(msgpack.unpackb(frame)))


async def _main() -> None:
    async with serve(_echo, "127.0.0.1", 0, compression=None, max_size=65536) as server:
        print(f"listening on ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}", flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(_main())
