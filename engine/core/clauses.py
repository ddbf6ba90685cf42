"""The marks of a text, put together: what makes a clause, what a clause asks for, and whether it names a move."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine.core.move import Lexicon, Line, Move, Slot
from engine.core.vocabulary import CONTENT, Mark, Meaning
from engine.core.wish import Wish

Clause = list[Mark]
_ORDER = {"from": 0, "": 1, "via": 2, "to": 3}


def is_verb(mark: Mark) -> bool:
    """A verb, and not a word that stands beside moves more often (`to`, `on`)."""
    return "verb" in mark.sorts and not mark.may_be_left_out


def clauses(marks: Sequence[Mark], wordless: frozenset[str]) -> list[Clause]:
    """A verb begins a clause when the one before has its own, and so do `then`, a new sentence, a colon before a verb,
    and a verb that is a whole move (`wordless`) behind other words."""
    found: list[Clause] = [[]]
    for at, mark in enumerate(marks):
        clause = found[-1]
        alone = is_verb(mark) and wordless.issuperset(mark.words("verb")) and not _says_again(mark, clause)
        if clause and (alone or _breaks(marks, at, clause) or (is_verb(mark) and _is_another(mark, clause))):
            found.append([])
        found[-1].append(mark)
    whole: list[Clause] = []
    for clause in found:
        if whole and _goes_on(whole[-1], clause):
            whole[-1] += clause
        elif any(mark.has_content for mark in clause):
            whole.append(clause)
    return [clause for clause in whole if any(map(matters, clause))] or whole


def _breaks(marks: Sequence[Mark], at: int, clause: Clause) -> bool:
    mark = marks[at]
    if "colon" in mark.sorts:
        rest = [later for later in marks[at:] if later.sentence == mark.sentence]
        return any(map(is_verb, rest))
    return "then" in mark.sorts or mark.sentence != clause[-1].sentence


def _says_again(verb: Mark, clause: Clause) -> bool:
    """Whether the clause is empty so far, or the verb the second word for what it says: `engine upgrade`. The same word
    twice is two moves: `draw, draw`."""
    said = [mark for mark in clause if matters(mark)]
    return all(is_verb(mark) and mark.typed != verb.typed and _shares(mark, verb) for mark in said)


def _shares(one: Mark, other: Mark) -> bool:
    return not set(one.words("verb")).isdisjoint(other.words("verb"))


def _is_another(verb: Mark, clause: Clause) -> bool:
    """Whether the verb belongs to a further clause: this one has a verb with words of its own, or another verb."""
    verbs = verbs_of(clause)
    shared = all(_shares(verb, other) for other in verbs)
    return bool(verbs) and (not shared or any(mark.has_content and mark not in verbs for mark in clause))


def _goes_on(clause: Clause, verbs: Clause) -> bool:
    """`use the stop on G5 again`: verbs alone at the end belong to what stands before, if they can mean the same."""
    known = {word for mark in verbs_of(clause) for word in mark.words("verb")}
    alone = verbs_of(verbs)
    return bool(alone) and all(
        set(mark.words("verb")) & known if mark in alone else not matters(mark) for mark in verbs
    )


def matters(mark: Mark) -> bool:
    """It may be part of a move, and does not stand beside moves far more often, as `to` and `a` do."""
    return mark.has_content and not (mark.may_be_left_out and (len(mark.typed) <= 3 or not mark.words("name", "hex")))


def verbs_of(clause: Sequence[Mark]) -> Clause:
    return [mark for mark in clause if is_verb(mark)]


def written(clause: Sequence[Mark]) -> str:
    return " ".join(mark.typed for mark in clause)


def roles(clause: Sequence[Mark]) -> list[str]:
    """For each mark the preposition of a route that stands before it: "from", "to", "via" or none."""
    found: list[str] = []
    role = ""
    for mark in clause:
        own = next((sort for sort in ("via", "from", "to") if sort in mark.sorts), "")
        named = bool(mark.words("name", "hex")) and not own
        found.append(role if named else "")
        if own or (named and role != "via"):
            role = own
    return found


def wishes(clause: Sequence[Mark]) -> Iterator[Wish]:
    """What the clause asks for, in all meanings of its names."""
    verbs = frozenset(word for mark in clause if is_verb(mark) for word in mark.words("verb"))
    numbers = tuple(
        int(mark.words("number")[0])
        for mark in clause
        if mark.words("number") and not mark.words("name", "hex") and not mark.may_be_left_out
    )
    placed = [
        (role, tuple(dict.fromkeys(mark.words("name", "hex"))))
        for mark, role in zip(clause, roles(clause), strict=True)
        if mark.words("name", "hex") and not mark.may_be_left_out and not is_verb(mark)
    ]
    for names in product(*(names for _, names in placed)):
        of = {role: [name for (each, _), name in zip(placed, names, strict=True) if each == role] for role in _ORDER}
        yield Wish(
            verbs,
            (*of[""], *of["from"][1:], *of["to"][:-1]),
            numbers,
            next(iter(of["from"]), ""),
            next(reversed(of["to"]), ""),
            tuple(of["via"]),
        )


@dataclass(frozen=True)
class Fit:
    """How a clause names a move: whether its verb is written, and how many of its words are not."""

    verb: bool
    missing: int


def fit(move: Move, clause: Sequence[Mark], lexicon: Lexicon) -> Fit | None:
    """None if the clause has a word that may be part of a move and is not part of this one."""
    words = move.words()
    left = list(range(len(words)))
    verb = False
    used: list[tuple[int, int]] = []  # the order in which the words are written, and the word of the move
    for mark, role in zip(clause, roles(clause), strict=True):
        if move.VERB in mark.words("verb"):
            verb = True
            continue
        meant = mark.words("name", "number", "hex")
        at = next((index for index in left if words[index] in meant), None)
        if at is not None:
            left.remove(at)
            used.append((_ORDER[role], at))
        elif not mark.may_be_left_out:
            return None
    if not verb and not used:
        return None
    if not _in_order(move, used, lexicon):
        return None
    if len(left) == 1 and left[0] == len(words) - 1 and type(move).implied(words[:-1]) == words[-1:]:
        left = []
    return Fit(verb, len(left))


def _in_order(move: Move, used: Sequence[tuple[int, int]], lexicon: Lexicon) -> bool:
    """Words that could change places ("trade steel for wood") are meant in the order in which they are written."""
    if len(used) < 2:
        return True
    slots = _slots(move)
    ordered = sorted(used, key=lambda one: one[0])
    for number, (_, first) in enumerate(ordered):
        for _, second in ordered[number + 1 :]:
            if first > second and _exchangeable(slots[first], slots[second], move, first, second, lexicon):
                return False
    return True


def _slots(move: Move) -> list[Slot]:
    """The slot of each word."""
    found: list[Slot] = []
    for slot in move.slots():
        found += [slot] * (len(getattr(move, slot.field)) if slot.many else 1)
    return found


def _exchangeable(one: Slot, other: Slot, move: Move, first: int, second: int, lexicon: Lexicon) -> bool:
    if one.field == other.field:
        return not one.many
    words = move.words()
    return words[first] in lexicon.get(other.kind.name, ()) and words[second] in lexicon.get(one.kind.name, ())


def spellings(mark: Mark) -> tuple[Meaning | None, ...]:
    """What a mark can be in the exact grammar; None if it may be left out."""
    meant = tuple(meaning for meaning in mark.meanings if meaning.sort in CONTENT)
    return (*meant, None) if mark.may_be_left_out or not meant else meant


def says(line: Line, meanings: Iterable[Meaning]) -> bool:
    """Whether the verbs and words of the line are those that are meant: a verb must not have become a name."""
    verbs = Counter(move.VERB for move in line)
    words = Counter(word for move in line for word in move.words())
    meant = list(meanings)
    return Counter(each.word for each in meant if each.sort == "verb") <= verbs and (
        Counter(each.word for each in meant if each.sort != "verb") <= words
    )
