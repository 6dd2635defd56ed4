"""Every sentence is there in every language, says the same, is asked for, and fits where it goes."""

import ast
import re
import unicodedata
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from rich.cells import cell_len

import triqueta_protocol
import triqueta_server
from tests.triqueta_tui.locale.catalogues import (
    GAMES,
    asked_for,
    files,
    form,
    gaps,
    keys,
    meaning,
    parsed,
    places,
    plurals,
    spoken,
    words,
)
from triqueta_protocol.errors import Code
from triqueta_server.games.triqueta.refusals import Why
from triqueta_tui.commands.command import Command, first_key
from triqueta_tui.games.triqueta.commands import (
    CHOOSE_TOWER,
    NEXT_TOWER,
    OTHER_TOKEN,
    PREVIOUS_TOWER,
    REVEAL,
    TURN_TOKEN,
)
from triqueta_tui.keymap import every_command
from triqueta_tui.locale import AREAS, LANGUAGES, LATE, catalogue, use
from triqueta_tui.locale.plurals import categories

OTHERS = [language for language in LANGUAGES if language != "en"]

FOOTER_WORD = 18
"""Cells a word may take in the footer: with its key and a neighbour it still fits on forty columns."""

PALETTES = {f"settings.theme.values.{name}" for name in ("gruvbox", "nord", "solarized")}
"""These have one name everywhere."""

SAME_WORD = {
    "de": {
        *PALETTES,
        "chat.title.everybody",
        "settings.name.label",
        "triche.game.name",
        "tripitz.game.name",
        "triqueta.game.name",
        "rooms.join.address",
        "rooms.levels.normal",
        "table.coach.title",
        "rooms.settings.coach",
        "leaderboard.columns.rating",
        "ratings.number",
        "numbers.minutes",
        "numbers.both",
    },
    "zh_Hant": {*PALETTES, "triche.game.name", "tripitz.game.name"},
}
"""Sentences that are the same word in both languages."""


SEVERAL_OR_DECIMAL = frozenset(
    (
        "least",
        "most",
        "length",
        "seats",
        "target",
        "value",
        "games",
        "limit",
        "total",
        "touched",
        "width",
        "each",
    )
)
"""Numbers that are never 1 (lengths, seats, parts of a worked example), or that have a decimal."""

