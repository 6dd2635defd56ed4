"""Commands of the guided first game: the offer, and its hints."""

from triqueta_tui.commands.command import Command


class StartGuided(Command, id="guided.start", keys="t", action="start_guided"): ...


class AcceptGuided(Command, id="guided.yes", keys="enter,y", action="answer(True)"): ...


class DeclineGuided(Command, id="guided.no", keys="escape,n", action="answer(False)"): ...


class NextHint(Command, id="guided.next", keys="enter,space", action="close(False)"): ...


class SkipHints(Command, id="guided.skip", keys="escape", action="close(True)"): ...
