"""The views of a game of Triqueta: the public one, and what one seat sees beyond it."""

from functools import lru_cache

from triqueta_protocol.games.triqueta import KEEPS, TOWER_HEIGHT, TOWERS, Choice, Mine, Public, Worth
from triqueta_server.games.triqueta.actions import PLACE, REVEAL, TAKE, TOWER, typed
from triqueta_server.games.triqueta.lookups import animals, counts
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.scoring import reveal_points, score, scoresheet, worth

_TREES = tuple(tuple(bool(mask >> tower & 1) for tower in range(TOWERS)) for mask in range(1 << TOWERS))


def public(position: Position) -> Public:
    """The public view.

    A move changes few of these fields. Each part comes from a cache, so unchanged parts are the same objects
    as before, and comparing two views is fast.
    """
    phase = position.phase
    rock = position.rock
    tower = position.tower
    tree_tiles = tuple(position.tree_tiles)
    face_down, keeps_left = _keeps(position.kept)
    collections, scores = _collections(tuple(position.collections))
    takers = tuple(position.takers)
    return Public(
        round=position.round,
        phase=phase,
        owing=position.owing,
        rows=_rows(tuple(position.rows), takers),
        takers=takers,
        towers=_heights(position.trees, tower, position.end - position.top),
        trees=_TREES[position.trees],
        tower=tower,
        drawn=position.held,
        collections=collections,
        face_down=face_down if phase != "over" else (0,) * position.seats,
        keeps_left=keeps_left,
        boxed=_sizes(position.boxed),
        tree_tiles=tree_tiles,
        rock=rock,
        points=_points(scores, tree_tiles, rock if phase in ("reveal", "over") else None),
        scores=scoresheet(position.collections, tree_tiles, rock) if phase == "over" else None,
        variant="dorra" if position.dorra else "standard",
    )


def mine(position: Position, seat: int) -> Mine:
    """What one seat sees beyond the public view."""
    collection = position.collections[seat]
    rows = tuple(position.rows)
    moving = position.held and seat in position.owing
    return Mine(
        drawn=tuple(position.deal[position.top - position.held : position.top]) if moving else (),
        face_down=position.kept[seat] if position.still_in or position.owing else (),
        boxed=position.boxed[seat],
        worth=_worths(collection, rows, position.rows_left),
        choices=_choices(position, seat, collection, rows),
    )


def _choices(position: Position, seat: int, collection: int, rows: tuple[int, ...]) -> tuple[Choice, ...]:
    legal = tuple(position.legal(seat))
    if not legal:
        return ()
    if legal[-1] >= REVEAL:
        return _reveal_choices(collection, position.kept[seat])
    if TAKE <= legal[-1] < PLACE:
        return _turn_choices(legal, collection, rows)
    return _other_choices(legal)


@lru_cache(maxsize=1 << 12)
def _rows(rows: tuple[int, ...], takers: tuple[int | None, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([animals(row) if taker is None else () for row, taker in zip(rows, takers, strict=True)])


@lru_cache(maxsize=1 << 12)
def _collections(collections: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Per seat how many of each animal, and what they score."""
    return tuple(map(counts, collections)), tuple(map(score, collections))


@lru_cache(maxsize=1 << 12)
def _points(scores: tuple[int, ...], tree_tiles: tuple[int, ...], rock: int | None) -> tuple[int, ...]:
    return tuple(
        [
            points + trees + (seat == rock)
            for seat, (points, trees) in enumerate(zip(scores, tree_tiles, strict=True))
        ]
    )


@lru_cache(maxsize=1 << 13)
def _worths(collection: int, rows: tuple[int, ...], rows_left: int) -> tuple[Worth | None, ...]:
    return tuple([worth(collection, row) if rows_left >> at & 1 else None for at, row in enumerate(rows)])


@lru_cache(maxsize=1 << 13)
def _turn_choices(legal: tuple[int, ...], collection: int, rows: tuple[int, ...]) -> tuple[Choice, ...]:
    """Drawing scores nothing at once, a row what it is worth."""
    return tuple(
        [
            _choice(action, worth(collection, rows[action - TAKE]).points if action >= TAKE else 0)
            for action in legal
        ]
    )


@lru_cache(maxsize=1 << 10)
def _choice(action: int, points: int) -> Choice:
    return Choice(typed(action, 0), points)


@lru_cache(maxsize=1 << 8)
def _other_choices(legal: tuple[int, ...]) -> tuple[Choice, ...]:
    """Towers score a tree's point; laying a token down scores nothing at once."""
    return tuple(_choice(action, int(action >= TOWER)) for action in legal)


@lru_cache(maxsize=1 << 10)
def _reveal_choices(collection: int, kept: tuple[int, ...]) -> tuple[Choice, ...]:
    gains = reveal_points(collection, kept)
    best = gains.index(max(gains))
    return tuple(
        Choice(typed(REVEAL + mask, len(kept)), gain, mask == best) for mask, gain in enumerate(gains)
    )


@lru_cache(maxsize=1 << 10)
def _sizes(tokens: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(len, tokens))


@lru_cache(maxsize=1 << 12)
def _keeps(kept: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By seat: tokens kept, and keeps left."""
    return tuple(len(tokens) for tokens in kept), tuple(KEEPS - len(tokens) for tokens in kept)


@lru_cache(maxsize=1 << 10)
def _heights(trees: int, current: int, left: int) -> tuple[int, ...]:
    """Tokens left in each tower: untouched ones are whole, those before the current one are gone."""
    return tuple(left if tower == current else TOWER_HEIGHT * (trees >> tower & 1) for tower in range(TOWERS))