ALWAYS_SEVERAL = {
    "triqueta.score.promise_kept",
    "triqueta.score.promise_broken",
    "tripitz.reasons.action.exchange_all",
    "rooms.series.you",
    "table.coach.reasons.more_points",  # with a decimal
}
"""Sentences whose number is never 1."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing(language: str) -> None:
    needed = {key for key in keys() if form(key) is None}
    needed |= {f"{key}.{category}" for key in plurals() for category in categories(language)}
    assert not needed - words(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_can_be_one_has_its_own_form(language: str) -> None:
    nouns = r"points|seconds|tokens|stones|games|players|Punkten?|Sekunden|Steinen?|Partien|Runden|Personen"
    found = {
        key: match[0]
        for key, text in words(language).items()
        for match in re.finditer(rf"\{{(\w+)\}} ({nouns})\b", text)
        if match[1] not in SEVERAL_OR_DECIMAL and not key.endswith((".other", ".few", ".many"))
    }
    assert set(found) <= ALWAYS_SEVERAL, found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", files())
def test_a_catalogue_is_nested_words_and_nothing_else(language: str, file: str) -> None:
    def check(branch: object, at: str) -> None:
        assert isinstance(branch, dict | str), at
        if isinstance(branch, dict):
            for name, inner in branch.items():
                check(inner, f"{at}.{name}" if at else name)
        else:
            assert branch.strip(), f"{at} says nothing"
            whole[at] = branch

    whole: dict[str, str] = {}
    game = file.removesuffix("_rules")
    check(parsed(language, file), "" if file in AREAS else game)
    assert catalogue(language, file) == whole, "read area by area it is the same"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", files())
def test_a_sentence_is_found_in_the_file_where_it_is(language: str, file: str) -> None:
    areas = set(parsed(language, file))
    if file in AREAS:
        assert areas == set(AREAS[file])
    else:
        assert file.removesuffix("_rules") in {game.name for game in GAMES}
        assert not {area for area in areas if (area in LATE) != file.endswith("_rules")}


@pytest.mark.parametrize("language", OTHERS)
def test_gaps_are_the_same_in_every_language(language: str) -> None:
    differing = {
        key: (gaps(text), gaps(words("en")[key]))
        for key, text in words(language).items()
        if key in words("en")
        # A form for exactly one may say "one" instead of the number.
        and gaps(text) - {"count"} != gaps(words("en")[key]) - {"count"}
    }
    assert not differing


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    left = {
        key: text
        for key, text in words(language).items()
        if text == words("en").get(key) and re.search(r"[A-Za-z]{3}", re.sub(r"\{.*?\}", "", text))
    }
    assert set(left) <= SAME_WORD.get(language, set()), left


def test_chinese_is_written_in_traditional_characters() -> None:
    # Big5 holds the characters of Taiwan and none of the simplified ones.
    for key, text in words("zh_Hant").items():
        for letter in text:
            if unicodedata.name(letter, "").startswith("CJK UNIFIED"):
                assert letter.encode("big5", errors="ignore"), f"{letter} in {key}"


def test_every_sentence_is_asked_for() -> None:
    exact, patterns = asked_for()
    unused = {
        key
        for key in keys()
        if key not in exact
        and meaning(key) not in exact
        and not any(pattern.fullmatch(key) or pattern.fullmatch(meaning(key)) for pattern in patterns)
    }
    assert not unused


def test_the_code_that_says_a_sentence_is_found_from_it() -> None:
    assert not [key for key in words("en") if not places(key)]


def test_every_sentence_that_is_asked_for_exists() -> None:
    known = keys() | {meaning(key) for key in keys()}
    assert not [f"{file.name}:{line} {key}" for file, line, key in spoken() if key not in known]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    assert {key for key in words(language) if re.fullmatch(r"errors\.\w+", key)} == {
        f"errors.{code.value}" for code in Code
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_an_illegal_action_has_a_sentence(language: str) -> None:
    told = {key for key in words(language) if key.startswith("triqueta.errors.")}
    assert told == {f"triqueta.errors.{why.value}" for why in Why}


@pytest.mark.parametrize("code", list(Code))
def test_who_refuses_fills_the_gaps_of_the_sentence(code: Code) -> None:
    needed = gaps(words("en")[f"errors.{code.value}"])
    for place, details in _refusals()[code.name]:
        assert needed <= details, place


@pytest.mark.parametrize("language", LANGUAGES)
def test_footer_words_are_short(language: str) -> None:
    use(language)
    long = {
        command.id: command.word()
        for command in every_command(GAMES)
        if command.footer and cell_len(command.word()) > FOOTER_WORD
    }
    assert not long


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "card", [(CHOOSE_TOWER, NEXT_TOWER, PREVIOUS_TOWER), (OTHER_TOKEN, REVEAL, TURN_TOKEN)]
)
def test_all_keys_of_a_card_over_the_table_fit_on_forty_columns(
    card: tuple[Command, ...], language: str
) -> None:
    use(language)
    assert cell_len("  ".join(f"{first_key(one, {})} {one.word()}" for one in card)) <= 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_animals_take_two_cells_and_differ(language: str) -> None:
    letters = [
        text for key, text in words(language).items() if re.fullmatch(r"triqueta\.animals\.\w+\.letters", key)
    ]
    assert len(set(letters)) == 6
    assert {cell_len(two) for two in letters} == {2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_an_animal_are_in_its_name_and_begin_no_other(language: str) -> None:
    animals = {key.split(".")[2] for key in words(language) if key.startswith("triqueta.animals.")}
    names = {one: words(language)[f"triqueta.animals.{one}.name"].upper() for one in animals}
    for one in animals:
        letters = words(language)[f"triqueta.animals.{one}.letters"]
        assert re.match(".*" + ".*".join(letters), names[one])
        assert not [other for other in animals - {one} if names[other].startswith(letters)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_a_key_that_can_be_changed(language: str) -> None:
    fixed = {"settings.press"} | {key for key in words(language) if key.startswith("cli.")}
    naming = {
        key: text for key, text in words(language).items() if re.search(r"\b(Esc|Enter|F\d|Space)\b", text)
    }
    assert set(naming) <= fixed, naming


@cache
def _refusals() -> dict[str, list[tuple[str, set[str]]]]:
    """Where each code is refused with, and the details that are given there."""
    found: dict[str, list[tuple[str, set[str]]]] = defaultdict(list)
    for package in (triqueta_protocol, triqueta_server):
        for file in Path(package.__path__[0]).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                    continue
                if node.func.id in {"RefusalError", "_refusal"} and node.args:
                    details = {word.arg for word in node.keywords if word.arg}
                    for code in _codes(node.args[0]):
                        found[code].append((f"{file.name}:{node.lineno}", details))
    return found


def _codes(node: ast.expr) -> list[str]:
    return [
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "Code"
    ]
