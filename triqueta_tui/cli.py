"""The command line of ``triqueta``: from arguments to the first screen."""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from triqueta_protocol.internal.defaults import (
    MAIN_PROFILE,
    PASSWORD_VARIABLE,
    PUBLIC_OPTIONS,
    SSH_PORT,
    WEB_PORT,
)
from triqueta_protocol.internal.languages import known_language, preferred_language
from triqueta_protocol.text import clean
from triqueta_tui import locale
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.locale.numbers import listed, span
from triqueta_tui.settings import Settings, SettingsFile

if TYPE_CHECKING:
    from triqueta_protocol.series import SeriesRule
    from triqueta_tui.game import Game, Games
    from triqueta_tui.paths import Paths
    from triqueta_tui.session.intents import Intent
    from triqueta_tui.session.local_server import LocalServer

WRONG_USAGE: Final = 2

_BEST_OF: Final = "best-of-"

BAD_FILE: Final = 1

_WIDEST_PAGE: Final = 110
"""Columns of a help page as it is in the catalogue."""

_LEAST_BESIDE: Final = 20
"""Columns for the text beside an option; in fewer it stands below."""
_INDENT: Final = 6

_ENTRY: Final = re.compile(r"( *(?:\S.*?(?<! ) {2,})?)(.*)")
"""A line of a help page: an option or an indent, and what is said about it."""

COMMANDS: Final = (
    "play",
    "practice",
    "daily",
    "host",
    "join",
    "watch",
    "turns",
    "replay",
    "identity",
    "doctor",
)


class BadFileError(Exception):
    """A file that was named cannot be used; the message says why, in the person's language."""


class UsageError(Exception):
    """The command line is wrong; the message says why, in the person's language."""


class _Parser(argparse.ArgumentParser):
    """A parser that leaves all texts to the catalogue, so that they come in every language."""

    def __init__(self, *, player: bool = True, **_: Any) -> None:
        """``player``: whether the command opens a screen for a player."""
        super().__init__(
            add_help=False, allow_abbrev=False, exit_on_error=False, argument_default=argparse.SUPPRESS
        )
        self.add_argument("-h", "--help", action="store_true")
        self.add_argument("--version", action="store_true")
        self.add_argument("--lang")
        if player:
            self.add_argument("--name")
            self.add_argument("--profile")
            self.add_argument("--theme")

    def error(self, message: str) -> NoReturn:
        """Called by argparse for complaints that name no argument."""
        raise UsageError(say("cli.wrong.unclear"))


def parser() -> argparse.ArgumentParser:
    main = _Parser()
    commands = main.add_subparsers(dest="command", parser_class=_Parser)
    play = commands.add_parser("play")
    play.add_argument("game", nargs="?")
    play.add_argument("--players")
    play.add_argument("--level")
    play.add_argument("--seed")
    play.add_argument("--series")
    play.add_argument("--rated", action="store_true")
    commands.add_parser("practice").add_argument("game", nargs="?")
    commands.add_parser("daily")
    host = commands.add_parser("host")
    host.add_argument("game", nargs="?")
    host.add_argument("--port")
    host.add_argument("--players")
    host.add_argument("--series")
    host.add_argument("--ssh", nargs="?", const=str(SSH_PORT))
    host.add_argument("--web", nargs="?", const=str(WEB_PORT))
    host.add_argument("--password", nargs="?", const="")
    for kind, option in PUBLIC_OPTIONS.items():
        host.add_argument(option, dest=f"public_{kind}")
    for name in ("join", "watch"):
        command = commands.add_parser(name)
        command.add_argument("address", nargs="?")
        command.add_argument("code", nargs="?")
    commands.add_parser("replay").add_argument("file", nargs="?")
    turns = commands.add_parser("turns", player=False)
    turns.add_argument("--profile")
    turns.add_argument("--refresh", action="store_true")
    turns.add_argument("--json", action="store_true")
    identity = commands.add_parser("identity", player=False)
    identity.add_argument("action", nargs="?")
    identity.add_argument("file", nargs="?")
    identity.add_argument("--force", action="store_true")
    commands.add_parser("doctor", player=False).add_argument("--report")
    return main


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``triqueta``; returns the exit status."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    locale.use(_wanted_language(typed) or preferred_language(os.environ))
    try:
        options = _parsed(typed)
        if "help" in options:
            from triqueta_tui.game import PACKAGES, Games

            columns = shutil.get_terminal_size((_WIDEST_PAGE, 24)).columns
            print(fit_page(help_page(options.command, Games(PACKAGES)), columns))  # noqa: T201 - that is what was asked for
            return 0
        if "version" in options:
            print(_version())  # noqa: T201 - that is what was asked for
            return 0
        if options.command == "turns":
            return _print_turns(options)
        if options.command == "doctor":
            return _examine(options)
        if options.command == "identity":
            return _move_identity(options)
        return _open(options)
    except UsageError as error:
        print(f"triqueta: {say('cli.wrong.see_help', error=error)}", file=sys.stderr)  # noqa: T201
        return WRONG_USAGE
    except BadFileError as error:
        print(f"triqueta: {error}", file=sys.stderr)  # noqa: T201
        return BAD_FILE
    except KeyboardInterrupt:
        return 130


