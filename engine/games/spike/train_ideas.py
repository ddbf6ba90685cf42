"""Where the train should go: the free move, and the actions that move it."""

from collections.abc import Iterator

from engine.core.say import Say, say
from engine.games.spike import moves as m
from engine.games.spike.components import box
from engine.games.spike.drafts import Draft, Idea
from engine.games.spike.hauls import Dispatcher, Haul
from engine.games.spike.weights import (
    ACTION,
    AHEAD_SHARE,
    FETCH_SHARE,
    GRACE_TURNS,
    HAUL_SHARE,
    IDLE,
    LAST_CHANCE_SHARE,
    MOST_STOPS,
    TURN_OF_TRAIN,
)


def run_ahead(draft: Draft) -> None:
    """Adds the free move towards the best haul. It costs nothing."""
    train = draft.dispatcher
    if train.player.in_city or not train.hauls:
        return
    to = _towards(train, train.hauls[0].stop, train.player.value("speed"))
    if to is not None and draft.may(m.Run(to)):
        draft.add(m.Run(to)).handle_cargo()


def train_ideas(draft: Draft) -> Iterator[Idea]:
    """A restart or an extra space towards the best stops; when nothing is to be carried, towards the nearest city."""
    train = draft.dispatcher
    stops: dict[str, Haul] = {}
    for haul in train.hauls:
        if haul.stop != train.player.train:
            stops.setdefault(haul.stop, haul)
    for haul in list(stops.values())[:MOST_STOPS]:
        yield from _idea(draft, haul.stop, haul)
    if not stops:
        spaces = train.player.network.spaces_from(train.player.train)
        cities = [space for space in spaces if space in box().good_of]
        if cities:
            yield from _idea(draft, min(cities, key=lambda city: spaces[city]), None)


def _idea(draft: Draft, stop: str, haul: Haul | None) -> Iterator[Idea]:
    train, player = draft.dispatcher, draft.dispatcher.player
    to = _towards(train, stop, player.value("speed") if player.in_city else 1)
    move = m.Restart(to or "") if player.in_city else m.Extra(to or "")
    if to is None or not draft.may(move):
        return
    line = draft.copy().add(move).handle_cargo().add(m.Done()).line
    label = _label(player.in_city, to, stop)
    if haul is None:
        yield Idea(IDLE, line, label, say("note-idle"))
    else:
        worth = _restart_worth(haul) if player.in_city else _extra_worth(train, haul)
        yield Idea(worth, line, label, _note(haul))


def _label(restarts: bool, to: str, stop: str) -> Say:
    if to in box().good_of:
        return say("suggest-restart-into" if restarts else "suggest-extra-into", space=to)
    if stop in box().good_of:
        return say("suggest-restart" if restarts else "suggest-extra", space=to, city=stop)
    return say("suggest-restart-on" if restarts else "suggest-extra-on", space=to)


def _towards(train: Dispatcher, stop: str, spaces: int) -> str | None:
    player = train.player
    if stop == player.train:
        return None
    way = player.network.way(player.train, stop)
    return way[min(spaces, len(way)) - 1]


def _restart_worth(haul: Haul) -> float:
    """The action itself is taken sooner or later, so it does not count: an early train has time for more."""
    share = AHEAD_SHARE if haul.missing else HAUL_SHARE if haul.loaded else FETCH_SHARE
    return share * (haul.worth + ACTION)


def _extra_worth(train: Dispatcher, haul: Haul) -> float:
    """A space more is worth a turn of the train if it saves one."""
    speed = train.player.value("speed")
    far = train.spaces(train.player.train, haul.stop)
    if -(-far // speed) == -(-(far - 1) // speed) or haul.missing:
        return 0.0
    if haul.turns > train.outlook.left - GRACE_TURNS:
        return LAST_CHANCE_SHARE * haul.pays
    return min(haul.rate, TURN_OF_TRAIN)


def _note(haul: Haul) -> Say:
    if haul.missing:
        return say("note-ahead", good=haul.good, city=haul.city, pays=haul.pays, n=haul.missing)
    if haul.stop == haul.city:
        return say("note-haul", good=haul.good, city=haul.city, pays=haul.pays)
    return say("note-fetch", good=haul.good, stop=haul.stop, city=haul.city, pays=haul.pays)
