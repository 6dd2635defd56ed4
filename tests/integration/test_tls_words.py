"""What a player reads when TLS is in the way: what is wrong, and what to do."""

import asyncio
from pathlib import Path

import pytest

from tests.integration.certificates import make_certificate
from tests.integration.conftest import StartServer
from triqueta_tui.session.address import Address, parse_address
from triqueta_tui.session.client_protocol import ClientProtocol
from triqueta_tui.session.error_words import LinkGoneError, explain
from triqueta_tui.session.link import Link


async def said_about(address: Address) -> str:
    """The sentence after a first attempt that fails."""
    link = Link(address, ClientProtocol("Ana"), lambda _: None)
    running = asyncio.create_task(link.run())
    with pytest.raises(LinkGoneError) as gone:
        await link.welcome()
    await running
    return explain(gone.value)


async def test_each_trouble_has_its_sentence(start_server: StartServer, tmp_path: Path) -> None:
    secure = await start_server(*make_certificate(tmp_path).options)
    address = parse_address(secure.url)
    assert "SSL_CERT_FILE" in await said_about(address)
    plain = f"This server speaks TLS. Join it as wss://127.0.0.1:{secure.port}."
    assert await said_about(Address("127.0.0.1", secure.port)) == plain
    await secure.stop()
    assert "doesn’t answer" in await said_about(address)
    assert "doesn’t answer" in await said_about(Address("127.0.0.1", secure.port))


async def test_a_certificate_of_another_machine(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = make_certificate(tmp_path)
    server = await start_server(*certificate.options, "--host", "127.0.0.2")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
    assert "not valid for this address" in await said_about(Address("127.0.0.2", server.port, secure=True))


async def test_a_server_without_tls(start_server: StartServer) -> None:
    server = await start_server()
    said = await said_about(Address("127.0.0.1", server.port, secure=True))
    assert said == f"This server doesn’t speak TLS. Join it as 127.0.0.1:{server.port}."
