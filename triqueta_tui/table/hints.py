"""Hints for a new player: what is said when something first comes up.

A hint depends on what the player sees, not on which keys were pressed, so it fits however the game goes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from triqueta_tui.commands.command import Command
from triqueta_tui.session.view import AnyView, MineT, PublicT
from triqueta_tui.table.prompt import Keys

if TYPE_CHECKING:
    from textual.screen import Screen


@dataclass(frozen=True)
class Hint:
    title: str
    text: str
    practice: "Callable[[], Screen[None]] | None" = None
    """Makes a screen of exercises that the hint offers."""
    beside: bool = False
    """It is about the board: on a wide screen it stands in a narrow column on the right."""
    above: bool = False
    """It is also about the hand: where there is room for both it stands above it."""
    then: "Hint | None" = None
    """The hint to show next."""


@dataclass(frozen=True)
class HintCue:
    """What a hint is about: the catalogue key of its sentences, and what fills their gaps."""

    name: str


@dataclass(frozen=True)
class Sight(Generic[PublicT, MineT]):
    """What a player sees."""

    public: PublicT
    mine: MineT
    seat: int

    def deciding(self, phase: str) -> bool:
        """Whether the player owes a decision of this phase."""
        public: Any = self.public
        return bool(public.phase == phase) and self.seat in public.owing


SightT = TypeVar("SightT", bound=Sight[Any, Any])
CueT = TypeVar("CueT", bound=HintCue)


@dataclass
class Hints(ABC, Generic[SightT, CueT]):
    """The hints of one game, each given once."""

    KEYS: ClassVar[tuple[Command, ...]] = ()
    """The keys that hints mention: they work while a hint is shown."""
    SIGHT: ClassVar[type[Sight[Any, Any]]] = Sight
    CHAINED: ClassVar[frozenset[str]] = frozenset()
    """Cues after which the next new one is given at once."""

    given: set[str] = field(default_factory=set, kw_only=True)

    @property
    @abstractmethod
    def situations(self) -> Sequence[Callable[[SightT], CueT | None]]:
        """The situations, the most important first: one view brings one hint."""

    @abstractmethod
    def hint(self, cue: CueT, view: AnyView, keys: Keys) -> Hint: ...

    def advice(self, view: AnyView, keys: Keys) -> Hint | None:
        """The hint for a situation the player has not been in before, or None."""
        hint = None
        for cue in reversed(self.cues(view.public, view.mine, view.seat)):
            hint = replace(self.hint(cue, view, keys), then=hint)
        return hint

    def cues(self, public: Any, mine: Any, seat: int | None) -> list[CueT]:
        """What is new in a view; watchers get no hints."""
        if mine is None or seat is None:
            return []
        sight: Any = self.SIGHT(public, mine, seat)
        new: list[CueT] = []
        for situation in self.situations:
            cue = situation(sight)
            if cue is not None and cue.name not in self.given:
                self.given.add(cue.name)
                new.append(cue)
                if cue.name not in self.CHAINED:
                    break
        return new


AnyHints = Hints[Any, Any]
