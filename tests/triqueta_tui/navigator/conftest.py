"""Checks that each test stops the servers it has started."""

from tests.triqueta_tui.embedded import no_server_is_left

__all__ = ["no_server_is_left"]
