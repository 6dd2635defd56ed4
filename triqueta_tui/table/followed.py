"""The way of a change from a feed to a screen: one message each, through the screen's queue."""

from collections.abc import Callable

from textual.message import Message
from textual.screen import Screen

from triqueta_tui.session.feed import Change, TableFeed


class Followed(Message, bubble=False):
    """A feed has changed."""

    def __init__(self, feed: TableFeed, change: Change) -> None:
        super().__init__()
        self.feed = feed
        self.change = change


def follow(feed: TableFeed, screen: Screen[None]) -> Callable[[], object]:
    """Post every change of a feed to a screen; returns what ends that."""
    return feed.subscribe(lambda change: screen.post_message(Followed(feed, change)))
