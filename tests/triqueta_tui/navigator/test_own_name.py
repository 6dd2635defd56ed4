"""The player's name: asked once, before other people read it, and never an account's."""

import getpass

import pytest

from tests.triqueta_tui.driving import driving, make_app
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.join import Join
from triqueta_tui.screens.questions import GuestName
from triqueta_tui.session.address import Address
from triqueta_tui.session.intents import AskWhere, GoTo
from triqueta_tui.session.own_name import known_name, own_name

NOBODY_THERE = GoTo(Address("127.0.0.1", 9), "KNOT")


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "root")


@pytest.mark.parametrize(
    ("wanted", "login", "known"),
    [("Zoë", "root", "Zoë"), ("", "hanna", "hanna"), ("", "root", ""), ("", "Administrator", "")],
)
def test_an_account_is_nobodys_name(
    wanted: str, login: str, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert known_name(wanted) == known
    assert own_name(wanted) == (known or "Player")


@pytest.mark.usefixtures("account")
async def test_it_is_asked_for_once(paths: Paths) -> None:
    async with driving(make_app(paths, intent=NOBODY_THERE, name="")) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, GuestName))
        await driver.press(*"Mia", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, Connecting))
        assert driver.app.settings.name == driver.app.file.read().name == "Mia"
        driver.app.navigator.go(NOBODY_THERE)
        await driver.until(lambda: "r try again" in driver.text)
        assert not any(isinstance(screen, GuestName) for screen in driver.app.screen_stack)


@pytest.mark.usefixtures("account")
async def test_without_an_answer_nobody_goes_there(paths: Paths) -> None:
    async with driving(make_app(paths, intent=NOBODY_THERE, name="")) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, GuestName))
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Home))
        assert driver.app.settings.name == ""


@pytest.mark.usefixtures("account")
async def test_the_form_does_not_offer_an_account(paths: Paths) -> None:
    async with driving(make_app(paths, intent=AskWhere(), name="")) as driver:
        await driver.until(lambda: isinstance(driver.app.screen, Join))
        form = driver.app.screen
        assert isinstance(form, Join)
        assert form.form["name"] == ""
