"""A door hears what is a note, and no longer listens to a client that writes something else."""

import asyncio
import os

import pytest

from protocol.internal.guest import LONGEST_NOTE, GuestNote
from server.doors.prefork import notes
from server.doors.prefork.notes import NoteReader

KEEP = b'{"keep": {"name": "Ana", "games": {"triqueta": {"level": "easy"}}}}\n'
FORGET = b'{"forget": true}\n'


class Pipe:
    """A client's end of the pipe, and what the door has heard."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self.heard: list[GuestNote | None] = []
        NoteReader(self.reading, self.heard.append)

    async def write(self, said: bytes) -> None:
        """Write, and let the door read."""
        try:
            os.write(self.writing, said)
        except BrokenPipeError:
            return
        for _ in range(10):
            await asyncio.sleep(0)

    def listens(self) -> bool:
        """Whether the door still does."""
        try:
            os.fstat(self.reading)
        except OSError:
            return False
        return True


async def test_notes_are_heard_until_the_client_ends() -> None:
    pipe = Pipe()
    await pipe.write(KEEP + FORGET[:5])
    await pipe.write(FORGET[5:])
    games = {"triqueta": {"level": "easy"}}
    assert pipe.heard == [GuestNote(keep={"name": "Ana", "games": games}), GuestNote(forget=True)]  # type: ignore[dict-item]  # it is one
    assert pipe.listens()
    os.close(pipe.writing)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not pipe.listens()
    assert pipe.heard[2:] == [None]


@pytest.mark.parametrize(
    "nonsense",
    [
        b"nonsense\n",
        b"[]\n",
        b'{"keep": {"a": {"b": {"c": {}}}}}\n',
        b'{"keep": {"a": [1]}}\n',
        b'{"other": 1}\n',
        b"\xff\xfe\n",
        b"{" * 3000 + b"\n",
        b'{"keep": ' * 500 + b"\n",
        b"x" * (LONGEST_NOTE + 1),
        b'{"keep": {"a": "' + b"x" * 2 * LONGEST_NOTE + b'"}}\n',
    ],
)
async def test_nonsense_is_the_last_that_is_listened_to(
    nonsense: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    pipe = Pipe()
    await pipe.write(FORGET)
    await pipe.write(nonsense)
    assert not pipe.listens()
    assert caplog.text.count("writes nonsense") == 1
    assert pipe.heard == [GuestNote(forget=True), None]
    os.close(pipe.writing)


async def test_too_many_notes_are_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST", 5)
    pipe = Pipe()
    for _ in range(10):
        await pipe.write(FORGET)
    assert pipe.heard[5:] == [None]
    assert not pipe.listens()
    os.close(pipe.writing)
