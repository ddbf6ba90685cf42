"""The position in a table and in words: for mails, for readers without pictures, for the command line."""

from engine.core.game import OVER
from engine.core.say import Say, say
from engine.core.sheet import Row, Section, Sheet
from engine.games.railways.box import GOAL, Card, about
from engine.games.railways.events import cube_words
from engine.games.railways.profile import Profile
from engine.games.railways.state import Player, View
from engine.games.railways.view import HIDDEN
from engine.rail.goods import COLOURS, counted
from engine.rail.track import Line

COLUMNS = ("points", "income", "money", "shares", "engine", "links")


def round_of(view: View) -> Say:
    return say("turn-last" if view.ending and view.turn > view.ending else "turn-of", turn=view.turn)


def sheet(view: View) -> Sheet:
    order = view.order or tuple(range(len(view.seats)))
    return Sheet(
        columns=tuple(say(f"column-{name}") for name in COLUMNS),
        rows=tuple(_row(view, seat) for seat in order),
        sections=tuple(
            section
            for section in (
                _links(view),
                _unfinished(view),
                _goods(view),
                _major_lines(view),
                _cards(view),
                _goals(view),
                _hands(view),
                _incomes(view),
                _supply(view),
            )
            if section.lines
        ),
        private=_private(view),
        picture=say("picture", turn=view.turn, n=len(view.links)),
    )


def _row(view: View, seat: int) -> Row:
    player = view.players[seat]
    cells = (
        say("number", n=player.points),
        say("money-k", n=view.box.income(player.points)),
        say("money", n=player.cash),
        say("number", n=player.shares),
        say("number", n=player.engine),
        say("number", n=len(view.links_of(seat))),
    )
    tycoon = view.tycoons[seat] if view.tycoons and seat != view.viewer else HIDDEN
    return Row(seat, cells, say("name", word=tycoon) if tycoon else None, purse(player, view.profile))


def purse(player: Player, profile: Profile) -> int:
    """Shares may be issued in paying (rw-3.3): what they brought is no income."""
    return player.cash - player.shares * profile.share_price


def _links(view: View) -> Section:
    lines = []
    for seat in range(len(view.seats)):
        links = tuple(say("link-between", a=link.a, b=link.b) for link in view.links_of(seat))
        if links:
            lines.append(say("links-of", seat=seat, links=links))
    lines += [say("western-of", seat=seat, city=city) for city, seat in view.western.items()]
    return Section(say("heading-links"), tuple(lines))


def _unfinished(view: View) -> Section:
    return Section(say("heading-unfinished"), tuple(_loose_end(view, line) for line in view.unfinished if line.loose))


def _loose_end(view: View, line: Line) -> Say:
    hex, exit = line.loose[0]
    city = view.country.city_at.get(line.stop or "", "")
    side = view.country.grid.layout.side_name(exit)
    return say("loose-end", seat=line.owner if line.owner is not None else 0, city=city, hex=hex, side=side)


def _goods(view: View) -> Section:
    lines = [
        say("goods-in", city=city, colour=view.colour(city) or "grey", cubes=counted(cube_words(cubes)))
        for city, cubes in view.cubes.items()
        if cubes
    ]
    if view.empty:
        empty = tuple(say("city-of-colour", city=city, colour=view.colour(city) or "grey") for city in view.empty)
        lines.append(say("cities-empty", cities=empty))
    return Section(say("heading-goods"), tuple(lines))


def _major_lines(view: View) -> Section:
    """All of them, as the printed play aid lists them, with what has become of each."""
    cards = (view.box.cards[id] for id in dict.fromkeys(view.cards or view.row))
    return Section(say("heading-lines"), tuple(_major_line(view, card) for card in cards if card.is_major_line))


def _major_line(view: View, card: Card) -> Say:
    joins = say("link-between", a=card.city, b=card.other)
    if card.id in view.row:
        return say("line-open", line=joins, n=card.points, about=about(card))
    return say("line-reached" if card.id in view.gone else "line-in-deck", line=joins, n=card.points)


def _cards(view: View) -> Section:
    cards = (view.box.cards[id] for id in dict.fromkeys(view.row))
    return Section(say("heading-cards"), tuple(_card(card) for card in cards if card.sign != GOAL))


def _goals(view: View) -> Section:
    cards = (view.box.cards[id] for id in dict.fromkeys(view.row))
    goals = (card for card in cards if card.sign == GOAL and not card.is_major_line)
    return Section(say("heading-goals"), tuple(map(_card, goals)))


def _card(card: Card) -> Say:
    return say("card-line", card=card.id, about=about(card))


def _hands(view: View) -> Section:
    lines = tuple(
        say("card-of", seat=seat, card=_card(view.box.cards[id]))
        for seat, player in enumerate(view.players)
        for id in player.cards
    )
    return Section(say("heading-hands"), lines)


def _incomes(view: View) -> Section:
    """What each player gets now, and from how many points it is another sum."""
    lines = []
    for seat, player in enumerate(view.players if view.phase != OVER else ()):
        points = view.box.next_income(player.points)
        now, then = view.box.income(player.points), view.box.income(points)
        lines.append(say("income-of", seat=seat, now=now, then=then, points=points))
    return Section(say("heading-income"), tuple(lines))


def _supply(view: View) -> Section:
    lines = [
        say("supply-end-near" if view.ending else "supply-markers", n=len(view.empty), end=view.markers_for_end),
        say("supply-bag", n=len(view.bag)),
    ]
    if view.new_cities:
        left = tuple(
            say("of-colour", n=view.new_cities.count(letter), colour=COLOURS[letter])
            for letter in dict.fromkeys(view.new_cities)
        )
        lines.append(say("supply-new-cities", n=len(view.new_cities), colours=left))
    if view.with_cards:
        lines.append(say("supply-deck", n=view.deck_size))
    return Section(say("heading-supply"), tuple(lines))


def _private(view: View) -> tuple[Say, ...]:
    if view.viewer is None or not view.tycoons or not view.tycoons[view.viewer]:
        return ()
    tycoon = view.box.tycoons[view.tycoons[view.viewer]]
    return (say("your-tycoon", tycoon=tycoon.id, about=say(f"tycoon-goal-{tycoon.goal}", n=tycoon.points)),)
