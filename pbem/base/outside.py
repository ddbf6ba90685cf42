"""Texts from outside (form fields, arguments, headers, mails) are cut and normalised here before anything else is done.

The order matters. Normalising a long run of combining characters takes quadratic time, so a text is cut to its length
first, then such runs are cut, and only then the text is normalised.
"""

import unicodedata

LONGEST_FIELD = 20_000  # of any single value; a field of its own has a smaller limit where it is checked
MOST_MARKS = 4  # accents and the like on one letter: no language needs more


def admitted(text: str, longest: int = LONGEST_FIELD) -> str:
    """The text, cut and normalised: its length can do no harm any more."""
    text = text[:longest]
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _without_long_runs(text))


def _without_long_runs(text: str) -> str:
    """At most four combining characters in a row, and no half of a surrogate pair, which cannot be stored."""
    kept: list[str] = []
    run = 0
    for char in text:
        category = unicodedata.category(char)
        run = run + 1 if category[0] == "M" else 0
        if run <= MOST_MARKS and category != "Cs":
            kept.append(char)
    return "".join(kept)


def both_ends(text: str, longest: int) -> str:
    """The beginning and the end of a text that is too long: an answer to a mail stands at one of them."""
    return text if len(text) <= 2 * longest else f"{text[:longest]}\n{text[-longest:]}"
