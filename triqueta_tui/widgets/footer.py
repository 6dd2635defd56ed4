"""The footer: keys and words of the enabled commands."""

from typing import ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.app import App
from textual.content import Content
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from triqueta_tui.commands.command import Command, command, keys_of, show_key

_GAP = 2
_MORE = "…"
_MORE_CELLS = 3
"""With the gap before it, and room for a finger."""


class Offer(Struct, frozen=True):
    command: Command
    action: str
    namespace: DOMNode
    key: str
    word: str

    @property
    def cells(self) -> int:
        return cell_len(self.key) + 1 + cell_len(self.word)


class Footer(Widget):
    """Commands of the screen on the left, global ones on the right; a click runs one.

    In a browser there may be no keyboard: a mark at the end leads to the commands that do not fit.
    """

    DEFAULT_CSS = """
    Footer {
        dock: bottom;
        height: 1;
        background: $footer-background;
        color: $footer-foreground;
    }
    Footer > .footer--key { color: $footer-key-foreground; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key"}

    def __init__(self) -> None:
        super().__init__()
        self._offers: tuple[Offer, ...] = ()
        self._spots: list[tuple[int, int, Offer]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._look_again, immediate=True)
        self._look_again(self.screen)

    def render(self) -> Content:
        left, right = self._fitting(self.size.width)
        key_style = self.get_visual_style("footer--key")
        parts: list[Content] = []
        self._spots = []
        column = 0

        def put(offers: list[Offer]) -> None:
            nonlocal column
            for offer in offers:
                parts.append(Content.styled(offer.key, key_style))
                parts.append(Content(f" {offer.word}{' ' * _GAP}"))
                self._spots.append((column, column + offer.cells, offer))
                column += offer.cells + _GAP

        put(left)
        lacks = self._lacks(left, right)
        space = self._space(left, right) - (len(_MORE) if lacks else 0)
        if right and space > 0:
            parts.append(Content(" " * space))
            column += space
        put(right)
        if lacks:
            before = self.size.width - len(_MORE) - column
            parts.append(Content.styled(f"{' ' * before}{_MORE}", key_style))
        return Content("").join(parts)

    def on_click(self, event: events.Click) -> None:
        if (offer := self._at(event.x)) is not None:
            self.app.call_later(self.app.run_action, offer.action, offer.namespace)
        elif event.x >= self.size.width - _MORE_CELLS and self._lacks(*self._fitting(self.size.width)):
            self.app.call_later(self.app.run_action, "app.command_palette")

    def on_mouse_move(self, event: events.MouseMove) -> None:
        offer = self._at(event.x)
        self.tooltip = offer.command.help() if offer else None

    def _at(self, column: int) -> Offer | None:
        return next((offer for start, end, offer in self._spots if start <= column < end), None)

    def _look_again(self, screen: Screen[object]) -> None:
        offers = tuple(_offers(screen))
        if offers == self._offers:
            return
        width = self.size.width
        (left_before, right_before), self._offers = self._fitting(width), offers
        left, right = self._fitting(width)
        stays = right == right_before and self._space(left, right) >= 0 <= self._space(left_before, right)
        if not stays or not width:
            self.refresh()
        else:
            # The commands on the right stay in place and need not be sent again.
            self.refresh(Region(0, 0, min(width, max(_width(left_before), _width(left))), 1))

    def _space(self, left: list[Offer], right: list[Offer]) -> int:
        """Cells between the two groups; negative where the right group loses some of its last gap."""
        return self.size.width - _width(left) - _width(right)

    def _lacks(self, left: list[Offer], right: list[Offer]) -> bool:
        """Whether a mark stands for commands that do not fit."""
        return self.app.has_class("-browser") and len(left) + len(right) < len(self._offers)

    def _fitting(self, width: int) -> tuple[list[Offer], list[Offer]]:
        shown = self._shown(width)
        return self._shown(width - _MORE_CELLS) if self._lacks(*shown) else shown

    def _shown(self, width: int) -> tuple[list[Offer], list[Offer]]:
        left = [offer for offer in self._offers if not isinstance(offer.namespace, App)]
        right = [offer for offer in self._offers if isinstance(offer.namespace, App)]
        while len(right) > 1 and _width(left) + _width(right) > width + _GAP:
            right.pop()
        while left and _width(left) + _width(right) > width + _GAP:
            left.pop()
        return left, right


def _width(offers: list[Offer]) -> int:
    return sum(offer.cells + _GAP for offer in offers)


def _offers(screen: Screen[object]) -> list[Offer]:
    """The enabled commands, each once, in the order of the bindings."""
    found: dict[str, Offer] = {}
    for active in screen.active_bindings.values():
        one, binding = command(active.binding.id), active.binding
        if one is None or not one.footer or not active.enabled:
            continue
        if one.id in found and binding.key != keys_of(one, {})[0]:
            # Textual's screens bind some keys early; show the command's first key.
            continue
        # A screen or board may have a word of its own for what a command does just now.
        word = getattr(active.node, "footer_word", Command.word)(one)
        found[one.id] = Offer(one, binding.action, active.node, show_key(binding.key), word)
    return list(found.values())
