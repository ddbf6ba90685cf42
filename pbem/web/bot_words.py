"""The bots, as a form offers them."""

from flask_babel import gettext

from pbem.web.models import Option


def bot_options() -> tuple[Option, ...]:
    return (
        Option("random", gettext("a bot that plays at random")),
        Option("greedy", gettext("a bot (answers at once)")),
        Option("patient", gettext("a patient bot (takes a minute)")),
    )
