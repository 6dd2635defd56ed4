"""Guessing the server's password: the next try of an address waits until the last is answered."""

import asyncio

import pytest

from server.net.password_throttle import PasswordThrottle


async def test_whoever_has_guessed_wrong_waits_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    waits, over = asyncio.Event(), asyncio.Event()

    async def wait(_seconds: float) -> None:
        waits.set()
        await over.wait()

    monkeypatch.setattr(asyncio, "sleep", wait)
    known = PasswordThrottle()
    assert not known.is_delaying("192.0.2.1")
    told = asyncio.create_task(known.delay("192.0.2.1"))
    await waits.wait()
    assert known.is_delaying("192.0.2.1")
    assert not known.is_delaying("192.0.2.2")
    over.set()
    await told
    assert not known.is_delaying("192.0.2.1")
