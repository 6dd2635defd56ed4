"""Guessing the server's password: the next try of an address waits until the last is answered."""

import asyncio

import pytest

from protocol.errors import Code, Refusal
from server.net.password_throttle import PasswordThrottle


async def test_whoever_has_guessed_wrong_waits_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    waits, over = asyncio.Event(), asyncio.Event()

    async def wait(_seconds: float) -> None:
        waits.set()
        await over.wait()

    monkeypatch.setattr(asyncio, "sleep", wait)
    known = PasswordThrottle()
    known.check("192.0.2.1")
    told = asyncio.create_task(known.delay("192.0.2.1"))
    await waits.wait()
    with pytest.raises(Refusal) as caught:
        known.check("192.0.2.1")
    assert caught.value.code == Code.FLOODING
    known.check("192.0.2.2")
    over.set()
    await told
    known.check("192.0.2.1")
