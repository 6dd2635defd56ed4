"""The server's password, as it is typed."""

import asyncio

from triqueta_server.gateways.ssh.session import LONGEST_PASSWORD, PASSWORD_TRIES, PasswordPrompt


async def test_a_line_ends_with_enter() -> None:
    prompt = PasswordPrompt()
    line = asyncio.create_task(prompt.line())
    prompt.type(b"ses")
    await asyncio.sleep(0)
    assert not line.done()
    prompt.type(b"ame\r")
    assert await line == "sesame"


async def test_slips_can_be_corrected() -> None:
    prompt = PasswordPrompt()
    prompt.type(b"sesx\x7famq\bx\x08e\r")
    assert await prompt.line() == "sesame"


async def test_what_is_typed_ahead_waits() -> None:
    prompt = PasswordPrompt()
    prompt.type(b"a\rb\r\x03")
    assert [await prompt.line() for _ in range(PASSWORD_TRIES)] == ["a", "b", None]


async def test_no_more_waits_than_can_be_used() -> None:
    prompt = PasswordPrompt()
    prompt.type(b"x" * 5000 + b"\r" * 5000)
    assert [await prompt.line() for _ in range(PASSWORD_TRIES)] == ["x" * LONGEST_PASSWORD, "", ""]


async def test_one_can_give_up() -> None:
    prompt = PasswordPrompt()
    prompt.type(b"ses\x03")
    assert await prompt.line() is None
