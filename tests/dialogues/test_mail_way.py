"""The way of a mail that docs/architecture.md describes is the way that a mail goes."""

import re
import sys
from pathlib import Path
from types import FrameType

from pbem.base.service import Service
from tests.dialogues.correspondence import Correspondence

ROOT = Path(__file__).parents[2]
WAY = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("## The way of a mail")[2].partition("\n## ")[0]
STEPS = re.findall(r"^\| \d+ \| `(\S+)`", WAY, re.MULTILINE)
# The socket stands before what is traced here, and the child is another process.
ELSEWHERE = {"pbem/mail_in/listener.py", "pbem/mail_in/parse/letter.py"}


def test_an_answer_passes_the_modules_that_the_document_names(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    question = talk.question()
    entered: dict[str, None] = {}  # in the order in which they are first entered

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(ROOT)):
            entered.setdefault(file.removeprefix(f"{ROOT}/"))

    sys.setprofile(note)
    try:
        answered = talk.answer(question, "issue 2")
        talk.came()
    finally:
        sys.setprofile(None)
    assert answered.status == "accepted"
    steps = [step for step in STEPS if step not in ELSEWHERE]
    assert set(steps) <= entered.keys()
    read = steps[: steps.index("pbem/play/play_line.py") + 1]
    assert [module for module in entered if module in read] == read
