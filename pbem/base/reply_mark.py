"""The line in our mails above which people write: mails print it, and the reader of answers looks for it."""

from pbem.base.translations import catalogue


def reply_mark(lang: str) -> str:
    """The text above it is the answer, the text below it is ours."""
    return catalogue(lang).gettext("— reply above this line —")
