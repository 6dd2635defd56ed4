"""Guessing takes time and is logged; whoever knows the password gets in meanwhile."""

import asyncio
import logging

import pytest

from triqueta_server.limits.declared import GuestLimits
from triqueta_server.limits.guests import PasswordGuesses, TooManyGuessesError

LIMITS = GuestLimits()
STRANGER, FRIEND = "192.0.2.1", "192.0.2.2"


class Pauses:
    """The seconds that wrong guesses take, one after the other."""

    def __init__(self) -> None:
        self.begun = 0
        self._over = asyncio.Semaphore(0)

    async def sleep(self, seconds: float) -> None:
        assert seconds == LIMITS.wrong_password
        self.begun += 1
        await self._over.acquire()

    def end_one(self) -> None:
        self._over.release()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    made = Pauses()
    monkeypatch.setattr(asyncio, "sleep", made.sleep)
    return made


async def turns() -> None:
    """Let everything happen that can."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_later(0.01, done.set)
    await done.wait()


async def test_one_wrong_guess_at_a_time_from_one_address(
    pauses: Pauses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    guesses = PasswordGuesses("ssh", "sesame", LIMITS)
    tried = [asyncio.create_task(guesses.is_right(b"open", STRANGER)) for _ in range(5)]
    for compared in range(1, 6):
        await turns()
        assert guesses.wrong == pauses.begun == compared
        pauses.end_one()
    assert await asyncio.gather(*tried) == [False] * 5
    assert [record.getMessage() for record in caplog.records] == [
        "wrong gateway password gateway=ssh address=192.0.2.1"
    ] * 5


async def test_the_right_one_gets_in_whoever_guesses(pauses: Pauses) -> None:
    guesses = PasswordGuesses("ssh", "sesame", LIMITS)
    tried = [
        asyncio.create_task(guesses.is_right(b"open", STRANGER)) for _ in range(LIMITS.passwords_waiting - 1)
    ]
    await turns()
    assert await guesses.is_right(b"sesame", FRIEND), "another address does not wait at all"
    neighbour = asyncio.create_task(guesses.is_right(b"sesame", STRANGER))
    await turns()
    with pytest.raises(TooManyGuessesError):
        await guesses.is_right(b"one too many", STRANGER)
    for _ in tried:
        pauses.end_one()
    assert await neighbour
    assert not any(await asyncio.gather(*tried))


async def test_one_ipv6_line_is_one_address(pauses: Pauses) -> None:
    guesses = PasswordGuesses("ssh", "sesame", LIMITS)
    tried = [asyncio.create_task(guesses.is_right(b"open", f"2001:db8::{n}")) for n in range(1, 4)]
    await turns()
    assert pauses.begun == 1
    for _ in tried:
        pauses.end_one()
    await asyncio.gather(*tried)