def help_page(command: str | None, games: "Games") -> str:
    from triqueta_tui.themes import NAMES as THEMES

    lines = [
        f"  {game.name:<15} {game.title} ({span(game.vocabulary.seats[0], game.vocabulary.seats[-1])}): "
        + say(f"{game.name}.game.summary")
        for game in games
    ]
    levels = dict.fromkeys(level for game in games for level in game.vocabulary.levels)
    languages = listed(LANGUAGES)
    return say(
        f"cli.help.{command or 'triqueta'}",
        games="\n".join(lines),
        levels=listed(levels),
        languages=languages,
        options=say("cli.help.options", languages=languages, themes=listed(THEMES)),
    )


def fit_page(page: str, columns: int) -> str:
    """Break a help page between words for a narrow terminal, with what belongs to an option below it."""
    if columns >= _WIDEST_PAGE:
        return page
    from rich.cells import cell_len

    from triqueta_tui.widgets.prose import broken

    fitted: list[str] = []
    blocks: list[tuple[str, str]] = []
    """The beginning of each, and the text beside it."""
    for line in page.split("\n"):
        beginning, text = _ENTRY.fullmatch(line).groups()  # type: ignore[union-attr]  # it matches every line
        joined = text and blocks and blocks[-1][1] and beginning == " " * cell_len(blocks[-1][0])
        if joined:
            beginning, before = blocks.pop()
            # Chinese has no spaces where a line ends.
            text = f"{before}{' ' if text[0].isascii() or before[-1].isascii() else ''}{text}"
        blocks.append((beginning, text))
    for beginning, text in blocks:
        indent = cell_len(beginning)
        if text and columns - indent < _LEAST_BESIDE:
            fitted += [beginning] if beginning.strip() else []
            indent = min(indent, _INDENT)
            fitted += [" " * indent + one for one in broken(text, columns - indent)]
        else:
            first, *others = broken(text, columns - indent)
            fitted += [beginning + first, *(" " * indent + one for one in others)]
    return "\n".join(one.rstrip() for one in fitted)


