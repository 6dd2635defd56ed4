"""``triqueta-server replay-crash``: replays a game up to the error that ended it, or asks a bot again."""

import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random

from triqueta_server import crash_report
from triqueta_server.bots.choose import choose
from triqueta_server.commands.common import Parser, fail, say
from triqueta_server.games import RULES


def main(arguments: Sequence[str]) -> int:
    parse = Parser(
        prog="triqueta-server replay-crash",
        description="Play a game again up to the fault that ended its table, or let a bot that failed decide "
        "again, and show what happens. The server's log says which file it wrote for that, in the folder "
        "crashes beside the database.",
        epilog="The file holds the seed of a game that may not be over: keep it as you keep the database. "
        "Exit status: 0 if all goes well now; 1 if the fault is still there, or the file cannot be read.",
        allow_abbrev=False,
    )
    parse.add_argument("file", type=Path, metavar="FILE")
    options = parse.parse_args(arguments)
    try:
        report = crash_report.read(options.file, RULES)
    except crash_report.CrashReportError as error:
        return fail("replay-crash", error)
    return _decide(report) if isinstance(report, crash_report.BotReport) else _play(report)


def _play(report: crash_report.CrashReport) -> int:
    say(f"{report.game}, {report.seats} seats, table {report.table}, written by version {report.program}")
    say(f"then: {report.error}")
    again = crash_report.repeat(report, RULES[report.game])
    if again.error is None:
        say(f"now: all {again.moves} decisions go well")
        return 0
    say(f"now, after {again.moves} decisions:")
    say("".join(traceback.format_exception(again.error)).rstrip())
    return 1


def _decide(report: crash_report.BotReport) -> int:
    say(f"{report.game}, a bot of level {report.level}, table {report.table}, version {report.program}")
    say(f"then: {report.error}")
    try:
        choose(report.level, report.game, report.public, report.mine, report.seat, Random(report.seed))
    except Exception:
        say(f"now: {traceback.format_exc()}".rstrip())
        return 1
    say("now: it decides")
    return 0
