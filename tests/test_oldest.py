"""The oldest versions that are allowed are versions that are known to do."""

from tests.oldest import constraints


def test_every_dependency_says_which_version_is_the_oldest_that_will_do() -> None:
    oldest = dict(each.split("==") for each in constraints())
    assert {"websockets", "textual", "asyncssh", "textual-serve", "aiohttp"} <= oldest.keys()
    # Older ones take endless fragments of one message into memory.
    assert tuple(map(int, oldest["websockets"].split("."))) >= (17, 4)