def intent_of(options: argparse.Namespace, settings: Settings, games: "Games") -> "Intent | None":
    """The intent of a command line, None for the home screen; raises ``UsageError``."""
    match options.command:
        case "play":
            from triqueta_protocol.settings import TableSettings
            from triqueta_tui.session.intents import PlayNow

            game = _game(options, settings, games)
            about = game.remembered(settings)
            players = _players(game, getattr(options, "players", str(about.players)))
            level, levels = getattr(options, "level", about.level), game.vocabulary.levels
            if level not in levels:
                raise UsageError(say("cli.wrong.level", word=level, levels=listed(levels)))
            # Not for a player who says how to play; the number of players does not tell an expert.
            bare = not {"level", "seed", "series", "rated"} & vars(options).keys()
            seed, series = getattr(options, "seed", None), _series(options)
            bots = (level,) * (players - 1)
            rated = getattr(options, "rated", False)
            if rated and seed is not None:
                raise UsageError(say("ratings.cannot.seed"))
            table = TableSettings(seed=seed, series=series, rated=rated, coach=not rated)
            return PlayNow(game.name, bots, settings=table, offer_guided=bare)
        case "host":
            from triqueta_protocol.settings import TableSettings
            from triqueta_tui.session.intents import HostTable

            game = _game(options, settings, games)
            port = _port(options.port) if "port" in options else None
            usual = min(TableSettings().seats, game.vocabulary.seats[-1])
            seats = _players(game, getattr(options, "players", str(usual)))
            table = TableSettings(seats=seats, series=_series(options), pace=settings.pace)
            gateways = {kind: _port(getattr(options, kind)) for kind in ("ssh", "web") if kind in options}
            password = getattr(options, "password", None)
            return HostTable(
                game.name,
                table,
                port=port,
                gateways=gateways,
                password=password,
                public=_public(options),
            )
        case "practice" | "daily":
            from triqueta_tui.session.intents import Practise

            daily = options.command == "daily"
            return Practise(None if daily else _game(options, settings, games).name)
        case "join" | "watch":
            return _server_intent(options, settings, watch=options.command == "watch")
        case "replay":
            return _replay_intent(options)
    return None


def _game(options: argparse.Namespace, settings: Settings, games: "Games") -> "Game":
    name = getattr(options, "game", None)
    if name is None:
        return games.chosen(settings.game)
    if name.casefold() not in games:
        raise UsageError(say("cli.wrong.game", word=name, games=listed(games.names)))
    return games[name.casefold()]


def _server_intent(options: argparse.Namespace, settings: Settings, *, watch: bool) -> "Intent":
    from triqueta_tui.session.address import BadAddressError, parse_address
    from triqueta_tui.session.intents import AskWhere, GoTo

    address, code = getattr(options, "address", None), getattr(options, "code", None)
    if address is not None and code is None and _looks_like_code(address):
        address, code = settings.server or None, address
    if address is None:
        return AskWhere(code=code or "", watch=watch)
    try:
        where = parse_address(address)
    except BadAddressError:
        raise UsageError(say("cli.wrong.address", word=address)) from None
    return GoTo(where, code.upper() if code else None, watch, os.environ.get(PASSWORD_VARIABLE))


def _replay_intent(options: argparse.Namespace) -> "Intent":
    from triqueta_protocol.requests import MOST_FILE
    from triqueta_tui.session.intents import ReplayFile

    name = getattr(options, "file", None)
    if name is None:
        raise UsageError(say("cli.wrong.no_file"))
    path = Path(name).expanduser()
    try:
        # Whatever else has a name, a pipe or a device, could be waited for in vain.
        if not path.is_file():
            raise BadFileError(say("cli.wrong.no_such_file", file=name))
        with path.open("rb") as file:
            data = file.read(MOST_FILE + 1)
    except OSError as error:
        raise BadFileError(say("cli.wrong.unreadable", file=name, why=error.strerror or error)) from None
    if len(data) > MOST_FILE:
        raise BadFileError(f"{name}: {say('errors.file_too_large')}")
    return ReplayFile(name, data)


