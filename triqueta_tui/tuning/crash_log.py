"""Reports what crashes an app without the values of its variables, which Textual's own report prints."""

from collections.abc import Callable

from textual.app import App

from triqueta_protocol.internal.tuning_switches import is_on


def report_crash(app: App[None], report: Callable[[Exception], None]) -> None:
    """Have ``report`` called with the exception that ends the app."""
    if not is_on("crash_log"):
        return
    handle = app._handle_exception

    def report_and_handle(error: Exception) -> None:
        report(error)
        handle(error)

    app._handle_exception = report_and_handle  # type: ignore[method-assign]
