"""What happened in a game of Triché, as sentences for the log."""

from itertools import starmap

from msgspec import Struct

from triqueta_protocol.games import triche
from triqueta_protocol.table_events import GameBegan
from triqueta_tui.games.triche.card_words import card_line
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.log_text import Gap, LogText, joined, sentence
from triqueta_tui.widgets.prose import Line, Sentence, line


class TricheLogText(LogText):
    def __init__(self, view: AnyView, *, live: bool = False) -> None:
        super().__init__(view, live=live)
        self._owners: list[int] | None = None
        """By carré: its owner after the events so far, if they are known from the start of a round."""

    def tell(self, event: Struct) -> str | None:
        self._follow(event)
        match event:
            case triche.Chose():
                return self._told("chose", event.seat)
            case triche.Opened():
                return sentence("triche.log.opened", "triche.log.brief.opened")
            case triche.Redrew():
                key, count = ("redrew", event.count) if event.count else ("kept_hand", None)
                return self._told(key, event.seat, count)
            case triche.Placed():
                return self._placed(event)
            case triche.Conquered():
                return self._toward("conquered", event.seat, event.owner)
            case triche.Spared():
                return self._told("spared", event.seat)
            case triche.Swapped():
                return self._toward("swapped", event.seat, event.other)
            case triche.Stayed():
                return self._told("stayed", event.seat)
            case triche.RoundEnded():
                points = joined(say("numbers.comma"), starmap(self._gain, enumerate(event.points)))
                return sentence("triche.log.round_ended", round=event.round, points=points)
            case triche.RoundBegan():
                key = "round_began_you" if event.start == self.view.reader else "round_began"
                return self._told(key, event.start, round=event.round)
        return super().tell(event)

    def _follow(self, event: Struct) -> None:
        match event:
            case GameBegan() | triche.RoundBegan():
                self._owners = list(range(len(self.view.names)))
            case triche.Conquered() if self._owners is not None:
                self._owners[event.carre] = event.seat
                self._owners[event.former] = event.owner
            case triche.Swapped() if self._owners is not None:
                self._owners[event.carre] = event.other
                self._owners[event.former] = event.seat

    def _told(self, key: str, seat: int, count: int | None = None, /, **gaps: Gap) -> Sentence:
        return self.about(seat, f"triche.log.{key}", f"triche.log.brief.{key}", count, **gaps)

    def _toward(self, key: str, seat: int, other: int, /, **gaps: Gap) -> Sentence:
        """A sentence about what a seat did to another, which may be the viewer's."""
        if other == self.view.reader:
            return self._told(f"{key}_you", seat, **gaps)
        return self._told(key, seat, other=self.who(other), **gaps)

    def _placed(self, it: triche.Placed) -> Sentence:
        owners = self.view.public.owners if self._owners is None else self._owners
        owner = owners[it.carre] if it.carre < len(owners) else it.carre
        gaps: dict[str, Gap] = {"card": card_line(it.card), "cell": say(f"triche.table.cell.{it.cell}")}
        if owner == it.seat:
            told = self._told("placed_own", it.seat, **gaps)
        else:
            told = self._toward("placed_forced" if it.forced else "placed_other", it.seat, owner, **gaps)
        if not it.lines:
            return told
        points = sum(one.points for one in it.lines)
        gain = line((signed(points), "good" if points else "bad"))
        whole, brief = (
            sentence("triche.log.completed", sentence=words, points=gain).pieces
            for words in (told.pieces, told.brief)
        )
        return Sentence(whole, brief)

    def _gain(self, seat: int, points: int) -> Line:
        return (*self.who(seat), (f" {signed(points)}", ""))
