"""The position in a table and in words: for mails, for readers without pictures, for the command line."""

from collections.abc import Iterable

from engine.core.say import Say, say
from engine.core.sheet import Row, Section, Sheet
from engine.games.whistle_stop.components import SIDES, Lying, Tile, box
from engine.games.whistle_stop.state import Spot
from engine.games.whistle_stop.tilework import GOODS
from engine.games.whistle_stop.view import View


def round_of(view: View) -> Say:
    return say("round-of", round=view.round, rounds=view.rounds) if view.round else say("round-placing")


def sheet(view: View) -> Sheet:
    order = tuple((view.first + step) % len(view.seats) for step in range(len(view.seats)))
    return Sheet(
        columns=tuple(say(f"column-{name}") for name in ("points", "tokens", "goods", "shares", "upgrades", "trains")),
        rows=tuple(_row(view, seat) for seat in order),
        sections=tuple(
            section
            for section in (
                *(_holdings(view), _trains(view), _west(view), _home(view)),
                *(_special(view), _track(view), _supply(view), _upgrades(view)),
            )
            if section.lines
        ),
        private=_private(view),
        picture=say("picture", round=view.round, home=sum(player.home for player in view.players)),
    )


def _row(view: View, seat: int) -> Row:
    player = view.players[seat]
    tiles = say("some-tiles", n=player.tiles)
    note = say("row-note", tiles=tiles)
    if player.nuggets:
        note = say("row-note-nuggets", tiles=tiles, nuggets=say("some-nuggets", n=player.nuggets))
    held = [(player.goods[good], paint.letter) for good, paint in GOODS.items() if player.goods.get(good)]
    letters = " ".join(f"{number}{letter}" if number > 1 else letter for number, letter in held)
    # `n` sums a cell up in one number, for the checkpoints of records.
    cells = (
        say("number", n=player.score),
        say("cell-tokens", coal=player.coal, whistles=player.whistles, n=player.coal + player.whistles),
        say("cell-goods", goods=letters, n=sum(number for number, _ in held)) if held else say("nothing", n=0),
        say("number", n=len(player.shares)),
        say("number", n=len(player.upgrades)),
        say("cell-trains", home=player.home, trains=box().trains[len(view.seats)], n=player.home),
    )
    return Row(seat, cells, say("row-first", note=note) if seat == view.first else note)


def _holdings(view: View) -> Section:
    """What the cells of the table count."""
    lines = []
    for seat, player in enumerate(view.players):
        goods = tuple(say("some-good", n=number, good=good) for good, number in player.goods.items())
        held = [say("holds-goods", goods=goods) if goods else say("holds-no-goods")]
        if player.shares:
            held.append(say("holds-shares", shares=player.shares, n=len(player.shares)))
        if player.upgrades:
            held.append(say("holds-upgrades", upgrades=player.upgrades))
        lines += [say("holds", seat=seat, what=what) for what in held]
    return Section(say("heading-holdings"), tuple(lines))


def _trains(view: View) -> Section:
    lines = [
        say("trains-of", seat=seat, stops=tuple(_stop(view, spot) for spot in player.trains))
        for seat, player in enumerate(view.players)
        if player.trains
    ]
    return Section(say("heading-trains"), tuple(lines))


def _stop(view: View, spot: Spot) -> Say | str:
    tiled = view.tiles.get(spot.hex)
    if tiled is None:
        return spot.hex
    tile = box().tiles[tiled.tile]
    stop = tiled.lying.paths[spot.path].stop
    return say("stop-at", hex=spot.hex, what=tile.id if tile.kind == "town" else str(stop))


def _west(view: View) -> Section:
    lines = []
    for hex in box().ends:
        tile = box().tiles[view.tiles[hex].tile]
        if tile.kind == "delivery":
            lines.append(say("end-tile", hex=hex, cost=tile.cost, bonus=tile.bonus, malus=tile.malus))
        else:
            lines.append(say("end-market", hex=hex, n=tile.per_share))
    return Section(say("heading-west"), tuple(lines))


