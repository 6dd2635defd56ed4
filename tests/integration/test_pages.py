"""The plain pages on the game's port: health, metrics, and a word to lost browsers."""

import re
from importlib.metadata import version

import pytest

from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import metrics, page, read_metrics, read_page, until_metrics
from tests.integration.wires import answer, bare_socket, told_to_port
from tests.scripted import RefusedError, ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.codec import encode
from triqueta_protocol.events import Refused, Welcome
from triqueta_protocol.internal.defaults import LOOKER
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL


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
    assert idle.pop(f'triqueta_info{{version="{version("triqueta-tui")}"}}') == 1
    assert set(idle.values()) == {0}
    await connect(server, "Cy")
    looking = await metrics(server)
    assert (looking["triqueta_connections"], looking["triqueta_players"]) == (1, 0)
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo, bots=1)
    await on_turn(table, ana, bo)
    playing = await metrics(server)
    assert (playing["triqueta_connections"], playing["triqueta_players"]) == (3, 2)
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


@pytest.mark.parametrize(
    ("headers", "status"), [("", 200), ("X-Forwarded-For: 192.0.2.1\r\n", 403), ("Via: 1.1 proxy\r\n", 403)]
)
async def test_metrics_of_a_server_with_a_password_are_for_its_machine(
    start_server: StartServer, headers: str, status: int
) -> None:
    server = await start_server(password="sesame")
    said = await told_to_port(server, f"GET /metrics HTTP/1.1\r\nHost: a\r\n{headers}\r\n".encode())
    assert read_page(said).status == status
    assert (await page(server, "/healthz")).status == 200


async def test_the_log_tells_a_host_who_came_and_what_was_opened(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS, password="sesame")
    async with bare_socket(server) as stranger:
        await stranger.send(encode(Hello(version=PROTOCOL, name="Eve", password="open")))
        assert isinstance(await answer(stranger), Refused)
    async with bare_socket(server) as looker:
        await looker.send(encode(Hello(version=PROTOCOL, name=f"{LOOKER}3b24", password="sesame")))
        assert isinstance(await answer(looker), Welcome)
    ana = await ScriptedClient.connect(server.url, "Ana", password="sesame")
    table = await ana.create()
    await ana.close()
    await until_metrics(server, lambda now: now["triqueta_connections"] == 0)
    said = server.log()
    assert "wrong server password" in said
    assert re.search(
        rf"player connected .* name=Ana\n.*table opened table={table} game=triqueta host=Ana.*"
        r"player disconnected .* name=Ana\n",
        said,
        re.DOTALL,
    )
    assert LOOKER not in said
    assert "sesame" not in said


async def test_the_log_has_nothing_that_lets_anybody_in(start_server: StartServer) -> None:
    server = await start_server(*GENEROUS, "--log-level", "debug", password="sesame")
    ana = await ScriptedClient.connect(server.url, "Ana", password="sesame")
    table = await ana.create(password="knock twice", settings={"private": True})
    await ana.vanish()
    back = await ScriptedClient.connect(server.url, "Ana", password="sesame", token=ana.token)
    await back.join(table)
    with pytest.raises(RefusedError):
        await ScriptedClient.connect(server.url, "Eve", password="let me in", token=ana.token[:-1])
    await back.close()
    assert await server.stop() == 0
    said = server.log()
    assert "Ana" in said
    for secret in ("sesame", "knock twice", "let me in", ana.token, ana.token[:-1]):
        assert secret not in said


async def test_a_lost_browser_is_told_what_this_is(shared_server: ServerProcess) -> None:
    seen = await page(shared_server, "/")
    assert seen.status == 426
    assert "triqueta join" in seen.body
    assert (await page(shared_server, "/favicon.ico")).status == 404
    assert "server" not in seen.headers, "which library serves the page is nobody's business"
