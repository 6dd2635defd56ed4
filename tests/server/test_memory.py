"""What a server has only kept to be quick is gone when nobody is there, and it plays on as before."""

import gc
from weakref import ref

from server import memory
from server.games import RULES
from server.games.triche import lookups
from server.games.triqueta import view


class Ring:
    """Garbage that keeps itself."""

    def __init__(self) -> None:
        self.itself = self


def test_caches_that_fill_while_people_play_are_emptied() -> None:
    rules = RULES["triqueta"]
    position = rules.begin(3, rules.vocabulary.words.options(), b"seed")
    before = rules.public(position), rules.mine(position, 0)
    assert view._rows.cache_info().currsize > 0
    memory.give_back()
    assert view._rows.cache_info().currsize == 0
    assert (rules.public(position), rules.mine(position, 0)) == before


def test_what_is_worked_out_once_stays() -> None:
    lookups._in_slot(1, 1)
    worked_out = lookups._in_slot.cache_info().currsize
    memory.give_back()
    assert lookups._in_slot.cache_info().currsize == worked_out


def test_garbage_that_keeps_itself_is_collected() -> None:
    gc.disable()
    try:
        gone = ref(Ring())
        assert gone() is not None
        memory.give_back()
        assert gone() is None
    finally:
        gc.enable()
