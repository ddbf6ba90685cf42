"""The grammar of each game in docs/answers.md: `python -m tests.contract.answers_table` writes it anew."""

import re

from engine.core.grammar import grammar
from engine.games import GAMES
from tests.contract.every_game import ROOT

ANSWERS = ROOT / "docs" / "answers.md"
BEGIN, END = "<!-- grammar: begin -->\n", "<!-- grammar: end -->\n"
MOST_SAYINGS = 6
# Words are read without apostrophes, and so the files of the games have none.
ELIDED = {
    "en": re.compile(r"\b(\w+) (?=(?:ll|m|s|t)\b)"),
    "fr": re.compile(r"\b(j|c|d|l|m|n|s|(?:jus)?qu) (?=[aeiouyhàâéèêîôœ])"),
}


def as_people_write(saying: str, lang: str) -> str:
    elided = ELIDED[lang].sub(r"\1'", saying)
    return re.sub(r"\bi\b", "I", elided) if lang == "en" else elided


def table() -> str:
    parts = []
    for game in GAMES.values():
        parts.append(f"\n### {game.words.name(game.id, 'en')}\n\n")
        parts.append("| exactly | also understood | in French | also understood |\n|---|---|---|---|\n")
        for english, french in zip(grammar(game, "en"), grammar(game, "fr"), strict=True):
            said = [
                ", ".join(as_people_write(saying, lang) for saying in rule.sayings[:MOST_SAYINGS])
                for lang, rule in (("en", english), ("fr", french))
            ]
            parts.append(f"| `{english.form}` | {said[0]} | `{french.form}` | {said[1]} |\n")
    return "".join(parts) + "\n"


def written() -> str:
    return ANSWERS.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def write() -> None:
    before, _, rest = ANSWERS.read_text("utf-8").partition(BEGIN)
    ANSWERS.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    write()
