"""The server's password, as it is typed."""

from server.doors.messages import Message
from server.doors.ssh.password import PasswordQuestion

ASKED, WRONG = Message.PASSWORD, Message.WRONG_PASSWORD


async def test_the_right_one_opens() -> None:
    said: list[Message] = []
    question = PasswordQuestion("sesame", said.append)
    question.type(b"ses")
    assert not question.answer.done()
    question.type(b"ame\r")
    assert question.answer.result() is True
    assert said == [ASKED]


async def test_slips_can_be_corrected() -> None:
    question = PasswordQuestion("sesame", lambda _: None)
    question.type(b"sesx\x7famq\bx\x08e\r")
    assert question.answer.result() is True


async def test_three_wrong_ones_are_enough() -> None:
    said: list[Message] = []
    question = PasswordQuestion("sesame", said.append)
    question.type(b"a\rb\r")
    assert not question.answer.done()
    question.type(b"c\rsesame\r")
    assert question.answer.result() is False
    assert said == [ASKED, WRONG, ASKED, WRONG, ASKED, WRONG]


async def test_one_can_give_up() -> None:
    question = PasswordQuestion("sesame", lambda _: None)
    question.type(b"ses\x03")
    assert question.answer.result() is False


async def test_an_empty_line_is_not_the_password() -> None:
    question = PasswordQuestion("sesame", lambda _: None)
    question.type(b"\r")
    assert not question.answer.done()
