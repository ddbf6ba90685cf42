"""An answer to a question that is not about moves: yes, no, or one of the few words that the mail names.

Only the first line is looked at, and only its first words: below stand greetings and names.
"""

from engine.core.reader import tokens

YES = frozenset(
    (
        "yes", "y", "yep", "yeah", "ok", "okay", "sure", "agree", "agreed", "accept", "accepted", "confirm",
        "confirmed", "gladly", "oui", "ouais", "daccord", "accord", "volontiers", "accepte", "accepter", "confirme",
        "confirmer",
    )
)  # fmt: skip
NO = frozenset(
    (
        "no", "n", "nope", "decline", "declined", "refuse", "refused", "disagree", "never", "non", "refuser", "jamais",
    )
)  # fmt: skip
JOIN = frozenset(("join", "joining", "rejoindre", "participer", "participe"))
_BESIDE = frozenset(("i", "je", "j", "please", "we", "will", "want", "to", "veux", "vais", "le", "la", "the", "d"))
MOST_BESIDE = 3


def first_words(text: str) -> list[str]:
    """The words of the first line, without those that only lead up to it."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    words = tokens(line)
    for _ in range(MOST_BESIDE):
        if words and words[0] in _BESIDE:
            words = words[1:]
    return words


def consent(text: str) -> bool | None:
    """True for yes, False for no, None for anything else."""
    words = first_words(text)
    if not words:
        return None
    if words[0] in NO or words[:2] in (["not", "this"], ["pas", "cette"], ["don", "t"]):
        return False
    return True if words[0] in YES | JOIN else None
