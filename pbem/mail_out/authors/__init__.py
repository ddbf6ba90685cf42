"""Who writes which kind of letter. The row of the outbox says what it is about; everything else is read here."""

from collections.abc import Callable, Mapping

from sqlmodel import Session

from pbem.base.service import Service
from pbem.mail_out.authors import answers, at_table, invitations, notices
from pbem.mail_out.authors.author import Author
from pbem.mail_out.letters import Letter
from pbem.store.models import Mail, User

BY_KIND: Mapping[str, Callable[[Author], Letter]] = {
    "invitation": invitations.invitation,
    "confirm": invitations.confirm,
    "started": at_table.started,
    "turn": at_table.turn,
    "news": at_table.news,
    "over": at_table.over,
    "link": invitations.new_link,
    "notice": notices.notice,
    "talk": at_table.talk_letter,
    "receipt": answers.receipt,
    "refused": answers.refused,
    "answer": answers.answer,
    "reminder": at_table.reminder,
    "default": at_table.default_played,
    "host": at_table.host_question,
}


def letter_for(service: Service, session: Session, mail: Mail, user: User) -> Letter:
    return BY_KIND[mail.kind](Author(service, session, mail, user))
