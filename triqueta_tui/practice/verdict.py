"""The verdict on an answer: right or not, why, and what else the expert considered."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct
from textual.binding import BindingType
from textual.screen import Screen
from textual.signal import Signal

from triqueta_tui.commands import PRACTICE_COPY, PRACTICE_LEAVE, PRACTICE_NEXT, PRACTICE_SHOW
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import percentage
from triqueta_tui.practice.feed import PracticeFeed
from triqueta_tui.table.advice_text import AdviceText
from triqueta_tui.table.coach_dialog import AdviceDialog, Place

Wish = Literal["again", "show", "next", "leave"]


class Verdict(AdviceDialog):
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(PRACTICE_NEXT, PRACTICE_SHOW, PRACTICE_COPY, PRACTICE_LEAVE)
    ]

    def __init__(
        self,
        feed: PracticeFeed,
        text: AdviceText,
        place: Callable[[], Place],
        arranged: Signal[Screen[Any]],
        wished: Callable[[Wish], object],
        *,
        daily: bool,
    ) -> None:
        """``wished`` is called when the dialog is closed. After the position of the day there is no next."""
        super().__init__(feed.view, text, feed.vocabulary, place, arranged)
        self._position = feed.position
        self._wished = wished
        self._daily = daily
        self._explained = False
        self._result = ""
        self._list.can_focus = False

    def title_words(self) -> str:
        return say("practice.expert")

    def reject(self, action: Struct, *, known: bool) -> None:
        """Say what an answer costs, and no more: the player may try again, unless the answer is ``known``."""
        self._explained = known
        best = self._position.advice.promises[0]
        costs = [
            best.chance - one.chance
            for one in self._position.advice.promises
            if msgspec.convert(one.action, self._vocabulary.words.action) == action
        ]
        named = {"action": self._text.in_full(action)}
        if costs and costs[0] > 0:
            self.tell(say("practice.wrong_by", percent=percentage(costs[0]), **named))
        else:
            self.tell(say("practice.wrong", **named))

    def explain(self, how: Literal["right", "shown"], action: Struct, result: str) -> None:
        """Say why this is the best action; ``result`` is the line to paste."""
        self._explained, self._result = True, result
        advice = self._position.advice
        self.list_actions(advice)
        best = say(f"practice.{how}", action=self._text.in_full(action))
        self.tell("\n".join(filter(None, (best, result))), self.reason_of(advice))

    # What is done

    def footer_word(self, command: Command) -> str:
        if command is PRACTICE_NEXT and not self._explained:
            return say("practice.again")
        if command is PRACTICE_NEXT and self._daily:
            return say("practice.done")
        return command.word()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "show":
                return not self._explained
            case "copy":
                return bool(self._result)
        return super().check_action(action, parameters)

    def action_next(self) -> None:
        self._end("again" if not self._explained else "leave" if self._daily else "next")

    def action_show(self) -> None:
        self._end("show")

    def action_leave(self) -> None:
        self._end("leave")

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._result)
        self.app.notify(say("practice.copied"), markup=False)

    def _end(self, wish: Wish) -> None:
        self.dismiss()
        self.app.call_later(self._wished, wish)
