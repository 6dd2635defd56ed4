"""What can be done on the settings screen."""

from triqueta_tui.commands.command import Command


class NextValue(Command):
    """Try the next value."""

    id = "settings.next"
    keys = "right,l"


class PreviousValue(Command):
    """Back to the value before."""

    id = "settings.previous"
    keys = "left,h"
    footer = False
    palette = False


class Edit(Command):
    """Change what is under the cursor."""

    id = "settings.edit"
    keys = "enter,space"


class Reset(Command):
    """Back to what is usual."""

    id = "settings.reset"
    keys = "backspace,delete"


class Leave(Command):
    """Away from here."""

    id = "settings.leave"
    keys = "escape,q,f2"


class Down(Command):
    """To the next setting."""

    id = "settings.down"
    keys = "down,j"
    footer = False
    palette = False


class Up(Command):
    """To the setting before."""

    id = "settings.up"
    keys = "up,k"
    footer = False
    palette = False
