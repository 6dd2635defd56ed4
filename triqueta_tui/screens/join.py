"""To somebody's table: where the server is, and which table."""

from collections.abc import Mapping
from typing import ClassVar

from protocol.errors import Refusal
from protocol.text import clean_name, same_name
from triqueta_tui.locale import say
from triqueta_tui.net.address import BadAddressError, parse_address
from triqueta_tui.net.reasons import reason
from triqueta_tui.screens.card import Card
from triqueta_tui.visit import own_name
from triqueta_tui.widgets.form import Line
from triqueta_tui.wishes import AskWhere, GoTo


class Join(Card[None]):
    """Address, code and name."""

    WATCH: ClassVar[bool] = False

    def __init__(self, wish: GoTo | AskWhere | None = None) -> None:
        super().__init__()
        self._address = str(wish.address) if isinstance(wish, GoTo) else ""
        self._code = wish.code if isinstance(wish, AskWhere) else (wish and wish.table) or ""

    def title_words(self) -> str:
        """Join, or watch."""
        return say("rooms.watch.title" if self.WATCH else "rooms.join.title")

    def advice(self) -> str:
        """What may be left out."""
        return say("rooms.join.advice")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """Where, which table, who, and the password if there is one."""
        address = self._address or self.app.settings.server
        return [
            Line("address", say("rooms.join.address"), value=address, hint=say("rooms.join.address_hint")),
            Line("code", say("rooms.join.code"), value=self._code, hint=say("rooms.join.code_hint")),
            Line("name", say("rooms.join.name"), value=own_name(self.app.settings.name)),
            Line("password", say("rooms.password"), secret=True, hint=say("rooms.join.password_hint")),
        ]

    def done(self) -> None:
        """Go there, if it is a place."""
        try:
            address = parse_address(self.form["address"])
            name = clean_name(self.form["name"])
        except BadAddressError:
            self.fail(say("rooms.join.bad_address"))
            return
        except Refusal as refusal:
            self.fail(reason(refusal.code.value, refusal.detail))
            return
        if not same_name(name, own_name(self.app.settings.name)):
            self.app.change_settings(name=name)
        code = self.form["code"].strip().upper() or None
        self.app.grant(GoTo(address, code, self.WATCH, self.form["password"] or None))
