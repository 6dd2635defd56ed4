"""What can be done while a coach advises."""

from triqueta_tui.commands.command import Command

POINT = Command("coach.point", "enter,space", palette=False)
"""Put the cursor of the table on the action that is marked."""

CLOSE = Command("coach.close", "escape,e", action="close", palette=False)
"""The key that opens the coach closes it, too."""
