"""The command line: what is understood, what is refused in one line, and help in three languages."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from triqueta_protocol.requests import MOST_FILE
from triqueta_protocol.settings import TableSettings
from triqueta_tui import cli
from triqueta_tui.cli import BAD_FILE, COMMANDS, WRONG_USAGE, UsageError, intent_of, main, parser
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.session.address import Address
from triqueta_tui.session.intents import AskWhere, GoTo, HostTable, Intent, PlayNow, ReplayFile
from triqueta_tui.settings import GameSettings, Settings
from triqueta_tui.themes import NAMES


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "TRIQUETA_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)


def intent(*typed: str, settings: Settings | None = None) -> Intent | None:
    options = parser().parse_args(list(typed))
    namespace = argparse.Namespace(**({"command": None} | vars(options)))
    return intent_of(namespace, settings or Settings(), Games(PACKAGES))


def test_alone_it_is_the_home_screen() -> None:
    assert intent() is None


def test_play_uses_the_settings_unless_told_otherwise() -> None:
    settings = Settings(games={"triqueta": GameSettings(level="easy", players=4)})
    assert intent("play", settings=settings) == PlayNow("triqueta", bots=("easy",) * 3, offer_guided=True)
    assert intent(
        "play", "--players", "2", "--level", "normal", "--seed", "oak", settings=settings
    ) == PlayNow("triqueta", bots=("normal",), settings=TableSettings(coach=True, seed="oak"))


def test_the_number_of_players_does_not_make_an_expert() -> None:
    offered = intent("play", "--players", "4")
    assert isinstance(offered, PlayNow)
    assert offered.offer_guided
    for option in (("--level", "easy"), ("--seed", "oak"), ("--series", "3")):
        told = intent("play", *option)
        assert isinstance(told, PlayNow)
        assert not told.offer_guided


def test_a_game_can_count_for_the_rating_but_not_with_a_chosen_shuffle() -> None:
    assert intent("play", "--rated", "--players", "2") == PlayNow(
        "triqueta", bots=("normal",), settings=TableSettings(rated=True)
    )
    with pytest.raises(UsageError, match="can’t be rated"):
        intent("play", "--rated", "--seed", "oak")


def test_a_game_can_be_named_and_the_last_one_is_the_usual_one() -> None:
    assert intent("play", "triqueta") == intent("play", "TRIQUETA") == intent("play")
    assert intent("host", "triqueta") == intent("host", settings=Settings(game="triqueta")) == intent("host")
    assert intent("play", settings=Settings(game="gone")) == intent("play")


def test_host() -> None:
    assert intent("host") == HostTable("triqueta", settings=TableSettings(seats=4))
    assert intent("host", "--port", "0", "--players", "2") == HostTable(
        "triqueta", settings=TableSettings(seats=2), port=0
    )
    assert intent("host", settings=Settings(bot_speed="instant")) == HostTable(
        "triqueta", settings=TableSettings(seats=4, pace=0)
    )


def test_a_host_says_who_may_come_and_from_where() -> None:
    public = {"play": "wss://oak.example/play", "ssh": "ssh://oak.example:22", "web": "https://oak.example"}
    typed = ["--public-url", "wss://oak.example/play", "--public-ssh", "oak.example:22"]
    asked = intent("host", *typed, "--public-web", "https://oak.example/", "--password", "acorn")
    assert isinstance(asked, HostTable)
    assert (asked.public, asked.password) == (public, "acorn")


def test_join_and_watch() -> None:
    assert intent("join", "hearth:9", "knot") == GoTo(Address("hearth", 9), "KNOT")
    assert intent("watch", "[::1]", "KNOT") == GoTo(Address("::1"), "KNOT", watch=True)
    assert intent("join", "hearth") == GoTo(Address("hearth"))
    assert intent("join") == AskWhere()
    assert intent("watch") == AskWhere(watch=True)


def test_a_code_alone_goes_to_the_server_one_was_at_last() -> None:
    assert intent("join", "KNOT", settings=Settings(server="hearth")) == GoTo(Address("hearth"), "KNOT")
    assert intent("join", "KNOT") == AskWhere(code="KNOT")


def test_a_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIQUETA_PASSWORD", "oak")
    assert intent("join", "hearth") == GoTo(Address("hearth"), password="oak")


@pytest.mark.parametrize(
    "typed",
    [
        ["play", "--players", "1"],
        ["play", "--players", "6"],
        ["play", "--players", "two"],
        ["play", "--level", "genius"],
        ["play", "--players"],
        ["play", "--play", "3"],
        ["play", "tarock"],
        ["play", "triqueta", "extra"],
        ["host", "tarock"],
        ["host", "--port", "70000"],
        ["host", "--port", "-1"],
        ["host", "--public-url", "oak.example"],
        ["host", "--public-web", "https://oak.example/path"],
        ["host", "--public-ssh"],
        ["join", "http://x"],
        ["join", "a", "b", "c"],
        ["paly"],
        ["--nonsense"],
        ["--lang", "tlh"],
        ["--lang"],
        ["--theme", "sepia"],
        ["play", "--theme"],
        ["--version=3"],
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_makes_no_sense_gets_one_line_and_status_2(
    typed: list[str], language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", language)
    assert main(typed) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("triqueta: ")
    assert err.count("\n") == 1
    use(language)
    assert say("cli.wrong.see_help", error="").strip() in err


def test_without_a_terminal_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play"]) == 2
    assert say("cli.wrong.terminal") in capsys.readouterr().err


def test_the_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"triqueta \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_replay_takes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "evening"
    file.write_bytes(b"a game")
    assert intent("replay", str(file)) == ReplayFile(str(file), b"a game")


def test_a_file_that_cannot_be_a_game_is_told_in_one_line_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large"
    large.write_bytes(bytes(MOST_FILE + 1))
    nowhere = tmp_path / "nowhere"
    told = {
        str(nowhere): f"triqueta: There’s no file “{nowhere}”.\n",
        str(tmp_path): f"triqueta: There’s no file “{tmp_path}”.\n",
        str(large): f"triqueta: {large}: This file is too large for a game file.\n",
    }
    for file, line in told.items():
        assert main(["replay", file]) == BAD_FILE
        assert capsys.readouterr().err == line
    assert main(["replay"]) == WRONG_USAGE
    assert capsys.readouterr().err.startswith("triqueta: Which file?")


def opening(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[object]:
    """What the program is opened for; it ends at once, and finds nothing good in a file."""
    intents: list[object] = []

    class App:
        return_code = 0

        def __init__(self, navigator: Callable[["App"], Navigator], **options: object) -> None:
            intents.append(options["intent"])
            self.navigator = navigator(self)
            if isinstance(options["intent"], ReplayFile):
                self.navigator.complaint = "no good"

        def run(self) -> None: ...

    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("triqueta_tui.app.TriquetaApp", App)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    return intents


def test_a_file_that_is_refused_is_no_crash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = opening(monkeypatch, tmp_path)
    file = tmp_path / "game"
    file.write_bytes(b"no game")
    assert main(["replay", str(file)]) == BAD_FILE
    assert len(opened) == 1
    assert capsys.readouterr().err == "triqueta: no good\n"


def test_an_identity_that_cannot_be_moved_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "en")
    file, nowhere = tmp_path / "exported", tmp_path / "nowhere"
    for machine in ("first", "second"):
        monkeypatch.setattr(Paths, "of_this_machine", lambda machine=machine: Paths.under(tmp_path / machine))
        assert main(["identity", "export", str(tmp_path / machine / "me")]) == 0
    file.write_bytes(b"something else")
    capsys.readouterr()
    told = [
        (["export", str(file)], f"triqueta: {file} already exists.\n"),
        (["import", str(file)], f"triqueta: There’s no identity in {file}, or it is damaged.\n"),
        (["import", str(nowhere)], f"triqueta: {nowhere} can’t be used: No such file or directory.\n"),
        (["import", str(tmp_path / "first" / "me")], f"triqueta: {say('cli.identity.another')}\n"),
    ]
    for typed, words in told:
        assert main(["identity", *typed]) == 1
        assert capsys.readouterr() == ("", words)
    assert main(["identity", "import", str(tmp_path / "first" / "me"), "--force"]) == 0
    assert "now plays as" in capsys.readouterr().out
    assert main(["identity", "export"]) == 2


def test_a_password_that_is_not_typed_on_the_line_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened = opening(monkeypatch, tmp_path)
    monkeypatch.delenv("TRIQUETA_PASSWORD", raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: "")
    assert main(["host", "--password"]) == WRONG_USAGE
    assert opened == [], "no table that anyone can join"
    monkeypatch.setattr("getpass.getpass", lambda _prompt: "typed unseen")
    assert main(["host", "--password"]) == 0
    monkeypatch.setenv("TRIQUETA_PASSWORD", "from the environment")
    assert main(["host", "--password"]) == 0
    assert [one.password for one in opened if isinstance(one, HostTable)] == [
        "typed unseen",
        "from the environment",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_the_help_of_each_command_names_each_of_its_options(
    command: str | None, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [command] if command else []
    assert main([*typed, "--help", "--lang", language]) == 0
    page = capsys.readouterr().out
    assert f"triqueta {command}" in page if command else all(f"triqueta {one}" in page for one in COMMANDS)
    for option in _options(command):
        assert option in page
    named = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", page))
    assert named <= {*_options(command), "--help"}, "the page names an option that does not exist"


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_the_help_breaks_between_words(command: str | None, language: str, columns: int) -> None:
    use(language)
    page = cli.help_page(command, Games(PACKAGES))
    fitted = cli.fit_page(page, columns)
    assert max(map(cell_len, fitted.splitlines())) <= columns
    assert "".join(fitted.split()) == "".join(page.split())
    latin = re.compile(r"[A-Za-z0-9_,.:;()–-]+", re.ASCII)
    assert [word for word in latin.findall(page) if len(word) < 20] == [
        word for word in latin.findall(fitted) if len(word) < 20
    ]
    options = [line for line in fitted.splitlines() if re.match(r"  -", line)]
    assert len(options) == len([line for line in page.splitlines() if re.match(r"  -", line)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_theme(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["--help", "--lang", language]) == 0
    (themes,) = re.findall(r"--theme \S+ +(.*)", capsys.readouterr().out)
    assert all(name in themes for name in NAMES)


def test_the_language_asked_for_wins_over_the_surroundings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    main(["--help"])
    german = capsys.readouterr().out
    main(["--help", "--lang=zh-TW"])
    chinese = capsys.readouterr().out
    assert "Tiere sammeln" in german
    assert "收集動物" in chinese


def test_ctrl_c_before_the_first_screen_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_open", interrupted)
    assert main([]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_usage_error_is_told_apart_from_a_crash() -> None:
    with pytest.raises(UsageError):
        intent("play", "--players", "9")


def _options(command: str | None) -> list[str]:
    whole = parser()
    chosen: argparse.ArgumentParser = whole
    if command is not None:
        (commands,) = [one for one in whole._actions if isinstance(one, argparse._SubParsersAction)]
        chosen = commands.choices[command]
    return [option for action in chosen._actions for option in action.option_strings if option != "-h"]


def test_help_names_the_levels_from_weak_to_strong() -> None:
    use("en")
    assert "easy, normal, hard, expert" in cli.help_page("play", Games(PACKAGES))