def _home(view: View) -> Section:
    free = [space for space, seat in enumerate(view.track, 1) if seat is None]
    lines = tuple(say("home-space", space=space, gifts=box().spaces[space - 1]) for space in free)
    return Section(say("heading-home"), lines)


def _special(view: View) -> Section:
    lines = []
    for hex, tiled in view.tiles.items():
        tile = box().tiles[tiled.tile]
        if tile.special:
            lines.append(say("special-tile", hex=hex, tile=tile.id, effect=effect(tile)))
    return Section(say("heading-towns"), tuple(lines))


def _track(view: View) -> Section:
    laid = ((hex, tiled) for hex, tiled in view.tiles.items() if box().tiles[tiled.tile].kind == "track")
    return Section(say("heading-track"), tuple(say("track-tile", hex=hex, paths=_short(t.lying)) for hex, t in laid))


def _short(lying: Lying) -> tuple[Say | str, ...]:
    """The same with the letters of the sides, which the heading explains: the map has many tiles."""
    sides = ["-".join(SIDES[side] for side in path.sides) for path in lying.paths]
    return tuple(
        say("short-stop", sides=joined, good=path.stop) if path.stop else joined
        for joined, path in zip(sides, lying.paths, strict=True)
    )


def paths(lying: Lying) -> tuple[Say, ...]:
    """The paths of a tile as it lies, by their sides."""
    told = []
    for path in lying.paths:
        sides = tuple(SIDES[side] for side in path.sides)
        told.append(say("path-stop", sides=sides, good=path.stop) if path.stop else say("path-plain", sides=sides))
    return tuple(told)


def _supply(view: View) -> Section:
    lines = [
        say("supply-shown", tiles=_described(view.shown) or say("nothing"), pile=view.pile),
        say("supply-goods", goods=_goods(view), nuggets=view.nuggets),
        say("supply-shares", shares=tuple(f"{name}-{left[0]}" for name, left in view.shares.items() if left)),
    ]
    return Section(say("heading-supply"), tuple(lines))


def _upgrades(view: View) -> Section:
    """Each upgrade in the game with its effect and its price, also those that somebody owns (whi-8.2)."""
    lines = [_upgrade(view, id, None) for id in view.upgrades]
    lines += [_upgrade(view, id, seat) for seat, player in enumerate(view.players) for id in player.upgrades]
    return Section(say("heading-upgrades"), tuple(lines))


def _upgrade(view: View, id: str, owner: int | None) -> Say:
    upgrade, effect = box().upgrades[id], say(f"does-{id}")
    if owner is None:
        return say("upgrade-for-sale", upgrade=id, points=upgrade.points, effect=effect, cost=upgrade.cost)
    if owner == view.reader:
        return say("upgrade-yours", upgrade=id, points=upgrade.points, effect=effect)
    return say("upgrade-of", upgrade=id, points=upgrade.points, effect=effect, cost=upgrade.cost, seat=owner)


def _goods(view: View) -> tuple[Say, ...]:
    """With the letters that stand for them on boards and in the table of players."""
    return tuple(
        say("supply-good", n=view.cubes.get(good, 0), good=good, letter=paint.letter) for good, paint in GOODS.items()
    )


def described(id: str) -> Say:
    """A track tile by its paths, unturned; a special tile by what it gives."""
    tile = box().tiles[id]
    if tile.kind == "track":
        return say("tile-described", tile=id, paths=paths(tile.rotations[0]))
    return say("special-described", tile=id, effect=effect(tile))


def _described(tiles: Iterable[str]) -> tuple[Say, ...]:
    return tuple(map(described, tiles))


def effect(tile: Tile) -> Say:
    """What a special tile does for a train that stops there."""
    if tile.kind == "town":
        return say("town-gives", cost=tile.cost, bonus=tile.bonus, malus=tile.malus)
    return say(f"gives-{tile.kind}")


def _private(view: View) -> tuple[Say, ...]:
    if view.reader is None:
        return ()
    lines = [say("your-tile", tile=told) for told in _described(view.hand)]
    if view.gold:
        lines.append(say("your-gold", gold=view.gold))
    if view.looked:
        lines.append(say("your-pile", tiles=_described(view.looked)))
    return tuple(lines)
