"""A table whose players answer their mails."""

import email
import email.policy
from email.message import EmailMessage
from email.utils import make_msgid

from pbem.base.service import Service
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import read_mail
from pbem.store.models import InboundMail, Mail
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post
from tests.pbem.sample_tables import asks, started


class Correspondence:
    """A table whose players answer their mails."""

    def __init__(self, service: Service, game: str = "age-of-steam", lang: str = "en") -> None:
        self.service = service
        self.table_id = started(service, game, lang=lang)
        self.post = Post(service)
        self.post.arrive()

    def question(self) -> Mail:
        """The mail of the first open question."""
        ask = asks(self.service, self.table_id)[0]
        self.post.arrive()
        return next(mail for mail in reversed(self.post.delivered) if mail.ask_id == ask.id)

    def answer(self, mail: Mail, text: str, *, sender: str = "", subject: str = "", **headers: str) -> InboundMail:
        """Sends an answer to a mail of ours and lets it be dealt with."""
        stored = store_raw(
            self.service,
            reply_to(mail, text, sender=sender, subject=subject, **headers),
            sender or mail.email,
            str(opened(mail)["Reply-To"]),
            "smtp",
        )
        read_mail(self.service, stored.id)
        with self.service.db.reading() as session:
            return session.get_one(InboundMail, stored.id)

    def came(self) -> list[Mail]:
        return self.post.arrive()

    def answered(self) -> Mail:
        """The one answer that came."""
        found = [mail for mail in self.came() if mail.kind in ("receipt", "refused", "answer", "notice")]
        assert len(found) == 1, [(mail.kind, mail.email) for mail in found]
        return found[0]


def reply_to(mail: Mail, text: str, *, sender: str = "", subject: str = "", **headers: str) -> bytes:
    message = opened(mail)
    reply = EmailMessage(policy=email.policy.SMTP)
    reply["From"], reply["To"] = sender or mail.email, str(message["Reply-To"])
    reply["Subject"] = subject or f"Re: {message['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = make_msgid(domain="mail.localhost"), str(message["Message-ID"])
    for name, value in headers.items():
        reply[name.replace("_", "-")] = value
    quoted = "\n".join(f"> {line}" for line in text_of(message, "plain").splitlines())
    reply.set_content(
        f"{text}\n\nOn Mon, Nov 16, 2026 at 12:00 PM Railpost <turns@railpost.localhost> wrote:\n{quoted}\n"
    )
    return reply.as_bytes()


def words(mail: Mail) -> str:
    return " ".join(text_of(opened(mail), "plain").split())
