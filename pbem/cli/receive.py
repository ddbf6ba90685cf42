"""`pbem receive`: one mail from a pipe, as mail servers hand it to a program. Its status is what they understand."""

import sys
from typing import NoReturn

import click

from pbem.cli.setup import configured, made

# From sysexits.h.
BAD_DATA, NO_USER, UNAVAILABLE, TRY_LATER = 65, 67, 69, 75


def refuse(sentence: str, status: int) -> NoReturn:
    click.echo(f"pbem: {sentence}", err=True)
    raise SystemExit(status)


@click.command("receive")
@click.option("--to", "recipient", default="", help="The address it came to; else what the mail's own headers say.")
@click.option("--from", "sender", help="The sender of the envelope; empty for bounces.")
def command(recipient: str, sender: str | None) -> None:
    """Takes in the mail on standard input.

    Status 0 when it is stored, 67 when there is no such address, 65 when it is too big or empty, 75 to try again later,
    69 when the database is not ready.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from pbem.mail_in.hand_in import hand_in
    from pbem.mail_in.letterbox import TooBig, TooMany, Unknown
    from pbem.mail_in.parse.guards import MOST_BYTES, Unreadable
    from pbem.store.schema import is_current
    from worker.app import bind

    config = configured(with_data=False)
    raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    service = made(config)
    if config.redis_url:
        bind(service)
    try:
        if not is_current(service.db):
            refuse("the database is behind this release; run `pbem migrate` first", UNAVAILABLE)
        hand_in(service, raw, "pipe", recipient, sender)
    except Unknown as unknown:
        why = "there is no such address here" if unknown.is_ours else "it is for no address of ours"
        refuse(f"the mail was not taken: {why}", NO_USER)
    except TooMany:
        refuse("the mail was put off: too many within the hour", TRY_LATER)
    except TooBig:
        refuse(f"the mail was not taken: it has more than {MOST_BYTES} bytes", BAD_DATA)
    except Unreadable:
        refuse("the mail was not taken: there is nothing in it", BAD_DATA)
    except SQLAlchemyError as error:
        refuse(f"the mail was put off: the database does not answer ({type(error).__name__})", TRY_LATER)
