"""The table of verbs in docs/notation.md: `python -m tests.contract.notation_table` writes it anew."""

from engine.games import GAMES
from tests.contract.every_game import NOTATION

BEGIN, END = "<!-- verbs: begin -->\n", "<!-- verbs: end -->\n"


def table() -> str:
    parts = []
    for game in GAMES.values():
        parts.append(
            f"\n### {game.words.name(game.id, 'en')}\n\n| verb | words after it | in French |\n|---|---|---|\n"
        )
        for verb, cls in game.verbs.items():
            kinds = [f"{slot.kind.name}{' …' if slot.many else ''}" for slot in cls.slots()]
            french = game.words.tongues["fr"].verbs.get(verb, ())
            parts.append(f"| `{verb}` | {', '.join(kinds)} | {', '.join(french)} |\n")
    return "".join(parts) + "\n"


def written() -> str:
    return NOTATION.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def write() -> None:
    before, _, rest = NOTATION.read_text("utf-8").partition(BEGIN)
    NOTATION.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    write()
