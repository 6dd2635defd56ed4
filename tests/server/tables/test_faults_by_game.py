"""In every game a fault in rules, views, codec or bots ends one table at most; its game goes on later."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, playing
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.faults import PlantedError, failing
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act
from triqueta_server import crash_report
from triqueta_server.crash_report import CrashFolder, CrashReport
from triqueta_server.games import RULES

BEFORE = 5
"""Decisions before the fault."""
Patch = pytest.MonkeyPatch


def _rules(server: FakeServer, game: str, patch: Patch) -> None:
    begun = RULES[game].begin(2, RULES[game].vocabulary.words.options(), b"any")
    patch.setattr(type(begun), "apply", failing)


def _view(server: FakeServer, game: str, patch: Patch) -> None:
    patch.setattr(type(RULES[game]), "public", failing)


def _own_view(server: FakeServer, game: str, patch: Patch) -> None:
    patch.setattr(type(RULES[game]), "mine", failing)


def _codec(server: FakeServer, game: str, patch: Patch) -> None:
    patch.setattr("triqueta_server.tables.state.table.Body", failing)


def _bot(server: FakeServer, game: str, patch: Patch) -> None:
    patch.setattr(server.services, "ask_bot", failing)


Plant = Callable[[FakeServer, str, Patch], None]


def owes(client: FakeClient, table: str) -> bool:
    mirror = client.mirrors.get(table)
    return mirror is not None and bool(getattr(mirror.mine, "choices", ()))


async def decide(server: FakeServer, table: str, clients: list[FakeClient]) -> None:
    """Let somebody take the first decision that the rules allow."""
    match = server.table(table).match
    assert match is not None
    client = next(one for one in clients if owes(one, table))
    seat = client.seat(table)
    action = match.rules.write(match.position, seat, next(iter(match.position.legal(seat))))
    await client.send(Act, table=table, action=action)


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("plant", [_rules, _view, _own_view, _codec, _bot])
async def test_a_fault_ends_its_table_and_the_game_can_be_taken_up_again(
    game: str, plant: Plant, monkeypatch: Patch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = FakeServer()
    server.services.keep_crash = CrashFolder(tmp_path).write
    table, clients = await playing(server, "Ana", bots=1, game=game)
    [ana] = clients
    other, others = await playing(server, "Cy", "Dan", game=game)
    for _ in range(BEFORE):
        await decide(server, table, clients)
    with monkeypatch.context() as patched:
        plant(server, game, patched)
        for _ in range(20):
            if table in server.lobby.tables:
                await decide(server, table, clients)
    assert ana.closed == {table: Code.TABLE_FAILED}
    assert PlantedError.__name__ in caplog.text
    assert (other in server.lobby.tables, others[0].closed) == (True, {}), "the others notice nothing"
    [path] = (tmp_path / "crashes").iterdir()
    report = crash_report.read(path, RULES)
    assert isinstance(report, CrashReport)
    assert crash_report.repeat(report, RULES[game]).error is None, "it is mended"
    # Both go on, and the one that failed from where it was.
    stored = next(one for one in server.journal.unfinished() if one.record.table == table)
    moves = sum(entry.kind == "move" for entry in stored.entries)
    await ana.join(table)
    match: Any = server.table(table).match
    assert match.moves >= moves >= BEFORE
    for code, people in ((table, [ana]), (other, others)):
        for _ in range(BEFORE):
            await decide(server, code, people)
    assert match.moves > moves
