"""Opens the review of a finished game: its steps are fetched for the words, an expert is asked for more."""

from typing import TYPE_CHECKING, Any, cast

from triqueta_tui.locale import say
from triqueta_tui.navigation.replaying import ReplayingApp

if TYPE_CHECKING:
    from triqueta_tui.table.coached_table import CoachedTable


class ReviewingApp(ReplayingApp):
    """Nothing of this is needed for the first frame, so imports are inside the methods."""

    def open_review(self, game: str) -> None:
        self.run_worker(self._review(game), group="review", exclusive=True)

    async def _review(self, game: str) -> None:
        from protocol.mirror import UnknownGame
        from triqueta_tui.net.error_words import TROUBLES, LinkGoneError
        from triqueta_tui.replay.recording import Recording
        from triqueta_tui.review.screen import ReviewScreen

        open_one = next((one for one in self.screen_stack if getattr(one, "reviews", None) == game), None)
        if open_one is not None:
            # The replay was opened from it.
            while self.screen is not open_one:
                await self.pop_screen()
            return
        try:
            part, total = await self._part(game, 0)
            recording = Recording.begin(part, total)
            played = self.games[recording.head.room.game]
            table = cast("type[CoachedTable[Any, Any]]", played.load_table())
            screen = ReviewScreen(recording, table, say("review.title", game=played.title))
            await self.push_screen(screen)
            self.fit()
            while not recording.whole and screen in self.screen_stack:
                part, _ = await self._part(game, recording.here)
                if not part.steps:
                    raise LinkGoneError("nonsense")
                recording.add(part.steps)
                screen.take()
        except TROUBLES as error:
            self._say_trouble(error)
        except UnknownGame as unknown:
            self._say_no("unknown_table_game", {"game": unknown.game}, timeout=15)
        except ValueError:
            self._say_trouble(LinkGoneError("nonsense"))
