"""Shows the finished games and the ratings on the connected server."""

from typing import TYPE_CHECKING

from triqueta_tui.locale import say
from triqueta_tui.navigation.reviewing import ReviewingApp

if TYPE_CHECKING:
    from triqueta_tui.intents import ServerIntent


class FinishedGamesApp(ReviewingApp):
    """Nothing of this is needed for the first frame, so imports are inside the methods."""

    async def arrived(self, intent: "ServerIntent") -> None:
        from triqueta_tui.intents import ShowGames

        await super().arrived(intent)
        if isinstance(intent, ShowGames):
            from triqueta_tui.archive.my_games import MyGames

            session = self.session
            shown = await self.show_alone(MyGames(self._server_name), lambda: self.session is session)
            if shown and session is not None and session.beside_another:
                self.notify(say("my_games.in_use"), severity="warning", timeout=10, markup=False)

    def open_games(self) -> None:
        from triqueta_tui.archive.my_games import MyGames

        self.push_screen(MyGames(self._server_name))

    def open_leaderboard(self) -> None:
        from triqueta_tui.archive.leaderboard import LeaderboardScreen

        self.push_screen(LeaderboardScreen(self._server_name))

    def leave_forgotten(self) -> None:
        if self.session is not None:
            self.session.forgotten()
        self.go_home()

    @property
    def _server_name(self) -> str:
        """What the connected server is called; empty for that of this machine."""
        welcome = self.session.welcome if self.session is not None else None
        here = self.solo and self.writes_files
        return "" if welcome is None or here else welcome.server
