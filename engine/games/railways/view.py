"""What a reader may see. The tycoons of others, the order of the deck and future draws are secret.

The contents of the bag and of the deck follow from what lies open, so only their order is secret.
"""

from collections import Counter
from typing import Any

from engine.core.game import OVER
from engine.core.rng import Rng
from engine.games.railways.state import Public, State, View, keep_built

HIDDEN = ""


def _public(s: Public) -> dict[str, Any]:
    """The allow list: the fields of `Public`, and nothing else of a state."""
    return {field: getattr(s, field) for field in Public.__struct_fields__}


def view(s: State, reader: int | None) -> View:
    shown = [seat for seat in range(len(s.tycoons)) if seat in (reader, s.pullman) or s.phase == OVER]
    seen = View(
        viewer=reader,
        deck_size=len(s.deck),
        tycoons=tuple(tycoon if seat in shown else HIDDEN for seat, tycoon in enumerate(s.tycoons)),
        **_public(s),
    )
    keep_built(s, seen)
    return seen


def imagine(view: View, rng: Rng) -> State:
    """A state that this reader cannot tell from the true one."""
    deck, rng = rng.shuffled(unseen_cards(view)[: view.deck_size])
    tycoons, undealt, rng = _imagined_tycoons(view, rng)
    imagined = State(rng=rng, deck=deck, tycoons=tycoons, undealt=undealt, **_public(view))
    keep_built(view, imagined)
    return imagined


def unseen_cards(view: View) -> tuple[str, ...]:
    seen = Counter((*view.row, *view.gone, *(card for player in view.players for card in player.cards)))
    return tuple((Counter(view.cards or view.box.all_cards()) - seen).elements())


def _imagined_tycoons(view: View, rng: Rng) -> tuple[tuple[str, ...], tuple[str, ...], Rng]:
    if not view.tycoons:
        return (), (), rng
    rest, rng = rng.shuffled([id for id in view.box.tycoons if id not in view.tycoons])
    unknown = [seat for seat, tycoon in enumerate(view.tycoons) if tycoon == HIDDEN]
    pullman = view.box.pullman
    if pullman in rest and view.first_to_six in unknown:
        # Who was first at engine 6 and showed nothing is not Pullman: he goes to the back, where nobody is dealt.
        rest = (*(id for id in rest if id != pullman), pullman)
        others = [seat for seat in unknown if seat != view.first_to_six]
        place, rng = rng.below(len(rest) - 1)
        if place < len(others):  # or to one of the others
            at = unknown.index(others[place])
            mixed = [id for id in rest if id != pullman]
            rest = (*mixed[:at], pullman, *mixed[at:])
    dealt = dict(zip(unknown, rest, strict=False))
    tycoons = tuple(dealt.get(seat, tycoon) for seat, tycoon in enumerate(view.tycoons))
    return tycoons, tuple(rest[len(unknown) :]), rng