def _parsed(typed: list[str]) -> argparse.Namespace:
    try:
        options, unknown = parser().parse_known_args(typed)
    except argparse.ArgumentError as error:
        if error.argument_name == "command":
            word = next((word for word in typed if not word.startswith("-")), "")
            raise UsageError(say("cli.wrong.command", word=word)) from None
        raise UsageError(say("cli.wrong.value", option=error.argument_name)) from None
    if unknown:
        raise UsageError(say("cli.wrong.option", word=unknown[0]))
    if "lang" in options and known_language(options.lang) is None:
        raise UsageError(say("cli.wrong.language", word=options.lang, languages=listed(LANGUAGES)))
    if "theme" in options:
        from triqueta_tui.themes import NAMES as THEMES

        if options.theme not in THEMES:
            raise UsageError(say("cli.wrong.theme", word=options.theme, themes=listed(THEMES)))
    options.command = getattr(options, "command", None)
    return options


def _print_turns(options: argparse.Namespace) -> int:
    from triqueta_tui import turns
    from triqueta_tui.paths import Paths

    refresh, as_json = "refresh" in options, "json" in options
    return turns.run(Paths.of_this_machine(), _profile(options), refresh=refresh, as_json=as_json)


def _examine(options: argparse.Namespace) -> int:
    from triqueta_tui import doctor
    from triqueta_tui.paths import Paths

    return doctor.run(Paths.of_this_machine(), getattr(options, "report", None))


def _move_identity(options: argparse.Namespace) -> int:
    """Write the player's secret to a file, or take over the one in a file."""
    from msgspec import DecodeError

    from triqueta_tui.paths import Paths
    from triqueta_tui.session.error_words import LinkGoneError, explain
    from triqueta_tui.session.player_keys import AnotherIdentityError, PlayerKeys

    action, name = getattr(options, "action", None), getattr(options, "file", None)
    if action not in {"export", "import"} or name is None:
        raise UsageError(say("cli.wrong.identity"))
    keys, file = PlayerKeys(Paths.of_this_machine().identity), Path(name).expanduser()
    try:
        if action == "export":
            keys.export_to(file)
        else:
            keys.import_from(file, force="force" in options)
    except FileExistsError:
        raise BadFileError(say("cli.identity.exists", file=name)) from None
    except AnotherIdentityError:
        raise BadFileError(say("cli.identity.another")) from None
    except DecodeError:
        raise BadFileError(say("cli.identity.none", file=name)) from None
    except LinkGoneError as error:
        raise BadFileError(explain(error)) from None
    except OSError as error:
        raise BadFileError(say("cli.identity.unusable", file=name, why=error.strerror or error)) from None
    print(say(f"cli.identity.{action}ed", file=name))  # noqa: T201 - the outcome of a command
    return 0


def _open(options: argparse.Namespace) -> int:
    """Run the app; returns the exit status."""
    from triqueta_tui.paths import Paths
    from triqueta_tui.terminal import Terminal

    paths, terminal = Paths.of_this_machine(), Terminal.of(os.environ)
    drawable = not terminal.dumb and sys.stdin.isatty() and sys.stdout.isatty()
    # Before anything that takes long to import: it needs as long to start as the client. It ends with this
    # process, also after a wrong option.
    ahead = _server_ahead(paths) if options.command == "play" and drawable else None
    from triqueta_tui.crash import guarded, open_log, quiet_console
    from triqueta_tui.game import PACKAGES, Games

    games = Games(PACKAGES)
    settings = SettingsFile(paths.settings).read()
    intent = intent_of(options, settings, games)
    if not drawable:
        from triqueta_tui.session.intents import AskWhere

        if isinstance(intent, AskWhere):
            from triqueta_tui.network_listing import print_network

            return print_network(watch=intent.watch)
        raise UsageError(say("cli.wrong.terminal"))
    if getattr(options, "password", None) == "":
        options.password = _ask_password()
        intent = intent_of(options, settings, games)
    fields: dict[str, Any] = {}
    if "lang" in options:
        fields["language"] = known_language(options.lang)
    if "name" in options:
        fields["name"] = options.name
    if "theme" in options:
        fields["theme"] = options.theme
    profile = _profile(options)
    if profile != MAIN_PROFILE:
        fields.setdefault("name", profile)
    open_log(paths.log)
    from triqueta_tui.app import TriquetaApp
    from triqueta_tui.navigator import Navigator

    def run() -> int:
        app = TriquetaApp(
            Navigator,
            paths=paths,
            intent=intent,
            terminal=terminal,
            overrides=fields,
            profile=profile,
            server_ahead=ahead,
        )
        app.error_console = quiet_console()
        app.run()
        if words := app.navigator.last_words():
            print(words)  # noqa: T201 - the screen is gone, and this is good to know
        complaints.append(app.navigator.complaint)
        return app.return_code or 0

    complaints: list[str] = []
    status = guarded(run, paths.log)
    if any(complaints):
        print(f"triqueta: {complaints[0]}", file=sys.stderr)  # noqa: T201 - it can be read only now
        return BAD_FILE
    return status


