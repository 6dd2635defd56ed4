"""The plain pages on the game's port: health, metrics, and a word to lost browsers."""

from tests.integration.conftest import Connect
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import metrics, page, read_metrics
from tests.serving import ServerProcess


async def test_health(shared_server: ServerProcess) -> None:
    healthy = await page(shared_server, "/healthz")
    assert (healthy.status, healthy.body) == (200, "ok\n")


async def test_metrics_are_prometheus_text(shared_server: ServerProcess) -> None:
    seen = await page(shared_server, "/metrics?why=not")
    assert seen.status == 200
    assert seen.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert read_metrics(seen.body)


async def test_metrics_move_with_what_happens(server: ServerProcess, connect: Connect) -> None:
    idle = await metrics(server)
    assert set(idle.values()) == {0}
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo, bots=1)
    await on_turn(table, ana, bo)
    playing = await metrics(server)
    assert playing["triqueta_connections"] == playing["triqueta_players"] == 2
    assert playing['triqueta_tables{status="playing"}'] == 1
    assert playing["triqueta_games_begun_total"] == 1
    assert playing["triqueta_games_over_total"] == 0
    await play_out(table, ana, bo)
    over = await metrics(server)
    assert over['triqueta_tables{status="playing"}'] == 0
    assert over['triqueta_tables{status="over"}'] == over["triqueta_games_over_total"] == 1
    assert over["triqueta_moves_total"] > 0
    assert over["triqueta_bot_moves_total"] > 0
    assert over["triqueta_requests_total"] > over["triqueta_moves_total"]
    assert over["triqueta_tables_failed_total"] == 0


async def test_a_lost_browser_is_told_what_this_is(shared_server: ServerProcess) -> None:
    seen = await page(shared_server, "/")
    assert seen.status == 426
    assert "triqueta join" in seen.body
    assert (await page(shared_server, "/favicon.ico")).status == 404
    assert "server" not in seen.headers, "which library serves the page is nobody's business"
