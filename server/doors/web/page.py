"""The one page of the browser's door, in the guest's language."""

import html
import json
from pathlib import Path
from string import Template
from typing import Final

from server.doors.messages import WORDS

_TEMPLATE: Final = Template(Path(__file__).with_name("index.html").read_text(encoding="utf-8"))


def page(server_name: str, language: str) -> str:
    words = WORDS[language]
    script_words = {message.value: text for message, text in words.message.items()} | words.page
    return _TEMPLATE.substitute(
        language=language.replace("_", "-"),
        title=html.escape(f"Triqueta · {server_name}"),
        words=html.escape(json.dumps(script_words, ensure_ascii=False), quote=True),
        **{name: html.escape(word) for name, word in words.page.items()},
    )
