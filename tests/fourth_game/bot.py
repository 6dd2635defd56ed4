"""Parley's bots: the meek one takes what is offered first, the bold one anything that its choices allow."""

from random import Random

from tests.fourth_game.words import AnyAction, Mine, Offer, Public


def meek(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    return mine.choices[0].action


def bold(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    choice = rng.choice(mine.choices)
    if choice.pick is None:
        return choice.action
    picked = rng.sample(choice.pick.values, rng.randint(choice.pick.least, choice.pick.most))
    return Offer(tuple(sorted(picked)))


LEVELS = {"meek": meek, "bold": bold}
