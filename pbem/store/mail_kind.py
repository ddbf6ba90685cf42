"""The kinds of mail in the outbox, and how they differ. The strings are stored: they stay for ever."""

from enum import StrEnum

from sqlalchemy import String, TypeDecorator
from sqlalchemy.engine import Dialect


class MailKind(StrEnum):
    INVITATION = "invitation"
    CONFIRM = "confirm"  # a link that confirms an address
    LINK = "link"  # the reader's links once more
    STARTED = "started"
    TURN = "turn"
    NEWS = "news"
    TALK = "talk"
    REMINDER = "reminder"
    DEFAULT = "default"  # played because the reader did not answer
    HOST = "host"  # the host decides for a player who did not answer
    OVER = "over"
    NOTICE = "notice"
    RECEIPT = "receipt"
    REFUSED = "refused"
    ANSWER = "answer"
    UNKNOWN = "?"  # never stored: a newer release, running beside this one, has a kind that this one does not know

    @classmethod
    def _missing_(cls, value: object) -> "MailKind":
        return cls.UNKNOWN

    @property
    def is_question(self) -> bool:
        """The reader is asked to decide, and would lose the turn if the mail did not arrive.

        A receipt belongs here because it brings the next question of a seat that goes on.
        """
        return self in (MailKind.TURN, MailKind.RECEIPT, MailKind.REMINDER)

    @property
    def ends_with_its_question(self) -> bool:
        """Useless once its question is answered, and worth trying until then. A receipt tells what was played too."""
        return self in (MailKind.TURN, MailKind.REMINDER)

    @property
    def is_answer(self) -> bool:
        """Written only because the reader wrote to us. Some notices are answers too: see `Mail.is_answer`."""
        return self in (MailKind.RECEIPT, MailKind.REFUSED, MailKind.ANSWER)

    @property
    def is_beside_play(self) -> bool:
        """The answer to a mail that played nothing."""
        return self.is_answer and self is not MailKind.RECEIPT

    @property
    def takes_answers(self) -> bool:
        """What is written in an answer is read. A table that is over accepts no answers."""
        return self is not MailKind.OVER

    @property
    def asks_the_person(self) -> bool:
        """It asks something that needs no seat."""
        return self in (MailKind.CONFIRM, MailKind.HOST, MailKind.REMINDER)

    @property
    def goes_to_strangers(self) -> bool:
        """It goes to an address whose owner has not confirmed it yet."""
        return self in (MailKind.INVITATION, MailKind.CONFIRM)


QUESTIONS = tuple(kind for kind in MailKind if kind.is_question)
BESIDE_PLAY = tuple(kind for kind in MailKind if kind.is_beside_play)


class StoredKind(TypeDecorator[MailKind]):
    """A string in the database, a kind in a row."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> MailKind | None:
        return None if value is None else MailKind(value)
