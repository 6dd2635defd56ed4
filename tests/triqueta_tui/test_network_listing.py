"""The tables on the network as text."""

import pytest

from triqueta_protocol.events import TableLine
from triqueta_tui import network_listing
from triqueta_tui.cli import main
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.network_listing import server_lines
from triqueta_tui.session.address import Address
from triqueta_tui.session.discovery.found_servers import FoundServer, Network

WAITING = TableLine("KNOT", "triqueta", "Ana", ("Ana", "Bo"), 4, "waiting", locked=True)
PLAYING = TableLine("OWLS", "triqueta", "Cy", ("Cy", "Di"), 2, "playing")
HEARTH = FoundServer("hearth", Address("192.168.1.20", 4456), (WAITING, PLAYING))


@pytest.fixture
def around(monkeypatch: pytest.MonkeyPatch) -> list[Network]:
    """What is there when somebody looks."""
    networks = [Network(servers=(HEARTH,))]

    async def look_around(_: float) -> Network:
        return networks[-1]

    monkeypatch.setattr(network_listing, "look_around", look_around)
    return networks


def test_each_table_stands_beside_the_line_that_leads_there() -> None:
    assert server_lines(HEARTH, watch=False) == [
        "hearth  192.168.1.20:4456",
        "  triqueta join 192.168.1.20:4456 KNOT  2 of 4 seats taken  (password)  Ana, Bo",
    ]
    assert server_lines(HEARTH, watch=True)[2] == (
        "  triqueta watch 192.168.1.20:4456 OWLS  game running  Cy, Di"
    )


def test_servers_without_a_table_to_show_are_listed_too() -> None:
    locked = FoundServer("cave", Address("192.168.1.77"), open_tables=1, locked=True)
    quiet = FoundServer("oak", Address("192.168.1.78"))
    assert server_lines(locked, watch=False) == ["cave  192.168.1.77  needs a password, one open table"]
    assert server_lines(quiet, watch=False) == ["oak  192.168.1.78  no open table yet"]


@pytest.mark.parametrize("command", ["join", "watch"])
def test_it_is_printed_where_no_screen_can_be_shown(
    around: list[Network], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 0
    out, err = capsys.readouterr()
    assert f"triqueta {command} 192.168.1.20:4456 KNOT" in out
    assert err == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("network", "key"),
    [(Network(), "cli.tables.none"), (Network(there=False), "cli.tables.no_network")],
)
def test_if_there_is_none_it_says_so_and_fails(
    around: list[Network], network: Network, key: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    around.append(network)
    assert main(["join", "--lang", language]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"triqueta: {say(key)}\n"
