"""How wide a text is, so that names find a place without a font at hand. Widths are in thousandths of the size.

Letters with accents are as wide as without; what is not in the table counts as an average letter.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

from engine.draw.theme import SANS, SERIF


@dataclass(frozen=True, eq=False)  # there are a few of them, used as keys all the time
class Face:
    family: str
    weight: str
    style: str
    widths: tuple[int, ...]  # of the characters from the blank to the tilde


PLAIN = Face(
    SANS,
    "normal",
    "normal",
    (
        286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572, 572, 572, 572,
        572, 572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568, 518, 697, 677, 265, 265, 590,
        501, 776, 673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616, 549, 616, 351, 303, 351, 754, 450, 450, 551,
        571, 495, 571, 554, 316, 571, 570, 250, 250, 521, 250, 876, 570, 550, 571, 571, 370, 469, 353, 570, 532, 736,
        532, 532, 472, 572, 303, 572, 754,
    ),
)  # fmt: skip
BOLD = Face(
    SANS,
    "bold",
    "normal",
    (
        313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329, 626, 626, 626, 626, 626, 626,
        626, 626, 626, 626, 360, 360, 754, 754, 754, 522, 900, 696, 686, 660, 747, 615, 615, 738, 753, 334, 334, 697,
        573, 896, 753, 765, 659, 765, 693, 648, 614, 730, 696, 993, 694, 651, 652, 411, 329, 411, 754, 450, 450, 607,
        644, 533, 644, 610, 391, 644, 641, 308, 308, 598, 308, 938, 641, 618, 644, 644, 444, 536, 430, 641, 586, 831,
        580, 586, 523, 641, 329, 641, 754,
    ),
)  # fmt: skip
ITALIC = Face(
    SERIF,
    "normal",
    "italic",
    (
        286, 361, 414, 754, 572, 855, 801, 247, 351, 351, 450, 754, 286, 304, 286, 303, 572, 572, 572, 572, 572, 572,
        572, 572, 572, 572, 303, 303, 754, 754, 754, 482, 900, 650, 661, 688, 721, 657, 624, 719, 785, 355, 360, 672,
        598, 921, 787, 738, 605, 738, 677, 616, 600, 758, 650, 925, 641, 594, 625, 351, 303, 351, 754, 450, 450, 536,
        576, 504, 576, 532, 333, 576, 580, 288, 279, 545, 288, 853, 580, 542, 576, 576, 430, 461, 361, 580, 508, 770,
        507, 508, 474, 572, 303, 572, 754,
    ),
)  # fmt: skip


@cache
def width(text: str, face: Face, size: float) -> float:
    plain = (c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    known = face.widths
    return size / 1000 * sum(known[ord(c) - 32] if 32 <= ord(c) < 127 else 580 for c in plain)


def fitting(text: str, face: Face, size: float, most: float) -> float:
    """The size of letters at which the text is no wider than `most`: the given one, or a smaller."""
    return round(min(size, size * most / max(1.0, width(text, face, size))), 1)


def shortened(text: str, face: Face, size: float, most: float) -> str:
    """The text, cut with an ellipsis where it would be wider than `most`."""
    if width(text, face, size) <= most:
        return text
    while text and width(text + "…", face, size) > most:
        text = text[:-1]
    return text.rstrip() + "…"
