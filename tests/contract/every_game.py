"""Every game there is, and the toy: what the contract tests run over."""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from engine.core.game import SEAT_COLOURS, AnyGame
from engine.games import GAMES
from tests.toys.parlour import GAME as PARLOUR

ROOT = Path(__file__).parents[2]
EVERY: Mapping[str, AnyGame] = {**GAMES, PARLOUR.id: PARLOUR}
TABLES = [(id, seats) for id, game in EVERY.items() for seats in game.seats]

NOTATION = ROOT / "docs" / "notation.md"
_STATEMENT = re.compile(r"^\*\*([a-z]+-[0-9]+(?:\.[0-9]+)?)\*\*", re.MULTILINE)


def colours(seats: int) -> tuple[str, ...]:
    return SEAT_COLOURS[:seats]


def package(game: AnyGame) -> str:
    """`engine.games.age_of_steam`, where the game's functions live."""
    return ".".join(game.setup.__module__.split(".")[:3])


def folder(game: AnyGame) -> Path:
    file = importlib.import_module(package(game)).__file__
    assert file is not None
    return Path(file).parent


@cache
def syntax(folder: Path) -> Mapping[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}


def rules_file(game: AnyGame, lang: str) -> Path:
    suffix = "" if lang == "en" else f".{lang}"
    if game.id in GAMES:
        return ROOT / "docs" / "rules" / f"{game.id}{suffix}.md"
    return folder(game) / f"rules{suffix}.md"


def statements(path: Path) -> list[str]:
    """The numbers of all statements of a rules file, in its order."""
    return _STATEMENT.findall(path.read_text("utf-8"))


def calls(folder: Path, *names: str) -> Iterator[ast.Call]:
    """Every call of a function of one of these names in the sources of a folder."""
    for tree in syntax(folder).values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield node


def texts(node: ast.expr) -> list[str]:
    """What a string in the source can be: `a if b else c` is two; one with a gap is what stands before it and `*`."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body) + texts(orelse)
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return [f"{text}*"]
    return []
