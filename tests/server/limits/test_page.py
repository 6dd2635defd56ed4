"""The page about limits says what is in the code, and the code says of each limit what it is."""

from tests.server.limits.page import PAGE, SECTIONS, declared, page
from triqueta_server.cli import parse
from triqueta_server.limits.budgets import Budgets
from triqueta_server.limits.declared import Limits, Rate


def test_the_page_is_made_from_the_code() -> None:
    """Written by ``python -m tests.server.limits.page``."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_limit_says_what_it_is_and_names_an_option_that_exists() -> None:
    options = {f"--{name.replace('_', '-')}" for name in vars(parse([]))}
    for _title, limits in SECTIONS:
        for name, limit in declared(type(limits)):
            assert name in limits.__struct_fields__
            assert limit.what
            assert limit.per
            assert limit.beyond
            assert {one for one in limit.option.split(", ") if one} <= options


def test_every_rate_of_addresses_players_and_tables_has_a_budget() -> None:
    rates = {name for name, limit in declared(Limits) if isinstance(getattr(Limits(), name), Rate)}
    without = {name for name in rates if not hasattr(Budgets(Limits(), lambda: 0.0), name)}
    assert without == {"requests", "control_frames"}, "these are counted per connection"
