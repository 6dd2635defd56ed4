"""Decisions that need no thought, whatever the level."""

from protocol.games.triqueta import AnyAction, Mine, Public


def obvious(public: Public, mine: Mine) -> AnyAction | None:
    """The only choice, the best reveal, or any tower: they are all alike from outside."""
    if len(mine.choices) == 1 or public.phase == "tower":
        return mine.choices[0].action
    for choice in mine.choices:
        if choice.best:
            return choice.action
    return None
