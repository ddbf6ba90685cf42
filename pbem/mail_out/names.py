"""What people call themselves, fit for a header and for a line of a mail.

A name may come from anybody who was invited. Control characters could begin a header or a line of their own, bidi
characters could turn the text around them, and letters for private use are what this package marks seats with.
"""

import unicodedata

MOST_LETTERS = 40
_KEPT_CATEGORIES = ("L", "M", "N", "P", "S")
_KEPT_BREAKS = "\n\t"


def tidy(text: str, most: int = MOST_LETTERS) -> str:
    """One line of printable letters, at most so many."""
    shown = "".join(char if _is_shown(char) else " " for char in unicodedata.normalize("NFC", text))
    words = " ".join(shown.split())
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def tidy_lines(text: str) -> str:
    """What somebody wrote in several lines, with their breaks and nothing else invisible."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char for char in lines if char in _KEPT_BREAKS or _is_shown(char)).strip("\n")


def _is_shown(char: str) -> bool:
    return char == " " or unicodedata.category(char)[0] in _KEPT_CATEGORIES
