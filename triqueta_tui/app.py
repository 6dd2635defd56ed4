"""The program on the screen: holds the settings and the link, and hands what the link says to the screens."""

from typing import Any, ClassVar, Protocol

from textual.app import App
from textual.binding import BindingType

from protocol.requests import Request
from triqueta_tui.settings import Settings, SettingsFile


class Sender(Protocol):
    """Where requests go: the link, which gives each its id."""

    def send(self, kind: type[Request], **fields: Any) -> int:
        """Queue a request, for example ``send(Act, table="KNOT", action={"do": "draw"})``; returns its id."""


class TriquetaApp(App[None]):
    """The terminal client."""

    CSS_PATH = "app.tcss"
    TITLE = "Triqueta"
    BINDINGS: ClassVar[list[BindingType]] = []

    settings: Settings
    link: Sender | None

    def __init__(self, settings: Settings | None = None, file: SettingsFile | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.file = file
        self.link = None
