"""Writes every mail and what is expected of it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.mails.corpus.automatic import automatic, people
from tests.mails.corpus.bounces import returned
from tests.mails.corpus.hostile import hostile
from tests.mails.corpus.replies import Reply, replies

FOLDER = Path(__file__).parent.parent


def main() -> None:
    write("replies", {reply.name: (reply.raw, _expected(reply)) for reply in replies()})
    write("hostile", hostile())
    write("automatic", {name: (raw, {"kind": kind, "why": why}) for name, (raw, kind, why) in automatic().items()})
    write("people", {name: (raw, {}) for name, raw in people().items()})
    write("bounces", returned())


def _expected(reply: Reply) -> dict[str, Any]:
    expected: dict[str, Any] = {"phase": reply.phase, "tables": reply.tables}
    if reply.empty:
        expected["empty"] = True
    elif reply.wrong:
        expected["wrong"] = reply.wrong
    else:
        expected["orders"] = reply.orders
    return expected | reply.more


def write(folder: str, mails: Mapping[str, tuple[bytes, Mapping[str, Any]]]) -> None:
    path = FOLDER / folder
    path.mkdir(exist_ok=True)
    for old in path.glob("*.eml"):
        old.unlink()
    for name, (raw, _) in mails.items():
        (path / f"{name}.eml").write_bytes(raw)
    expected = {name: expected for name, (_, expected) in mails.items()}
    (path / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
