"""Tiles that are refused: every reason in several shapes. Each row is a draft whose last move is refused, the track on
the board, and what else is special."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.games.age_of_steam import lay_rules
from tests.engine.age_of_steam.boards import building, stumps, why

THREE = "lay.K10.straight.1 lay.L9.straight.1 lay.N9.gentle.3"
DISCS = " ".join(f"{hex}.straight.0:-" for hex in ("E4", "F7", "G9", "H2", "H4", "J6", "K4", "M6"))
TIGHT = " ".join(f"{hex}.tight.0:-" for hex in ("A1", "A3", "A5", "A7", "A9", "B6", "C3"))
FORKS = "E4.fork-left.0:- F7.fork-left.0:-"
LINK = "K10.straight.1:{0} L9.straight.1:{0}"
CITY = {"cities": "K9.a"}
NEW = {"started": False}

Row = tuple[str, str, Mapping[str, Any]]
CASES: Mapping[tuple[str, str], list[Row]] = {
    ("no-such-rotation", "aos-12.6"): [
        ("lay.K10.straight.6", "", {}),
        ("lay.K10.gentle.7", "", {}),
        ("lay.K9.star.99", "J9.gentle.1:o", {}),
    ],
    ("no-tiles-left", "aos-6.2"): [
        (f"{THREE} lay.M8.straight.0", "", {}),
        (f"{THREE} lay.K10.gentle.4", "", {}),  # nor any replacement
        (f"{THREE} lay.M8.straight.0 lay.N8.straight.1", "", {"action": "engineer"}),
        (f"urbanize.toledo.a {THREE} lay.M8.straight.0", "", {"action": "urbanization"}),
    ],
    ("hex-touched", "aos-6.3"): [
        ("lay.K10.straight.1 lay.K10.gentle.4", "", {}),
        ("lay.K10.straight.1 lay.K10.cross-straights.1", "", CITY),
        ("lay.K9.stub.4 lay.K9.straight.1", "J9.gentle.1:o", {}),
        ("lay.K10.gentle.4 lay.K10.straight.1", "K10.straight.1:o", {}),
    ],
    ("off-the-map", "aos-6.13"): [
        ("lay.J11.straight.0", "", {}),
        ("lay.A12.straight.0", "", {}),
        ("lay.S3.straight.0", "", {}),
        ("lay.AA1.star.0", "", {}),
    ],
    ("on-a-lake", "aos-6.13"): [
        ("lay.I6.straight.2", "", {}),
        ("lay.M3.gentle.0", "", {}),
        ("lay.D1.stub.0", "", {}),
    ],
    ("on-a-city", "aos-6.12"): [
        ("lay.H6.straight.0", "", {}),
        ("lay.M9.cross-straights.0", LINK.format("o"), {}),
        ("lay.K9.stub.4", "J9.gentle.1:o", CITY),
        ("urbanize.indianapolis.b lay.K9.straight.1", "J9.gentle.1:o", {"action": "urbanization"}),
    ],
    ("town-tile-elsewhere", "aos-6.22"): [
        ("lay.K10.stub.4", "", {}),
        ("lay.K10.star.0", "", {}),
        ("lay.K10.fork-right.1", "K10.straight.1:o", {}),
        ("lay.N9.fan.0", "", {}),
    ],
    ("complex-on-empty", "aos-6.21"): [
        ("lay.K10.cross-straights.1", "", CITY),
        ("lay.K10.side-straight.4", "", CITY),
        ("lay.N9.cross-curves.2", "N8.tight.3:o", {}),
    ],
    ("complex-to-simple", "aos-6.34"): [
        ("lay.K10.straight.0", "K10.cross-straights.1:oo", CITY),
        ("lay.K10.straight.1", "K10.cross-straights.1:go", CITY),
        ("lay.K10.gentle.4", "K10.side-straight.4:--", CITY),
    ],
    ("no-such-tile-left", "aos-6.5"): [
        ("lay.K11.tight.5", TIGHT, {}),
        ("lay.K10.side-straight.4", "K10.straight.1:g A1.side-straight.0:-", CITY),
        ("lay.K9.fork-left.1", f"{FORKS} J9.gentle.1:o", {}),
        ("lay.K11.tight.5 lay.M10.tight.5", TIGHT.rpartition(" ")[0], {}),  # the last one laid just now
    ],
    ("no-town-disc-left", "aos-6.7"): [
        ("lay.K9.straight.1", f"{DISCS} J9.gentle.1:o", {}),
        ("lay.K9.cross-straights.2", f"{DISCS} J9.gentle.1:o", {}),
        ("lay.K9.cross-straights.2", f"{DISCS} J9.gentle.1:o K9.star.0:o", {}),
    ],
    ("too-dear", "aos-6.4"): [
        ("lay.K10.straight.1", "", {"money": 1}),
        ("lay.N9.gentle.3", "", {"money": 2}),
        ("lay.R8.gentle.4", "", {"money": 3}),
        ("lay.K9.star.0", "J9.gentle.1:o", {"money": 3}),
        ("lay.K10.gentle.4", "K10.straight.1:o", {"money": 1}),
        ("lay.K10.straight.1 lay.L9.straight.1 lay.M8.straight.0", "", {"money": 5}),
        ("lay.K10.cross-straights.1", "K10.straight.1:g", {"money": 2, **CITY}),
    ],
    ("changes-track-of", "aos-6.33"): [
        ("lay.K10.gentle.4", "K10.straight.1:g", {}),  # a loose end
        ("lay.K10.gentle.4", LINK.format("g"), CITY),  # a link
        ("lay.K10.side-left.1", "K10.straight.1:g", CITY),  # by a complex tile
        ("lay.K10.side-right.3", "K10.cross-straights.1:og", CITY),  # beside an own redirect
        ("lay.K9.stub.1", "K9.stub.0:g L8.gentle.2:o", {}),  # on a town
        ("lay.L9.cross-mixed.4", "K10.straight.1:o L9.cross-curves.4:go", {"cities": "K9.b"}),
    ],
    ("town-exit-lost", "aos-6.40"): [
        ("lay.K9.stub.1", "J9.gentle.1:o K9.stub.4:o", {}),
        ("lay.K9.star.1", "J9.gentle.1:o K9.straight.1:o", {}),
        ("lay.K9.straight.1", "J9.gentle.1:o K9.gentle.4:-o", {}),
        ("lay.K9.cross-mixed.0", "J9.gentle.1:o K9.star.0:o", {}),
    ],
    ("track-changed", "aos-6.33"): [
        ("lay.K10.gentle.4", LINK.format("o"), CITY),
        ("lay.K10.gentle.4", LINK.format("-"), CITY),
        ("lay.K10.gentle.2", "K10.straight.1:o L9.gentle.4:o", {}),
        ("lay.K10.cross-mixed.3", LINK.format("o"), CITY),
        ("lay.J9.gentle.4", "J9.tight.2:o K10.tight.4:o", {}),  # a loop, which has no loose end
    ],
    ("redirect-cuts-line", "aos-6.36"): [
        ("lay.K10.gentle.5", "K10.straight.1:o", {}),
        ("lay.L9.gentle.3", "K10.straight.1:o L9.gentle.4:o", {}),
        ("lay.K10.gentle.0", "K10.straight.1:-", {}),
        ("lay.L9.cross-mixed.4", "K10.straight.1:o L9.cross-curves.4:oo", {"cities": "K9.b"}),
    ],
    ("nothing-changed", "aos-6.35"): [
        ("lay.K10.straight.1", "K10.straight.1:o", {}),
        ("lay.K10.straight.1", LINK.format("g"), {}),
        ("lay.K10.cross-straights.1", "K10.cross-straights.1:og", CITY),
        ("lay.K9.stub.4", "J9.gentle.1:o K9.stub.4:o", {}),
        ("lay.K9.side-left.5", "J9.gentle.1:o K9.side-right.1:o", {}),  # another tile with the same exits
    ],
    ("points-at-lake", "aos-6.15"): [
        ("lay.I7.tight.5", "", {}),
        ("lay.H5.gentle.1", "H5.straight.0:o", {}),
        ("lay.H4.gentle.1", "H5.straight.0:o", {}),
        ("lay.H4.star.1", "H5.straight.0:o H4.stub.3:o", {}),
        ("lay.M5.tight.1", "", {}),
    ],
    ("points-off-map", "aos-6.14"): [
        ("lay.K11.gentle.3", "", {}),
        ("lay.R8.straight.1", "", {}),
        ("lay.R8.straight.1", "R8.gentle.4:o", {}),
        ("lay.N10.straight.0", "N9.gentle.3:o", {}),
        ("lay.B1.straight.0", "B2.straight.0:o", {}),
    ],
    ("meets-track-of", "aos-6.16"): [
        ("lay.L9.straight.1", "K10.straight.1:g", {}),
        ("lay.L9.straight.1", "K10.straight.1:g L9.gentle.1:o", {}),
        ("lay.L9.straight.1", "K10.straight.1:g L9.gentle.1:-", {}),
        ("lay.K9.tight.3", "J9.gentle.1:o K10.gentle.4:g", {}),
        ("lay.L8.gentle.2", "J9.gentle.1:g K9.straight.1:g", {}),
        ("lay.K10.cross-straights.1", "K10.straight.1:o L9.straight.1:o K11.tight.5:g", CITY),
    ],
    ("first-tile-not-simple", "aos-6.18"): [
        ("lay.K9.stub.4", "J9.gentle.1:-", NEW),
        ("lay.K10.cross-straights.1", "K10.straight.1:g", {**CITY, **NEW}),
        ("lay.K10.side-right.3", "", {**CITY, **NEW, "direct_complex": "on"}),
        ("lay.K9.cross-straights.1", "J9.gentle.1:-", NEW),
    ],
    ("first-tile-needs-city", "aos-6.18"): [
        ("lay.K10.straight.0", "", NEW),
        ("lay.L9.gentle.4", "K10.straight.1:-", NEW),
        ("lay.K9.straight.1", "J9.gentle.1:-", NEW),
        ("lay.L9.gentle.2", "K10.straight.1:- L9.gentle.4:-", NEW),
    ],
    ("town-not-connected", "aos-6.24"): [
        ("lay.K9.stub.0", "", {}),
        ("lay.K9.star.1", "J9.gentle.1:o", {}),
        ("lay.K9.straight.1", "J9.gentle.1:g K9.stub.4:g", {}),
        ("lay.K9.straight.1", "K9.stub.4:-", {}),
    ],
    ("not-connected", "aos-6.19"): [
        ("lay.K10.straight.0", "", {}),
        ("lay.J7.straight.0", LINK.format("o"), {}),
        ("lay.K10.cross-straights.1", LINK.format("g"), {}),
        ("lay.K10.cross-straights.1", "K10.gentle.2:o", {}),  # the redirect is good, the added track is not
        ("lay.K10.cross-straights.2", "", {**CITY, "direct_complex": "on"}),
    ],
    ("runs-in-a-loop", "aos-6.20"): [
        ("lay.K10.tight.4", "J9.tight.2:o", {}),
        ("lay.K10.tight.4", "J9.tight.2:-", {}),
        ("lay.K10.tight.4", "J9.tight.2:o K10.gentle.2:o", {}),
        ("lay.K9.fork-left.1", "J9.gentle.1:o K9.gentle.4:o K8.tight.2:o L8.tight.4:o", {}),
        ("lay.K8.tight.2 lay.L8.tight.4", "", CITY),
    ],
    ("no-owner-disc-left", "aos-6.8"): [
        ("lay.P9.straight.1", stumps(20), {}),
        ("lay.H4.gentle.3", stumps(20), {}),  # a second exit of the town is a line of its own
        ("lay.K10.gentle.4", f"{stumps(20)} K10.straight.1:-", CITY),
        ("lay.P9.straight.1 lay.K10.straight.1", stumps(19), {}),
    ],
}
ROWS = [(reason, rule, *row) for (reason, rule), rows in CASES.items() for row in rows]


@pytest.mark.parametrize(("reason", "rule", "move", "track", "special"), ROWS)
def test_refused(reason, rule, move, track, special):
    assert why(building(track, **special), move) == (reason, rule)


def test_the_table_is_long_and_knows_every_reason():
    assert len(ROWS) >= 60
    source = Path(lay_rules.__file__).read_text("utf-8")
    assert set(re.findall(r'refusal\("([a-z-]+)", "(aos-[0-9.]+)"', source)) == set(CASES)
    assert all(len(rows) >= 3 for rows in CASES.values())
