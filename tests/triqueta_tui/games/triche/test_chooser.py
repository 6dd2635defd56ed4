"""The cursor of a turn: cards, ways round, and the cells where a card may lie."""

from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from triqueta_protocol.games.triche import Choice, Mine, Place
from triqueta_protocol.games.triche_cards import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    DIAGONALS,
    WAYS,
    Colour,
    most_points,
)
from triqueta_tui.games.triche.chooser import Chooser, Spot
from triqueta_tui.games.triche.lines_touched import through_centre


def screen_place(spot: Spot) -> tuple[int, int]:
    """Three carrés side by side, cells of six by two."""
    carre, cell = spot
    return 20 * carre + 6 * (cell % 3), 2 * (cell // 3)


def turns(expansion: bool = False) -> list[Mine]:
    """The viewer's turns in a round."""
    table = LocalTable(3, 0, options=EXPANSION if expansion else None)
    found = []
    while table.public.round == 1:
        if table.public.phase == "place" and table.public.owing == (0,):
            found.append(table.rules.mine(table.position, 0))
        table.move()
    return found


def chooser(mine: Mine) -> Chooser:
    one = Chooser()
    one.renew(mine)
    return one


def test_it_begins_with_a_card_that_can_be_laid() -> None:
    for mine in turns():
        one = chooser(mine)
        assert one.open
        placement = one.press()
        assert placement is not None
        assert placement.card in mine.hand


def test_it_begins_at_home_as_long_as_there_is_room() -> None:
    for seat_home in (0, 1, 2):
        for mine in turns():
            one = Chooser()
            one.renew(mine, seat_home)
            assert one.spot is not None
            room = any(carre == seat_home for carre, _ in one.spots)
            assert (one.spot[0] == seat_home) == room


def test_another_card_leaves_the_cursor_in_its_carre() -> None:
    for mine in turns():
        one = Chooser()
        one.renew(mine, 0)
        for place in range(len(mine.hand)):
            one.select(place)
            for spot in list(one.spots):
                one.go_to(spot)
                one.select((place + 1) % len(mine.hand))
                fits_there = any(carre == spot[0] for carre, _ in one.spots)
                assert one.spot is None or not fits_there or one.spot[0] == spot[0]
                one.select(place)


def test_every_placement_of_a_turn_can_be_reached_and_no_other() -> None:
    for mine in (*turns(), *turns(expansion=True)):
        offered = set()
        for choice in mine.choices:
            action = choice.action
            assert isinstance(action, Place)
            for cell in choice.pick.values if choice.pick else (action.cell,):
                offered.add((action.card, action.carre, cell))
        one = chooser(mine)
        reached = set()
        for place in range(len(mine.hand)):
            one.select(place)
            for _ in WAYS[mine.hand[place]]:
                for spot in one.spots:
                    assert one.go_to(spot)
                    placement = one.press()
                    assert placement is not None
                    reached.add((placement.card, placement.carre, placement.cell))
                one.turn()
        assert reached == offered


def test_arrows_go_to_the_nearest_legal_cell_and_stay_where_there_is_none() -> None:
    one = chooser(turns()[0])
    start = min(one.spots, key=screen_place)
    one.go_to(start)
    one.move(-1, 0, screen_place)
    assert one.spot == start
    one.move(1, 0, screen_place)
    assert one.spot is not None
    assert screen_place(one.spot)[0] > screen_place(start)[0]
    assert one.spot in one.spots


def test_tab_goes_round_the_carres_where_the_card_may_lie() -> None:
    one = chooser(turns()[0])
    carres = {carre for carre, _ in one.spots}
    seen = set()
    for _ in carres:
        assert one.spot is not None
        seen.add(one.spot[0])
        one.next_carre()
    assert seen == carres


def test_a_card_of_one_colour_cannot_be_turned() -> None:
    for mine in turns(expansion=True):
        one = chooser(mine)
        for place, card in enumerate(mine.hand):
            one.select(place)
            before = one.card
            one.turn()
            assert (one.card != before) == (len(WAYS[card]) > 1) == one.can_turn


def test_what_was_chosen_stays_when_the_same_choices_come_again() -> None:
    mine = turns()[0]
    one = chooser(mine)
    one.select(len(mine.hand) - 1)
    one.next_carre()
    before = one.press()
    one.renew(mine)
    assert one.press() == before


def test_nothing_can_be_chosen_without_a_view() -> None:
    one = chooser(turns()[0])
    one.renew(None)
    assert not one.open
    assert one.press() is None
    one.select_next(1)
    one.turn()
    assert one.press() is None


def test_a_card_that_fits_the_other_way_round_only_is_turned_by_itself() -> None:
    turned = 0
    for number in range(50):
        table = LocalTable(2, 0, f"game {number}", options=EXPANSION)
        while table.public.round == 1:
            if table.public.phase == "place" and table.public.owing == (0,):
                mine = table.rules.mine(table.position, 0)
                one = chooser(mine)
                for place in range(len(mine.hand)):
                    one.select(place)
                    legal = [way for way in WAYS[mine.hand[place]] if way in _legal_cards(mine)]
                    assert bool(one.spots) == bool(legal)
                    turned += legal == [WAYS[mine.hand[place]][-1]] and len(WAYS[mine.hand[place]]) > 1
            table.move()
    assert turned


def _legal_cards(mine: Mine) -> set[int]:
    return {choice.action.card for choice in mine.choices if isinstance(choice.action, Place)}


def home_turn(*lying: tuple[int, int], hand: tuple[int, ...] = (0,)) -> Mine:
    """A turn with nothing but the own carré, in which these cards lie on these cells."""
    taken = {cell for cell, _ in lying} | {CENTRE}
    choices = tuple(
        Choice(Place(card, 0, cell)) for card in set(hand) for cell in range(CELLS) if cell not in taken
    )
    return Mine(choices=choices, hand=hand, centre=None, laid=())


def test_the_cursor_begins_where_the_own_face_down_centre_is_not_wasted() -> None:
    blue, grey, red = Colour
    lying = [(0, blue), (1, blue), (2, blue), (7, blue), (5, red)]
    cells = [dict(lying).get(cell) for cell in range(CELLS)]

    def secret(card: int, spot: Spot) -> tuple[int, int]:
        return through_centre(cells, spot[1], card, blue)

    mine = home_turn(*lying, hand=(blue, red))
    one = Chooser()
    one.renew(mine, 0)
    assert one.spot == (0, 3), "nothing is known of the centre"
    one.renew(None)
    one.renew(mine, 0, secret)
    assert one.spot == (0, 6), "the diagonal through the centre scores for sure"
    one.select(1)
    assert one.spot == (0, 3), "a red card wastes a line wherever it lies"
    assert secret(grey, (0, 3)) == (1, 0)
    cut = next(card for card in range(COLOURS, CARDS) if not most_points(DIAGONALS[0], None, card, None))
    assert through_centre([None] * CELLS, 0, blue, cut) == (0, 0), "that line was lost before"


def test_another_card_goes_to_its_best_cell_until_the_player_moves_the_cursor() -> None:
    blue, grey, _ = Colour
    best = {blue: 2, grey: 6}
    choices = tuple(
        Choice(Place(card, 0, cell), points=int(cell == best[card])) for card in best for cell in (0, 2, 6)
    )
    one = Chooser()
    one.renew(Mine(choices=choices, hand=(blue, grey), centre=None, laid=()), 0)
    assert one.spot == (0, 2)
    one.select(1)
    assert one.spot == (0, 6)
    one.go_to((0, 0))
    one.select(0)
    assert one.spot == (0, 0)
