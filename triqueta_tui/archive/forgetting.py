"""Have a server forget the player: asks twice, and says what vanishes and what stays."""

from protocol.requests import ForgetMe
from triqueta_tui.archive.asking import find
from triqueta_tui.archive.question import Question
from triqueta_tui.client import Client
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import TROUBLES, explain


def ask_to_forget(app: Client, server: str) -> None:
    """``server`` is empty for games on this machine."""
    where = say("my_games.on_server", server=server) if server else say("my_games.here")

    def first(yes: bool | None) -> None:
        if yes:
            app.push_screen(_question("sure", where), second)

    def second(yes: bool | None) -> None:
        if yes:
            app.run_worker(_forget(app, where), group="forgetting", exclusive=True)

    app.push_screen(_question("first", where), first)


def _question(step: str, where: str) -> Question:
    return Question(
        say("statistics.forget.title"),
        say(f"statistics.forget.{step}.question", where=where),
        say(f"statistics.forget.{step}.no"),
        say(f"statistics.forget.{step}.yes"),
    )


async def _forget(app: Client, where: str) -> None:
    try:
        await find(app, ForgetMe)
    except TROUBLES as error:
        app.notify(explain(error), severity="error", timeout=10, markup=False)
        return
    app.notify(say("statistics.forget.done", where=where), timeout=10, markup=False)
    app.leave_forgotten()
