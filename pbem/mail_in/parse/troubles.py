"""Why a line of a mail was not understood, in words, with what would work."""

from collections.abc import Callable

from pbem.mail_in.parse.order_types import Trouble


def trouble_sentence(trouble: Trouble, gettext: Callable[[str], str], other: str = "Anna") -> str:
    """`other` is somebody whom the reader could tell something."""
    sentences = {
        Trouble.WORDS_AFTER: gettext("Write nothing else on the line of this command."),
        Trouble.RULE_NUMBER: gettext("Write the number of a rule, such as: rules 5.3"),
        Trouble.AWAY_DATES: gettext("Write the days of your absence like this: away 2026-12-20 to 2027-01-03"),
        Trouble.REMIND_HOURS: gettext("Write the hours before the deadline like this: remind 24h 4h"),
        Trouble.QUIET_HOURS: gettext("Write your quiet hours like this: quiet 22:00-07:00"),
        Trouble.NEWS_HOW: gettext("Write how often you want news: news round, news line, news daily or news turn"),
        Trouble.TELL_WHOM: gettext("Write to whom, by name or colour: tell %(name)s Shall we build together?")
        % {"name": other},
        Trouble.NO_TEXT: gettext("The text is missing. Write it on the same line."),
        Trouble.TRY_WHAT: gettext("Write the moves that you want to try after the word try."),
        Trouble.PLAN_WHAT: gettext(
            "Write “plan all”, or “plan” with the numbers that the mail shows. To plan a move, write only the move."
        ),
        Trouble.TRY_OR_PLAY: gettext("One mail cannot both try moves and play moves. Send two mails."),
        Trouble.TABLE_MISSING: gettext("Your mail answers several tables. Begin each line with the table's number."),
        Trouble.TABLE_UNKNOWN: gettext("None of the tables in the mail that you answer has this number."),
        Trouble.WHOSE_LINE: gettext(
            "It is not clear whether this belongs to the line above. Leave it out, or send it in a mail of its own."
        ),
        Trouble.BELOW_THE_MARK: gettext(
            "You have written moves both above and below our mail. Write all of them at the very top."
        ),
        Trouble.TOO_LONG: gettext("This is too long to be read. Write only your moves, at the very top."),
    }
    return sentences[trouble]
