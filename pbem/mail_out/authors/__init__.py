"""Who writes which kind of letter. The row of the outbox says what it is about; everything else is read here."""

from collections.abc import Callable, Mapping

from sqlmodel import Session

from pbem.base.service import Service
from pbem.mail_out.authors import answers, at_table, invitations, notices
from pbem.mail_out.authors.author import Author
from pbem.mail_out.letters import Letter
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail, User

BY_KIND: Mapping[MailKind, Callable[[Author], Letter]] = {
    MailKind.INVITATION: invitations.invitation,
    MailKind.CONFIRM: invitations.confirm,
    MailKind.STARTED: at_table.started,
    MailKind.TURN: at_table.turn,
    MailKind.NEWS: at_table.news,
    MailKind.OVER: at_table.over,
    MailKind.LINK: invitations.new_link,
    MailKind.NOTICE: notices.notice,
    MailKind.TALK: at_table.talk_letter,
    MailKind.RECEIPT: answers.receipt,
    MailKind.REFUSED: answers.refused,
    MailKind.ANSWER: answers.answer,
    MailKind.REMINDER: at_table.reminder,
    MailKind.DEFAULT: at_table.default_played,
    MailKind.HOST: at_table.host_question,
}


def letter_for(service: Service, session: Session, mail: Mail, user: User) -> Letter:
    return BY_KIND[mail.kind](Author(service, session, mail, user))
