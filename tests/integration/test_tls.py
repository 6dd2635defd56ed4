"""TLS: a game over wss, and nothing for whoever does not speak it."""

import ssl
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.integration.certificates import make_certificate
from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, play_out
from tests.integration.wires import told_to_port


async def test_a_game_over_tls(start_server: StartServer, connect: Connect, tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path)
    server = await start_server(*GENEROUS, *certificate.options)
    assert server.url.startswith("wss://")
    ana, bo = [await connect(server, name, tls=certificate.trust) for name in ("Ana", "Bo")]
    await play_out(await begin(ana, bo), ana, bo)


async def test_friends_are_told_the_name_in_the_certificate(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    certificate = make_certificate(tmp_path, names=("oak.example", "127.0.0.1"))
    server = await start_server(*certificate.options, "--web", "0", "--public-ssh", "oak.example")
    welcome = (await connect(server, "Ana", tls=certificate.trust)).welcome
    assert welcome.public_urls == {"ssh": "ssh://oak.example:2222"}
    assert "open to players kind=ssh public=yes urls=ssh://oak.example:2222\n" in server.log()
    hosts = ("oak.example", "127.0.0.1")
    web = urlsplit(welcome.local_urls["web"][0]).port
    assert welcome.local_urls == {
        "play": tuple(f"wss://{host}:{server.port}" for host in hosts),
        "web": tuple(f"https://{host}:{web}" for host in hosts),
    }


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", bytes(300)], ids=["plain HTTP", "zeros"]
)
async def test_whoever_does_not_speak_tls_is_hung_up_on(
    start_server: StartServer, connect: Connect, tmp_path: Path, said: bytes
) -> None:
    certificate = make_certificate(tmp_path)
    server = await start_server(*GENEROUS, *certificate.options)
    before = server.log()
    assert b"HTTP" not in await told_to_port(server, said)
    assert len(server.logged_since(before)) <= 1
    assert "Traceback" not in server.log()
    await connect(server, "Ana", tls=certificate.trust)


async def test_a_client_that_does_not_trust_the_certificate(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    certificate, other = make_certificate(tmp_path), make_certificate(tmp_path, "other")
    server = await start_server(*GENEROUS, *certificate.options)
    with pytest.raises(ssl.SSLCertVerificationError):
        await connect(server, "Ana", tls=other.trust)
    await connect(server, "Bo", tls=certificate.trust)
    assert "Traceback" not in server.log()


@pytest.mark.parametrize(
    "wrong", [{"names": ("oak.example",)}, {"days": -1}], ids=["another host", "run out"]
)
async def test_a_certificate_that_is_trusted_and_wrong(
    start_server: StartServer, connect: Connect, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    certificate = make_certificate(tmp_path, **wrong)
    server = await start_server(*GENEROUS, *certificate.options)
    with pytest.raises(ssl.SSLCertVerificationError):
        await connect(server, "Ana", tls=certificate.trust)
    assert "Traceback" not in server.log()
    assert "name=Ana" not in server.log(), "it was told nothing"
