"""Rules, keys and settings, opened on top of whatever is on the screen; asked for again, they close."""

from typing import TYPE_CHECKING, Literal

from textual.screen import Screen

if TYPE_CHECKING:
    from triqueta_tui.app import TriquetaApp

Helper = Literal["rules", "keys", "settings"]


def open_help(app: "TriquetaApp", which: Helper) -> None:
    """Show it, or go back if it is what is shown already. Nothing of it is imported before."""
    below = app.screen
    screen = _screen(app, which)
    if type(below) is type(screen):
        below.dismiss()
    else:
        app.push_screen(screen)


def _screen(app: "TriquetaApp", which: Helper) -> Screen[None]:
    if which == "rules":
        from triqueta_tui.screens.rules import RulesScreen

        return RulesScreen()
    if which == "keys":
        from triqueta_tui.screens.keys import KeysScreen

        return KeysScreen.of(app.screen, app.settings.keys)
    from triqueta_tui.screens.settings import SettingsScreen

    return SettingsScreen()
