"""What two levels of bots play against each other, and what came of it, kept in a file seed by seed."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
from msgspec import Struct


@dataclass(frozen=True)
class Contest:
    """What is played, and by whom."""

    game: str
    options: Struct
    one: str
    others: str
    seats: int
    processor_time: bool = False
    """Whether only the time on a core counts, for limits and in what is measured."""


@dataclass(frozen=True)
class Played:
    """What came of one seed, over all seats."""

    share: float
    """Of the wins; a shared first place is a part of a win."""
    margin: float
    """Points ahead of the best opponent."""
    thought: list[float]
    """Seconds for each decision that was one."""


class SavedSeeds:
    """A line for each seed that was played, of whatever contests: an interrupted run goes on from there."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self._path = path
        self._contest = msgspec.to_builtins(contest)
        self.played: dict[int, Played] = {}
        for line in path.read_text().splitlines() if path.exists() else ():
            found = json.loads(line)
            if found["contest"] == self._contest:
                self.played[found["seed"]] = Played(**found["played"])

    def add(self, seed: int, played: Played) -> None:
        self.played[seed] = played
        line = {"contest": self._contest, "seed": seed, "played": asdict(played)}
        with self._path.open("a") as file:
            file.write(f"{json.dumps(line)}\n")
