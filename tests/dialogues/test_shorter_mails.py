"""The text part does not repeat what the last mail of the same round has said."""

from pbem.base.service import Service
from pbem.store.models import Mail
from pbem.web.mailbox import opened, text_of
from tests.dialogues.correspondence import Correspondence, words

KNOWN = "The board is as in our last mail."


def length(mail: Mail) -> int:
    return len(text_of(opened(mail), "plain").splitlines())


def test_an_unchanged_board_is_one_line_and_its_command_sends_it_again(sqlite_service: Service) -> None:
    talk = Correspondence(sqlite_service)
    mail = talk.question()
    assert KNOWN not in words(mail)
    talk.answer(mail, "issue 40")
    refused = talk.answered()
    assert KNOWN in words(refused)
    assert "As in our last mail:" in words(refused)
    assert length(refused) < length(mail)
    talk.answer(mail, "board")
    board = talk.answered()
    assert KNOWN not in words(board)
    assert length(board) > length(refused)


def test_what_has_changed_is_told_in_full(sqlite_service: Service) -> None:
    """The second player of the round gets the question without having had a mail of this round."""
    talk = Correspondence(sqlite_service)
    talk.answer(talk.question(), "issue 2")
    receipt = talk.answered()
    assert KNOWN in words(receipt), "shares are not on the board"
    assert "Issue 2 shares for $10." in words(receipt)
    assert "issue.2" not in words(receipt)
