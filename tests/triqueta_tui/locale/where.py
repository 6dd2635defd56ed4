"""From a sentence to its code: ``python -m tests.triqueta_tui.locale.where TEXT [LANGUAGE]``."""

import sys

from tests.triqueta_tui.locale.catalogues import places, words


def main(text: str, language: str = "en") -> None:
    for key, sentence in words(language).items():
        if text.casefold() in sentence.casefold():
            print(key, *places(key))


if __name__ == "__main__":
    main(*sys.argv[1:])
