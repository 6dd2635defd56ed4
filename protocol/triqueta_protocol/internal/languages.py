"""The languages of the programs, and the one that an environment asks for."""

import re
from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "de", "zh_Hant")
"""The first one is the fallback."""

LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a language; the first that is set counts."""


def known_language(locale_name: str) -> str | None:
    """The language for a locale name such as ``de_AT.UTF-8`` or ``zh-TW``."""
    word = re.match(r"[a-z]+([-_][a-z]+)?", locale_name.casefold())
    asked = word[0].replace("-", "_") if word else ""
    known = {language.casefold(): language for language in LANGUAGES}
    # Another kind of the language, such as ``zh_Hant`` for ``zh_CN``, is better than English.
    kin = (known[language] for language in known if language.split("_")[0] == asked.split("_")[0])
    return known.get(asked) or next(kin, None)


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language an environment asks for; English if it is not available."""
    name = next((environment[one] for one in LANGUAGE_VARIABLES if environment.get(one)), "")
    return known_language(name) or LANGUAGES[0]
