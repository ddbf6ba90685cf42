"""The position in a table and in words: for mails, for readers without pictures, for the command line."""

from engine.core.play import IMAGINATION
from engine.core.say import Say, say
from engine.core.sheet import Row, Section, Sheet
from engine.games.age_of_steam.components import CITY_COLUMNS, FEEDS, NEW_CITIES
from engine.games.age_of_steam.score import points
from engine.games.age_of_steam.view import View, imagine
from engine.rail.goods import COLOURS, counted
from engine.rail.track import Line


def round_of(view: View) -> Say:
    return say("turn-of", turn=view.turn, turns=view.turns)


def sheet(view: View) -> Sheet:
    broke = tuple(seat for seat, player in enumerate(view.players) if player.bankrupt)
    return Sheet(
        columns=tuple(say(f"column-{name}") for name in ("money", "income", "shares", "engine", "points")),
        rows=tuple(_row(view, seat) for seat in (*view.order, *broke)),
        sections=tuple(
            section for section in (_links(view), _loose_ends(view), _goods(view), _chart(view)) if section.lines
        ),
        picture=say("picture", turn=view.turn, links=len(view.board.links)),
    )


def _row(view: View, seat: int) -> Row:
    player = view.players[seat]
    if player.bankrupt:
        return Row(seat, (say("nothing"),) * 5, say("bankrupt"))
    cells = (
        say("money", n=player.money),
        say("number", n=player.income),
        say("number", n=player.shares),
        say("number", n=player.engine),
        say("number", n=points(imagine(view, IMAGINATION), seat)),
    )
    return Row(seat, cells, say("name", word=player.action) if player.action else None)


def _links(view: View) -> Section:
    by_owner: dict[int | None, list[Say]] = {}
    for link in view.board.links:
        by_owner.setdefault(link.owner, []).append(_ends(view, link))
    lines = [
        say("links-of", seat=seat, links=tuple(by_owner[seat])) for seat in range(len(view.seats)) if seat in by_owner
    ]
    if None in by_owner:
        lines.append(say("links-of-nobody", links=tuple(by_owner[None])))
    return Section(say("heading-links"), tuple(lines))


def _ends(view: View, line: Line) -> Say:
    names = view.board.map.stop_names
    a, b = (names[end] if end is not None else "" for end in line.ends)
    return say("link-between", a=a, b=b)


def _loose_ends(view: View) -> Section:
    lines = []
    for line in view.board.lines:
        if line.is_link or line.stop is None or not line.loose:
            continue
        hex, exit = line.loose[0]
        stop, side = view.board.map.stop_names[line.stop], view.board.map.layout.side_name(exit)
        if line.owner is None:
            lines.append(say("loose-end-of-nobody", stop=stop, hex=hex, side=side))
        else:
            lines.append(say("loose-end-of", seat=line.owner, stop=stop, hex=hex, side=side))
    return Section(say("heading-loose-ends"), tuple(lines))


def _goods(view: View) -> Section:
    lines = []
    for hex, colour in view.board.cities.items():
        cubes = view.goods.get(hex, "")
        city = view.board.map.stop_names[hex]
        if cubes:
            lines.append(say("goods-in", city=city, colour=colour, goods=counted(_words(cubes))))
        else:
            lines.append(say("no-goods-in", city=city, colour=colour))
    return Section(say("heading-goods"), tuple(lines))


def _chart(view: View) -> Section:
    """Every column with a cube box by box, New Cities that are still off the board too: all is open (aos-1.9)."""
    names, cities = view.board.map.stop_names, view.board.map.city_of_column
    placed = {letter: hex for hex, letter in view.board.new_cities.items()}
    fed_by = {letter: column for column, letter in FEEDS.items()}
    empty = [column for column in (*CITY_COLUMNS, *NEW_CITIES) if not view.chart[column].strip(".")]
    lines = [
        say("chart-column", column=column, city=names[cities[column]], boxes=_boxes(view, column))
        for column in CITY_COLUMNS
        if column not in empty
    ]
    for letter, colour in NEW_CITIES.items():
        if letter in empty:
            continue
        die, boxes = fed_by[letter], _boxes(view, letter)
        if letter in placed:
            lines.append(say("chart-new-city", column=letter, die=die, city=names[placed[letter]], boxes=boxes))
        else:
            lines.append(say("chart-off-board", column=letter, die=die, colour=colour, boxes=boxes))
    if empty:
        lines.append(say("chart-empty", columns=tuple(empty)))
    return Section(say("heading-chart"), tuple(lines))


def _boxes(view: View, column: str) -> tuple[Say, ...]:
    return tuple(say("empty-box") if cube == "." else say("name", word=COLOURS[cube]) for cube in view.chart[column])


def _words(cubes: str) -> tuple[str, ...]:
    return tuple(COLOURS[letter] for letter in cubes)
