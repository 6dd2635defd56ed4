"""The form for joining or watching a table: the tables on the network, or an address and a code."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.types import CSSPathType

from triqueta_protocol.errors import RefusalError
from triqueta_protocol.text import clean_name, same_name
from triqueta_tui.locale import say
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.session.address import BadAddressError, parse_address
from triqueta_tui.session.discovery.found_servers import Network
from triqueta_tui.session.error_words import reason
from triqueta_tui.session.intents import AskWhere, GoTo
from triqueta_tui.session.own_name import known_name
from triqueta_tui.widgets.cursor_list import chain
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.menu import Menu
from triqueta_tui.widgets.network_tables import NetworkTables


class Join(FormDialog[None]):
    """The tables on the network, and a form with address, code and name for other servers."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["form_dialog.tcss", "join.tcss"]
    WATCH: ClassVar[bool] = False
    title_key = "rooms.join.title"
    advice_key = "rooms.join.advice"

    def __init__(self, intent: GoTo | AskWhere | None = None) -> None:
        super().__init__()
        self._look_away: Callable[[], object] = lambda: None
        self._address = str(intent.address) if isinstance(intent, GoTo) else ""
        self._code = intent.code if isinstance(intent, AskWhere) else (intent and intent.table) or ""

    def compose(self) -> ComposeResult:
        yield NetworkTables(self.app.games, watch=self.WATCH)
        yield from super().compose()

    def on_mount(self) -> None:
        """Link form and list, so that the cursor moves between them."""
        tables = self.query_one(NetworkTables)
        chain(tables, self.form)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._look_at_network)

    def on_screen_suspend(self) -> None:
        self._look_away()
        self._look_away = lambda: None

    def _look_at_network(self) -> None:
        if self.is_current:
            self._look_away()
            self._look_away = self.app.network.subscribe(partial(self.call_later, self.show_network))

    def show_network(self, network: Network) -> None:
        self.query_one(NetworkTables).show(network)
        self.set_class(bool(network.servers), "-found")

    @on(Menu.Picked, "#network")
    def go_to_table(self, event: Menu.Picked) -> None:
        intent = self.query_one(NetworkTables).intent(event.entry)
        if intent is not None and self._save_name():
            self.app.navigator.go(intent)

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        address = self._address or self.app.settings.server
        return [
            Line("address", say("rooms.join.address"), value=address, hint=say("rooms.join.address_hint")),
            Line("code", say("rooms.join.code"), value=self._code, hint=say("rooms.join.code_hint")),
            Line("name", say("rooms.join.name"), value=known_name(self.app.settings.name)),
            Line("password", say("rooms.password"), secret=True, hint=say("rooms.join.password_hint")),
        ]

    def on_form_done(self) -> None:
        try:
            address = parse_address(self.form["address"])
        except BadAddressError:
            self.fail(say("rooms.join.bad_address"))
            return
        if self._save_name():
            code = self.form["code"].strip().upper() or None
            self.app.navigator.go(GoTo(address, code, self.WATCH, self.form["password"] or None, typed=True))

    def _save_name(self) -> bool:
        """Save the name in the form; False if it is not allowed."""
        try:
            name = clean_name(self.form["name"])
        except RefusalError as refusal:
            self.fail(reason(refusal.code, refusal.detail))
            return False
        if not same_name(name, known_name(self.app.settings.name)):
            self.app.change_settings(name=name)
        return True


class Watch(Join):
    WATCH: ClassVar[bool] = True
    title_key = "rooms.watch.title"


class GuestJoin(FormDialog[None]):
    """A guest's form: the server is known."""

    title_key = "rooms.join.title"
    advice_key = "guest.join_advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [
            Line("code", say("rooms.join.code")),
            Line("password", say("rooms.password"), secret=True, hint=say("guest.password_hint")),
        ]

    def on_form_done(self) -> None:
        code = self.form["code"].strip().upper()
        if code:
            self.app.navigator.enter_by_code(code, self.form["password"] or None)
        else:
            self.fail(say("guest.no_code"))