def _server_ahead(paths: "Paths") -> "LocalServer":
    """Start the server of a game on this machine, which needs as long to start as the client."""
    from triqueta_tui.session.local_server import LocalServer

    server = LocalServer.private(paths.games / "1", paths.server_log)
    server.spawn()
    return server


def _wanted_language(typed: list[str]) -> str | None:
    """The value of ``--lang``, found before the rest is parsed: error messages need it too."""
    for word, after in pairwise([*typed, ""]):
        if word == "--lang":
            return known_language(after)
        if word.startswith("--lang="):
            return known_language(word.partition("=")[2])
    return None


def _players(game: "Game", typed: str) -> int:
    seats = game.vocabulary.seats
    if typed not in map(str, seats):
        words = {"game": game.title, "least": seats[0], "most": seats[-1], "word": typed}
        raise UsageError(say("cli.wrong.players", **words))
    return int(typed)


def _series(options: argparse.Namespace) -> "SeriesRule | None":
    """The series of ``--series best-of-3``, or ``--series 5`` for so many games."""
    if "series" not in options:
        return None
    import msgspec

    from triqueta_protocol.series import BEST_OF, SeriesRule

    typed: str = options.series
    number = typed.casefold().removeprefix(_BEST_OF)
    kind = "games" if number == typed.casefold() else "best_of"
    try:
        rule = msgspec.convert({"kind": kind, "length": int(number)}, SeriesRule)
    except ValueError:
        rule = None
    if rule is None or (rule.kind == "best_of" and rule.length not in BEST_OF):
        raise UsageError(say("cli.wrong.series", word=typed))
    return rule


def _port(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and int(typed) <= 65535):
        raise UsageError(say("cli.wrong.port", word=typed))
    return int(typed)


def _public(options: argparse.Namespace) -> dict[str, str]:
    from triqueta_protocol.internal.public_addresses import PUBLIC_ADDRESSES, BadPublicAddressError

    public: dict[str, str] = {}
    for kind, read in PUBLIC_ADDRESSES.items():
        if typed := getattr(options, f"public_{kind}", ""):
            try:
                public[kind] = read(typed)
            except BadPublicAddressError as wrong:
                raise UsageError(say("cli.wrong.public", word=typed, example=wrong.example)) from None
    return public


def _ask_password() -> str:
    """The table's password from the environment, or typed unseen; raises ``UsageError`` for an empty one."""
    from getpass import getpass

    password = os.environ.get(PASSWORD_VARIABLE) or getpass(say("cli.password"))
    if not password:
        raise UsageError(say("rooms.access.empty"))
    return password


def _profile(options: argparse.Namespace) -> str:
    """The person at this machine; raises ``UsageError``."""
    typed: str = getattr(options, "profile", MAIN_PROFILE)
    if not typed or typed != clean(typed) or "/" in typed:
        raise UsageError(say("cli.wrong.profile", word=typed))
    return typed


def _looks_like_code(word: str) -> bool:
    """Table codes are written in capitals; addresses hardly ever are."""
    return word.isascii() and word.isalpha() and word.isupper()


def _version() -> str:
    from importlib.metadata import version

    return f"triqueta {version('triqueta-tui')}"
