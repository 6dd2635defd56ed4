"""Moves at a table: an illegal one is refused without ever reaching the position."""

import pytest

from tests.server.tables.fake_client import playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Rejected
from triqueta_protocol.games.triqueta import Draw, Keep, Place
from triqueta_protocol.requests import Act
from triqueta_server.games.triqueta.position import Position


async def test_an_illegal_action_does_not_touch_the_position(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    monkeypatch.setattr(Position, "apply", None)
    for action, why in ((Place(0), "draw_first"), (Keep(), "draw_first")):
        answer = ana.answer(await ana.send(Act, table=table, action=plain(action)))
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.detail) == (Code.ILLEGAL_ACTION, {"why": why})
    monkeypatch.undo()
    await ana.act(table, Draw())
    assert ana.sees_what_is(table)
