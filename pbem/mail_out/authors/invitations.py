"""Letters to people who have no seat yet, or have lost their links."""

from sqlmodel import col, select

from pbem.base.introductions import idea
from pbem.mail_out import letter_parts, letters
from pbem.mail_out.authors.author import Author
from pbem.mail_out.letters import Letter
from pbem.pacing.pace import pace_sentence
from pbem.play.stored_scenes import seated
from pbem.play.variants import agreed
from pbem.store import mail_content
from pbem.store.mail_content import content_of
from pbem.store.models import Address, Seat, Table, User
from pbem.store.models.table import ENDED, UNCONFIRMED
from pbem.store.positions import game_of


def invitation(author: Author) -> Letter:
    table, seat = author.table, author.seat
    game = game_of(table)
    host = author.session.get_one(User, table.host_id)
    join = author.links.join(seat)
    return letters.Invitation(
        host=host.name,
        title=table.title,
        game=game.words.name(game.id, author.user.lang),
        seats=tuple(row.seat.name or author.gettext("open to anybody") for row in seated(author.session, table)),
        pace=pace_sentence(table.pace, author.gettext, author.user.lang),
        commitment=table.commitment,
        join_url=join,
        decline_url=f"{join}#decline",
        block_url=f"{join}#block",
        rules_url=author.links.rules(game.id, author.user.lang),
        options=agreed(table, author.gettext, author.user.lang),
        is_host=author.user.id == table.host_id,
        greeting=table.greeting,
        is_running=table.started_at is not None,
        idea=idea(game.id, author.user.lang),
    )


def confirm(author: Author) -> Letter:
    content = content_of(author.mail, mail_content.Address)
    address = author.session.get_one(Address, content.address)
    table = author.session.get(Table, content.table)
    why = (
        author.gettext("The invitations to “%(title)s” are sent when you have confirmed it.") % {"title": table.title}
        if table is not None
        else author.gettext("Confirm it to add it to the addresses of %(name)s.") % {"name": author.user.name}
    )
    link = author.links.confirm(address, author.user, table.id if table is not None else 0)
    return letters.ConfirmAddress(address.email, link, why)


def new_link(author: Author) -> Letter:
    rows = author.session.exec(
        select(Seat, Table)
        .join(Table, col(Table.id) == col(Seat.table_id))
        .where(Seat.user_id == author.user.id, Seat.status == "joined")
        .order_by(col(Table.id))
    ).all()
    hosted = author.session.exec(
        select(Table)
        .where(Table.host_id == author.user.id, col(Table.status).not_in((*ENDED, UNCONFIRMED)))
        .order_by(col(Table.id))
    ).all()
    tables = (
        *(letter_parts.Action(table.title, author.links.turn(seat, None)) for seat, table in rows),
        *(
            letter_parts.Action(
                author.gettext("%(title)s, the host's page") % {"title": table.title},
                author.links.host(table, author.user),
            )
            for table in hosted
        ),
    )
    return letters.NewLink(tables, author.links.me(author.user))
