"""When a server collects garbage."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from triqueta_server import memory


class Ring:
    """Garbage that keeps itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Iterator[memory.Collector]:
    yield memory.Collector()
    gc.unfreeze()
    gc.enable()


def test_garbage_that_keeps_itself_is_collected_when_nobody_is_left(collector: memory.Collector) -> None:
    gone = ref(Ring())
    collector.collect_if_due(memory.AFTER_CONNECTIONS - 1)
    assert gone() is not None
    memory.give_back()
    assert gone() is None


def test_it_is_collected_after_many_connections_and_again_after_as_many_more(
    collector: memory.Collector,
) -> None:
    for ever in (memory.AFTER_CONNECTIONS, 2 * memory.AFTER_CONNECTIONS):
        gone = ref(Ring())
        collector.collect_if_due(ever - 1)
        assert gone() is not None
        collector.collect_if_due(ever)
        assert gone() is None


def test_it_is_collected_when_there_are_many_objects_more(
    collector: memory.Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "AFTER_OBJECTS", 1000)
    gone = ref(Ring())
    collector.collect_if_due(0)
    assert gone() is not None
    many: list[list[int]] = [[] for _ in range(1000)]
    collector.collect_if_due(0)
    assert gone() is None
    assert len(many) == 1000


def test_nothing_is_collected_by_itself_meanwhile(collector: memory.Collector) -> None:
    gone = ref(Ring())
    many: list[list[int]] = [[] for _ in range(100_000)]
    assert gone() is not None
    assert len(many) == 100_000
