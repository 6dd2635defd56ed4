"""Only the tunings use private names of Textual and Rich."""

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Final

import triqueta_tui

_PRIVATE: Final = re.compile(r"_[a-z]\w*")
_LIBRARIES: Final = {"textual", "rich"}


@cache
def modules() -> tuple[ModuleType, ...]:
    found = (one.name for one in pkgutil.walk_packages(triqueta_tui.__path__, "triqueta_tui."))
    outside = (name for name in found if not name.startswith("triqueta_tui.tuning"))
    return tuple(importlib.import_module(name) for name in outside if not name.endswith("__main__"))


def named(tree: ast.AST) -> Iterator[str]:
    """The private names that code defines, in any scope or on its own objects."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.Name(id=name, ctx=ast.Store())
                | ast.Attribute(attr=name, ctx=ast.Store(), value=ast.Name(id="self" | "cls"))
            ) if _PRIVATE.fullmatch(name):
                yield name


@cache
def names_of(kind: type) -> frozenset[str]:
    return frozenset(named(ast.parse(textwrap.dedent(inspect.getsource(kind)))))


def test_no_private_module_is_imported() -> None:
    for module in modules():
        source = inspect.getsource(module)
        assert not re.search(r"^\s*(from|import) (textual|rich)\S*\._", source, re.MULTILINE), module.__name__


def test_no_private_name_is_looked_up() -> None:
    trees = {module.__name__: ast.parse(inspect.getsource(module)) for module in modules()}
    ours = {name for tree in trees.values() for name in named(tree)}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and _PRIVATE.fullmatch(node.attr):
                assert node.attr in ours, f"{module}:{node.lineno}: {ast.unparse(node)}"


def test_no_private_name_is_overridden() -> None:
    kinds = {
        kind
        for module in modules()
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
    }
    checked = 0
    for kind in kinds:
        for base in kind.__mro__[1:]:
            if base.__module__.partition(".")[0] in _LIBRARIES:
                assert not names_of(kind) & names_of(base), f"{kind} and {base}"
                checked += 1
    assert checked > 100
