"""Fetches finished games from the connected server, part by part, and shows them again."""

from typing import TYPE_CHECKING, Final

from triqueta_tui.locale import say
from triqueta_tui.navigation.following import FollowingApp

if TYPE_CHECKING:
    from protocol.replay import ReplayPart
    from triqueta_tui.intents import ServerIntent

_AT_ONCE: Final = 0.5
"""Seconds after which somebody who waits is told what for."""
_TOLD: Final = 1.5
"""Seconds for which that is shown."""


class ReplayingApp(FollowingApp):
    """Nothing of this is needed for the first frame, so imports are inside the methods."""

    complaint = ""
    """What was wrong with what the program was started with, if it had to end because of it."""

    def open_replay(self, game: str, *, at: int | None = None, decisive: int | None = None) -> None:
        self.run_worker(self._replay(game, at, decisive), group="replay", exclusive=True)

    async def arrived(self, intent: "ServerIntent") -> None:
        """Show the game of a file; what is wrong with the file is said where it was named."""
        from protocol.archive import GamesFound
        from protocol.errors import Refusal
        from protocol.requests import ImportGame
        from triqueta_tui.intents import ReplayFile
        from triqueta_tui.net.error_words import explain

        await super().arrived(intent)
        if not isinstance(intent, ReplayFile):
            return
        try:
            found = await self.find(ImportGame, file=intent.data, keep=False)
        except Refusal as refusal:
            self.complaint = f"{intent.name}: {explain(refusal)}"
            await self.action_quit()
            return
        if isinstance(found, GamesFound) and found.games:
            await self._replay(found.games[0].id, None, None, alone=True)

    async def _replay(self, game: str, at: int | None, decisive: int | None, *, alone: bool = False) -> None:
        """Show the first part as soon as it has come, and fetch the others meanwhile."""
        from protocol.mirror import UnknownGame
        from triqueta_tui.net.error_words import TROUBLES, LinkGoneError
        from triqueta_tui.replay.recording import Recording
        from triqueta_tui.replay.table import replay_table

        def say_what_for() -> None:
            self.notify(say("replay.fetching"), timeout=_TOLD, markup=False)

        patience = self.set_timer(_AT_ONCE, say_what_for)
        try:
            part, total = await self._part(game, 0)
            patience.stop()
            recording = Recording.begin(part, total)
            table = self.games[recording.head.room.game].load_table()
            screen = replay_table(table)(recording, at or 0, decisive)
            if alone:
                # The person came for nothing else.
                screen.leave = self.action_quit
                await self.show_alone(screen)
            else:
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
        finally:
            patience.stop()

    async def _part(self, game: str, start: int) -> "tuple[ReplayPart, int]":
        from protocol.archive import ReplayFound
        from protocol.replay import read_part
        from protocol.requests import Replay
        from triqueta_tui.net.error_words import LinkGoneError

        found = await self.find(Replay, game=game, start=start)
        if not isinstance(found, ReplayFound):
            raise LinkGoneError("nonsense")
        return read_part(found.packed), found.total
