"""The leaderboard of one game and class, with the server's bots."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from triqueta_protocol import requests
from triqueta_protocol.archive import LeaderboardFound, RatedPlayer
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.games import RULES
from triqueta_server.ratings.anchors import anchor
from triqueta_server.ratings.book import bot_key, bot_level
from triqueta_server.ratings.model import MOST_DOUBT_FOR_A_PLACE, SeatsClass, Skill
from triqueta_server.store import ratings
from triqueta_server.store.ratings import Rating
from triqueta_server.tables.services import Asker

if TYPE_CHECKING:
    from triqueta_server.archive.archive import Archive

PAGE: Final = 50


async def leaderboard(archive: "Archive", asker: Asker, request: requests.Leaderboard) -> LeaderboardFound:
    if request.game not in RULES:
        raise RefusalError(Code.UNKNOWN_GAME, game=request.game)
    of = request.seats_class
    rated = await archive.run(archive.store.read, ratings.board, request.game, of)
    levels = RULES[request.game].vocabulary.levels
    lines = board(with_bots(rated, request.game, of, levels), asker.player)
    page = lines[request.before : request.before + PAGE]
    return LeaderboardFound(
        lines=tuple(page), total=len(lines), own=next((line for line in lines if line.you), None)
    )


def with_bots(
    rated: Sequence[tuple[Rating, str | None]], game: str, of: SeatsClass, levels: Iterable[str]
) -> list[tuple[Rating, str]]:
    """The ratings of named players, and of every bot, whether it has played here or not."""
    played = {one.player: one for one, _ in rated}
    found = [(one, name) for one, name in rated if name is not None]
    for level in levels:
        key, fixed = bot_key(level), anchor(game, of, level)
        if fixed is not None:
            one = played.get(key, Rating(game, of, key, 0.0, 0.0, 0, 0, False))
            found.append((one._replace(mu=fixed.mu, sigma=fixed.sigma), ""))
        elif key in played:
            found.append((played[key], ""))
    return found


def board(rated: Iterable[tuple[Rating, str]], asker: str | None = None) -> list[RatedPlayer]:
    """All lines in order, with their places."""
    placed: list[RatedPlayer] = []
    unplaced: list[RatedPlayer] = []
    for one, name in sorted(rated, key=lambda pair: (-pair[0].mu, pair[0].player)):
        skill = Skill(one.mu, one.sigma)
        line = RatedPlayer(
            name=name,
            rating=skill.rating,
            doubt=skill.doubt,
            games=one.games,
            wins=one.wins,
            level=bot_level(one.player),
            bot=one.program,
            you=one.player == asker,
        )
        if one.sigma > MOST_DOUBT_FOR_A_PLACE:
            unplaced.append(line)
            continue
        shared = placed and placed[-1].rating == line.rating
        placed.append(replace(line, place=placed[-1].place if shared else len(placed) + 1))
    return placed + unplaced
