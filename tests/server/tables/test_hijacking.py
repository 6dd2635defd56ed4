"""Somebody who knows all that is shown of a seat, and not its token, gets nothing of it, in any game."""

import hmac
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.fuzz.actions import any_action
from tests.server.tables.fake_client import FakeClient, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.login import hash_token
from triqueta_protocol.requests import (
    Act,
    AddBot,
    Advise,
    Chat,
    History,
    Join,
    Kick,
    Leave,
    Lock,
    Resume,
    SitIn,
    Start,
    Undo,
)
from triqueta_server.games import RULES
from triqueta_server.gateways.config import GatewayConfig
from triqueta_server.net.listener import ListenConfig
from triqueta_server.program import Config, Program
from triqueta_server.tables import handshake
from triqueta_server.tables.state import access


@pytest.mark.parametrize("game", RULES)
async def test_nothing_that_is_shown_leads_to_a_seat(game: str) -> None:
    server = FakeServer()
    table, [ana, bo] = await playing(server, "Ana", "Bo", game=game)
    room = ana.room(table)
    assert ana.token is not None
    shown = [ana.player.id, ana.name, room.epoch, table, hash_token(ana.token).hex(), ana.token[:-1], ""]
    bo.vanish()
    for number, guess in enumerate(shown):
        eve = await FakeClient(server, f"Eve {number}").arrive(token=guess)
        assert eve.player not in {ana.player, bo.player}
        assert eve.welcome.seats == ()
        await refused_everything(eve, table, room.epoch, game)
    with pytest.raises(RefusalError, match=Code.NAME_TAKEN):
        await FakeClient(server, "Bo").arrive()
    await bo.come_back(table)
    assert bo.seat(table) == 1
    assert ana.sees_what_is(table)


async def refused_everything(eve: FakeClient, table: str, epoch: str, game: str) -> None:
    """Ask for whatever the owner of a seat, or the host, may ask for, as fast as guesses are heard."""
    asked: list[tuple[Any, dict[str, Any]]] = [
        (Act, {"action": any_action(game, Random(1))}),
        (Resume, {"epoch": epoch, "last": 0}),
        *((kind, {}) for kind in (Join, History, Advise, Undo, Leave, Start, AddBot)),
        (SitIn, {"seat": 1}),
        (Kick, {"seat": 1}),
        (Lock, {"nobody_new": True}),
        (Chat, {"text": "I am Bo"}),
    ]
    for kind, fields in asked:
        await eve.refusal(kind, table=table, **fields)
        eve.server.advance(0.5)


async def test_passwords_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[Any, Any]] = []

    def comparing(one: Any, other: Any) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    for module in (handshake, access):
        monkeypatch.setattr(module, "hmac", type("hmac", (), {"compare_digest": staticmethod(comparing)}))
    server = FakeServer(password="sesame")
    with pytest.raises(RefusalError, match=Code.WRONG_PASSWORD):
        await FakeClient(server, "Eve").arrive(password="sesam")
    assert compared == [(b"sesam", b"sesame")]
    ana, eve = [await FakeClient(server, name).arrive(password="sesame") for name in ("Ana", "Eve")]
    table = await ana.create(password="oak")
    compared.clear()
    assert await eve.refusal(Join, table=table, password="o") == Code.WRONG_PASSWORD
    sizes = {len(one) for pair in compared for one in pair}
    assert sizes == {32}, "hashes, so that not even the length shows"


async def test_tokens_are_drawn_from_what_nobody_can_foresee(tmp_path: Path) -> None:
    running = Program(
        Config(ListenConfig(), GatewayConfig("Den", "127.0.0.1", str(tmp_path)), tmp_path, "Den")
    )
    assert running.lobby.services.entropy is secrets.token_bytes
    running._store.close()
    server, drawn = FakeServer(), []

    def draw(size: int) -> bytes:
        drawn.append(size)
        return secrets.token_bytes(size)

    server.services.entropy = draw
    tokens = {(await FakeClient(server, f"Ana {number}").arrive()).token for number in range(20)}
    assert len(tokens) == 20
    assert drawn.count(24) == 20, "192 bits each"
