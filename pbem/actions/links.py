"""Mailing links again."""

from pbem.actions.people import settled_address
from pbem.actions.posting import post
from pbem.service import Service

ONCE_IN = 300  # seconds: pressing again sooner sends nothing


def mail_links(service: Service, email: str) -> None:
    """All links of whoever has this address; nothing for a stranger's."""
    slot = int(service.now().timestamp()) // ONCE_IN
    with service.db.writing() as session:
        address = settled_address(session, email)
        if address is not None:
            post(service, session, "link", f"link:{address.user_id}:{slot}", address.user_id)
    service.hint("deliver", None)
