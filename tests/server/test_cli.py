"""The command line has no defaults of its own: those of the limits stand in the structs."""

from ipaddress import ip_network

import pytest
from msgspec import structs

from triqueta_protocol.codes import LETTERS
from triqueta_server.cannot_start import StartupError
from triqueta_server.cli import config_of, parse
from triqueta_server.limits.declared import Limits, Rate
from triqueta_server.limits.origins import TrustedProxies
from triqueta_server.net.listener import ListenConfig


def test_without_options_every_limit_has_its_own_default() -> None:
    config = config_of(parse([]))
    assert config.listen == ListenConfig()
    assert config.limits == Limits()
    assert config.gateways.limits == type(config.gateways.limits)()


def test_what_a_gateway_has_to_know_of_proxies_and_names_reaches_it() -> None:
    gateways = config_of(parse(["--trusted-proxy", "10.1.2.3/8", "--web-name", "oak.example"])).gateways
    assert gateways.trusted_proxies == ("10.0.0.0/8",)
    assert gateways.proxies.trusts("10.9.9.9")
    assert gateways.names == ("oak.example",)


def test_every_limit_of_the_command_line_is_heeded() -> None:
    arguments = [
        *("--max-connections", "7", "--max-connections-per-address", "6", "--trusted-proxy", "10.1.2.3/8"),
        *("--trusted-proxy", "::1", "--max-rate", "8", "--max-burst", "9", "--max-backlog", "10"),
        *("--greet-within", "11", "--max-tables", "12", "--grace", "13"),
        *("--max-guests", "14", "--max-guests-per-address", "15", "--guest-idle", "16"),
    ]
    config, default = config_of(parse(arguments)), config_of(parse([]))
    assert config.listen == structs.replace(
        ListenConfig(),
        proxies=TrustedProxies((ip_network("10.0.0.0/8"), ip_network("::1"))),
    )
    assert config.limits == structs.replace(
        Limits(),
        players=7,
        players_per_address=6,
        tables=12,
        grace=13.0,
        requests=Rate(8, 9),
        backlog=10 * 1024,
        hello_within=11.0,
    )
    assert config.gateways.limits == structs.replace(
        default.gateways.limits, guests=14, per_address=15, idle=16.0
    )


def test_the_letters_of_codes_may_be_typed_in_any_case_and_order() -> None:
    assert config_of(parse([])).code_letters == LETTERS
    assert config_of(parse(["--code-letters", "kCb"])).code_letters == "BCK"


@pytest.mark.parametrize("typed", ["", "ABC", "B-K", "7"])
def test_codes_have_no_other_letters(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--code-letters", typed])
    assert LETTERS in capsys.readouterr().err


def test_the_environment_says_what_the_command_line_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIQUETA_PUBLIC_URL", "wss://env.example/play")
    monkeypatch.setenv("TRIQUETA_PUBLIC_SSH", "env.example:22")
    config = config_of(parse(["--public-url", "wss://typed.example"]))
    assert config.public == {"play": "wss://typed.example", "ssh": "ssh://env.example:22"}


def test_a_wrong_one_is_named_with_its_option() -> None:
    with pytest.raises(StartupError, match="--public-web: 'oak' is not an address such as https://"):
        config_of(parse(["--public-web", "oak"]))
