"""What was done to a table, in words: for the history and for the mail that tells everybody."""

from collections.abc import Callable, Mapping
from datetime import datetime

from pbem.pacing import times

PAUSED, RESUMED, DEADLINE, LEFT, GIVEN, TAKEN, REWOUND, ENDED = (
    "paused", "resumed", "deadline", "left", "given", "taken", "rewound", "ended",
)  # fmt: skip
PROPOSED_REWIND, PROPOSED_REPLACE, REFUSED, HOST_GIVEN, RULES = (
    "proposed-rewind", "proposed-replace", "refused", "host-given", "rules",
)  # fmt: skip
HOST_ASKED = "host-asked"
PLANS_OFFERED, PLANS_ASKED, PLANS_OFF = PLANS_CHOSEN = ("plans-offered", "plans-asked", "plans-off")
ADVICE, NO_ADVICE = "advice", "no-advice"


def act_sentence(kind: str, content: Mapping[str, object], gettext: Callable[[str], str], zone: str, lang: str) -> str:
    """One sentence. Names are those of the time when it was done; moments are told in the reader's zone."""
    sentences = {
        PAUSED: gettext("The host has paused the game: all clocks are stopped."),
        RESUMED: gettext("The host has resumed the game: all clocks run again."),
        DEADLINE: gettext("The host has moved the deadline of %(name)s to %(until)s."),
        LEFT: gettext("%(name)s has left the table. A bot plays until somebody takes the seat."),
        GIVEN: gettext("The seat of %(name)s goes to %(new)s."),
        TAKEN: gettext("%(new)s takes the seat of %(name)s."),
        REWOUND: gettext("The host has taken the table back to the position before line %(ply)s."),
        ENDED: gettext("The host has ended the table."),
        PROPOSED_REWIND: gettext(
            "The host proposes to go back to the position before line %(ply)s. "
            "What was drawn since then is drawn again."
        ),
        PROPOSED_REPLACE: gettext(
            "The host proposes to give the seat of %(name)s to %(new)s, who will see what %(name)s sees."
        ),
        REFUSED: gettext("%(name)s does not agree, so nothing changes."),
        HOST_GIVEN: gettext("%(new)s is the host now."),
        HOST_ASKED: gettext(
            "%(name)s has run out of time. The host decides by %(until)s; after that, the default is played."
        ),
        PLANS_OFFERED: gettext("From now on, planning ahead is offered in the mails that are sent anyway."),
        PLANS_ASKED: gettext("From now on, everybody gets a mail when there is something to plan ahead."),
        PLANS_OFF: gettext("From now on, nobody plans ahead at this table. All plans are dropped."),
        ADVICE: gettext("The host allows all players to ask what a patient bot would play."),
        NO_ADVICE: gettext("The host no longer allows players to ask what a patient bot would play."),
        RULES: gettext(
            "The rules were corrected (%(rules)s); the table goes on from here, and nothing that was played changes."
        ),
    }
    values = {name: str(value) for name, value in content.items()}
    if "until" in values:
        until = datetime.fromisoformat(values["until"])
        values["until"] = f"{times.long(until, zone, lang)} ({times.city(zone, lang)})"
    return sentences[kind] % values
