"""The terms of a table: a game, settings and options that go together."""

from typing import Any

import msgspec
from msgspec import Struct, structs

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.text import clean_seed
from triqueta_server.games.game import AnyRules
from triqueta_server.tables.services import Services


class Terms(Struct, frozen=True, eq=False):
    rules: AnyRules
    settings: TableSettings
    options: Struct

    @classmethod
    def agreed(
        cls, services: Services, game: str, settings: TableSettings, options: dict[str, Any]
    ) -> "Terms":
        """The terms that a host asks for or that were stored, or a refusal."""
        rules = find_rules(services, game)
        typed = read_options(rules, settings.seats, options)
        for why in ("coach", "practice", "seed"):
            if settings.rated and getattr(settings, why):
                raise RefusalError(Code.CANNOT_BE_RATED, why=why)
        seed = None if settings.seed is None else clean_seed(settings.seed)
        coach = settings.coach and game in services.coached
        return cls(rules, structs.replace(settings, seed=seed, coach=coach), typed)

    def is_same_play(self, other: "Terms") -> bool:
        """Whether the same game is played, so that a series can go on."""
        played = (self.rules, self.options, self.settings.seats)
        return played == (other.rules, other.options, other.settings.seats)


def find_rules(services: Services, game: str) -> AnyRules:
    if game not in services.rules:
        raise RefusalError(Code.UNKNOWN_GAME, game=game)
    return services.rules[game]


def read_options(rules: AnyRules, seats: int, options: dict[str, Any]) -> Struct:
    """A game's options from the wire, typed and checked with the number of seats."""
    counts = rules.vocabulary.seats
    if seats not in counts:
        raise RefusalError(Code.BAD_OPTIONS, why="seats", least=counts[0], most=counts[-1])
    try:
        typed: Struct = msgspec.convert(options, rules.vocabulary.words.options)
    except msgspec.ValidationError as error:
        raise RefusalError(Code.BAD_OPTIONS, why=str(error)) from None
    rules.check(seats, typed)
    return typed
