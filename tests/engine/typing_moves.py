"""A few moves and words of our own, for the tests of notation and of kind reading."""

from typing import Annotated, Any, ClassVar

from engine.core.move import HexWord, Kind, Lexicon, Move, Number, SeatWord
from engine.core.reader import Reader
from engine.core.words import Template, Tongue, Words

CityWord = Annotated[str, Kind("city")]
GoodWord = Annotated[str, Kind("good", strict=True)]


class Bid(Move, frozen=True):
    VERB: ClassVar[str] = "bid"
    dollars: Number


class Lay(Move, frozen=True):
    VERB: ClassVar[str] = "lay"
    hex: HexWord
    tile: Annotated[str, Kind("tile")]
    rotation: Number


class Deliver(Move, frozen=True):
    VERB: ClassVar[str] = "deliver"
    good: GoodWord
    stops: tuple[CityWord, ...]


class Accuse(Move, frozen=True):
    VERB: ClassVar[str] = "accuse"
    HIDDEN: ClassVar[frozenset[str]] = frozenset({"stops"})
    seat: SeatWord
    stops: tuple[CityWord, ...]


class Done(Move, frozen=True):
    VERB: ClassVar[str] = "done"


class Pass(Move, frozen=True):
    VERB: ClassVar[str] = "pass"


VERBS: dict[str, type[Move]] = {cls.VERB: cls for cls in (Bid, Lay, Deliver, Accuse, Done, Pass)}

LEXICON: Lexicon = {
    "city": ("st-louis", "kansas-city", "chicago", "evansville", "rome", "new-york", "new-haven", "montreal", "a", "b"),
    "tile": ("straight", "gentle", "tight"),
    "good": ("red", "blue", "black"),
    "colour": ("orange", "green", "sky"),
}


def _tongue(lang: str, verbs: dict[str, tuple[str, ...]], read: dict[str, tuple[str, ...]], **names: str) -> Tongue:
    say: dict[str, Template] = {}
    return Tongue(lang, say, {name.replace("_", "-"): text for name, text in names.items()}, verbs, read)


WORDS = Words(
    {
        "en": _tongue(
            "en",
            {"done": ("done", "end my turn")},
            {"new-york": ("big-apple",), "st-louis": ("saint louis",), "red": ("shared",), "blue": ("shared",)},
            st_louis="St. Louis",
            kansas_city="Kansas City",
            chicago="Chicago",
            montreal="Montréal",
        ),
        "fr": _tongue(
            "fr",
            {"bid": ("miser", "enchérir"), "lay": ("poser",), "deliver": ("livrer",), "pass": ("passer", "passe")},
            {"red": ("rouge",), "black": ("noir",), "green": ("vert",), "straight": ("droite",)},
            new_york="La Nouvelle-York",
        ),
    }
)


def reader(*verbs: str, known: Any = VERBS) -> Reader:
    """A reader in a phase with these verbs, or with all."""
    return Reader(WORDS, {verb: VERBS[verb] for verb in verbs or VERBS}, known, LEXICON)
