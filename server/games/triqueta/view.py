"""What may be seen of a game of Triqueta: by everybody, and by one seat beyond that."""

from functools import lru_cache

from protocol.games.triqueta import KEEPS, TOWER_HEIGHT, TOWERS, Choice, Mine, Public, Worth
from server.games.triqueta.actions import PLACE, REVEAL, TAKE, TOWER, typed
from server.games.triqueta.packing import animals, counts
from server.games.triqueta.position import Position
from server.games.triqueta.scoring import reveal_points, score, scoresheet, worth

_TREES = tuple(tuple(bool(mask >> tower & 1) for tower in range(TOWERS)) for mask in range(1 << TOWERS))


def public(position: Position) -> Public:
    """What everybody sees."""
    phase = position.phase
    tower = position.tower
    rock = position.rock
    tree_tiles = tuple(position.tree_tiles)
    collections = position.collections
    points = [score(collection) + trees for collection, trees in zip(collections, tree_tiles, strict=True)]
    if phase in ("reveal", "over"):
        points[rock] += 1
    face_down, keeps_left = _keeps(position.kept)
    return Public(
        round=position.round,
        phase=phase,
        owing=position.owing,
        rows=tuple(
            [
                animals(row) if taker is None else ()
                for row, taker in zip(position.rows, position.takers, strict=True)
            ]
        ),
        takers=tuple(position.takers),
        towers=_heights(position.trees, tower, position.end - position.top),
        trees=_TREES[position.trees],
        tower=tower,
        drawn=position.held,
        collections=tuple([counts(collection) for collection in collections]),
        face_down=face_down if phase != "over" else (0,) * position.seats,
        keeps_left=keeps_left,
        boxed=tuple([len(tokens) for tokens in position.boxed]),
        tree_tiles=tree_tiles,
        rock=rock,
        points=tuple(points),
        scores=scoresheet(collections, tree_tiles, rock) if phase == "over" else None,
    )


def mine(position: Position, seat: int) -> Mine:
    """What one seat sees beyond the public view."""
    collection = position.collections[seat]
    moving = position.held and seat in position.owing
    worths = tuple(
        [
            worth(collection, row) if taker is None else None
            for row, taker in zip(position.rows, position.takers, strict=True)
        ]
    )
    return Mine(
        drawn=tuple(position.deal[position.top - position.held : position.top]) if moving else (),
        face_down=position.kept[seat] if position.still_in or position.owing else (),
        boxed=position.boxed[seat],
        worth=worths,
        choices=_choices(position, seat, worths),
    )


def _choices(position: Position, seat: int, worths: tuple[Worth | None, ...]) -> tuple[Choice, ...]:
    legal = tuple(position.legal(seat))
    if not legal:
        return ()
    if legal[-1] >= REVEAL:
        return _reveal_choices(position.collections[seat], position.kept[seat])
    if TAKE <= legal[-1] < PLACE:
        return tuple([_turn_choice(action, worths) for action in legal])
    return _other_choices(legal)


def _turn_choice(action: int, worths: tuple[Worth | None, ...]) -> Choice:
    gain = worths[action - TAKE] if action >= TAKE else None
    return _choice(action, gain.points if gain is not None else 0)


@lru_cache(maxsize=1 << 10)
def _choice(action: int, points: int) -> Choice:
    return Choice(typed(action, 0), points)


@lru_cache(maxsize=1 << 8)
def _other_choices(legal: tuple[int, ...]) -> tuple[Choice, ...]:
    """Towers bring a tree's point; laying a token down brings nothing at once."""
    return tuple(_choice(action, int(action >= TOWER)) for action in legal)


@lru_cache(maxsize=1 << 10)
def _reveal_choices(collection: int, kept: tuple[int, ...]) -> tuple[Choice, ...]:
    gains = reveal_points(collection, kept)
    best = gains.index(max(gains))
    return tuple(
        Choice(typed(REVEAL + mask, len(kept)), gain, mask == best) for mask, gain in enumerate(gains)
    )


@lru_cache(maxsize=1 << 12)
def _keeps(kept: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Per seat how many tokens were kept, and how many more may be."""
    return tuple(len(tokens) for tokens in kept), tuple(KEEPS - len(tokens) for tokens in kept)


@lru_cache(maxsize=1 << 10)
def _heights(trees: int, current: int, left: int) -> tuple[int, ...]:
    """Tokens left in each tower: untouched ones are whole, those before the current one are gone."""
    return tuple(left if tower == current else TOWER_HEIGHT * (trees >> tower & 1) for tower in range(TOWERS))
