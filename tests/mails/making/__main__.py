"""Writes every mail and what is expected of it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.mails.making.replies import replies

FOLDER = Path(__file__).parent.parent


def main() -> None:
    write(
        "replies",
        {reply.name: reply.raw for reply in replies()},
        {
            reply.name: {"phase": reply.phase, "tables": reply.tables, **_expected(reply), **reply.more}
            for reply in replies()
        },
    )


def _expected(reply: Any) -> dict[str, Any]:
    if reply.empty:
        return {"empty": True}
    return {"wrong": reply.wrong} if reply.wrong else {"orders": reply.orders}


def write(folder: str, mails: Mapping[str, bytes], expected: Mapping[str, Mapping[str, Any]]) -> None:
    path = FOLDER / folder
    path.mkdir(exist_ok=True)
    for old in path.glob("*.eml"):
        old.unlink()
    for name, raw in mails.items():
        (path / f"{name}.eml").write_bytes(raw)
    (path / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
