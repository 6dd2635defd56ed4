"""A whole bot: it sits down at a table and plays whatever game is played there.

    pip install websockets msgpack
    python bot.py ws://localhost:4455 Zed KNRT

How it works, and where to go on from here: ../writing-a-bot.md
"""

import asyncio
import random
import sys
from typing import Any

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Map = dict[str, Any]
GOOD_MANNERS = 1.0
"""Seconds to wait after a decision was rejected."""


def choose(public: Map, mine: Map) -> Map:
    """The part you write: from what this seat sees to one of the actions it may take."""
    choices: list[Map] = mine["choices"]
    most = max(choice.get("points", 0) for choice in choices)
    best = [choice for choice in choices if choice.get("best")]
    choice = random.choice(best or [one for one in choices if one.get("points", 0) == most])
    action: Map = dict(choice["action"])
    if "pick" in choice:  # it stands for a family of actions: any values will do, in their order
        pick: Map = choice["pick"]
        many = random.randint(pick["least"], pick["most"])
        values = sorted(random.sample(pick["values"], many), key=pick["values"].index)
        action[pick["field"]] = values[0] if pick.get("single") else values
    return action


class SentAwayError(Exception):
    """The server does not want us here, and says why."""


class Bot:
    """One connection. The three maps of a table are kept as the protocol says."""

    def __init__(self, socket: ClientConnection, code: str) -> None:
        self.socket = socket
        self.code = code
        self.next_id = 1
        self.you = ""
        self.room: Map = {}
        self.public: Map = {}
        self.mine: Map = {}

    async def greet(self, name: str, token: str | None) -> str:
        """Say hello as a bot; returns the token that makes us the same player next time."""
        await self.send({"t": "hello", "version": 1, "name": name, "capabilities": ["bot"], "token": token})
        welcome = msgpack.unpackb(await self.socket.recv())
        if welcome["t"] == "refused":
            raise SentAwayError(welcome["text"])
        self.next_id, self.you = welcome["next_id"], welcome["player"]
        return str(welcome["token"])

    async def send(self, message: Map) -> None:
        await self.socket.send(msgpack.packb(message))

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a request; each has an id of its own, and its answer comes when it comes."""
        await self.send({"t": kind, "id": self.next_id, "table": self.code, **fields})
        self.next_id += 1

    async def play(self) -> None:
        """Sit down (again), and decide whenever it is our turn, until we are sent away."""
        await self.ask("join")
        async for frame in self.socket:
            message: Map = msgpack.unpackb(frame)
            match message["t"]:
                case "table":
                    self.code, self.room = message["table"], message["room"]
                    self.public, self.mine = message.get("public") or {}, message.get("mine") or {}
                    await self.get_ready()
                    await self.decide(message.get("mine") or {})
                case "event":
                    self.take_in(message)
                    if "room" in message:
                        await self.get_ready()
                    await self.decide(message.get("mine", {}))
                case "rejected" if not self.room:
                    raise SentAwayError(f"no seat at table {self.code}: {message['code']}")
                case "rejected":
                    await asyncio.sleep(GOOD_MANNERS)
                    await self.decide(self.mine)
                case "closed":
                    raise SentAwayError(f"table {self.code}: {message['code']}")
                case "bye" if not message.get("again"):
                    raise SentAwayError(message["code"])

    def take_in(self, event: Map) -> None:
        """Replace the fields that changed."""
        self.room |= event.get("room", {})
        if self.room["status"] == "waiting" and "room" in event:
            self.public, self.mine = {}, {}
        self.public |= event.get("public", {})
        self.mine |= event.get("mine", {})

    async def get_ready(self) -> None:
        """In the waiting room, agree to begin."""
        own = [seat for seat in self.room["seats"] if seat.get("player") == self.you]
        if self.room["status"] == "waiting" and own and not own[0].get("ready"):
            await self.ask("ready")

    async def decide(self, news: Map) -> None:
        """Take a decision if we have just been told that we owe one."""
        if news.get("choices"):
            await self.ask("act", action=choose(self.public, self.mine))


async def main(url: str, name: str, code: str) -> str:
    """Play until we are sent away; returns why."""
    token: str | None = None
    async for socket in connect(url, compression=None):  # connects again when the link is lost
        bot = Bot(socket, code)
        try:
            token = await bot.greet(name, token)
            await bot.play()
        except ConnectionClosed:
            continue
        except SentAwayError as why:
            await socket.close()
            return str(why)
    return ""


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])) if len(sys.argv) == 4 else __doc__)
