"""To somebody's table, to look on."""

from typing import ClassVar

from triqueta_tui.screens.join import Join


class Watch(Join):
    """The same way as to a seat."""

    WATCH: ClassVar[bool] = True
