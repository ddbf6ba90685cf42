"""The line in our mails above which people write: mails print it, and the reader of answers looks for it."""

from pbem.base.translations import catalogue


def reply_mark(lang: str) -> str:
    """What stands above is an answer, what stands below is ours."""
    return catalogue(lang).gettext("— reply above this line —")
