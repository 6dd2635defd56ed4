"""The command palette: every command of the screen below it, by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from triqueta_tui.commands.command import command, show_key
from triqueta_tui.locale import say


@dataclass(frozen=True)
class Doable:
    title: str
    help: str
    run: "partial[Any]"


class Everything(Provider):
    async def discover(self) -> Hits:
        for one in self._doable():
            yield DiscoveryHit(one.title, one.run, help=one.help)

    async def search(self, query: str) -> Hits:
        """The commands whose name or help matches; if none does, a line that says so."""
        matcher = self.matcher(query)
        found = False
        for one in self._doable():
            score = max(matcher.match(one.title), matcher.match(one.help) / 2)
            if score > 0:
                found = True
                yield Hit(score, matcher.highlight(one.title), one.run, text=one.title, help=one.help)
        if not found:
            yield Hit(0.01, say("app.no_match"), partial(bool))

    def _doable(self) -> Iterator[Doable]:
        listed: set[str] = set()
        for active in self.screen.active_bindings.values():
            one = command(active.binding.id)
            if one is None or not one.palette or not active.enabled or one.id in listed:
                continue
            listed.add(one.id)
            word = one.word()
            run = partial(self.app.run_action, active.binding.action, active.node)
            yield Doable(word[:1].upper() + word[1:], f"{one.help()} ({show_key(active.binding.key)})", run)
