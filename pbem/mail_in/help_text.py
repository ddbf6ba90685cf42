"""What can be written in an answer: in general, and about one verb with examples of this very position."""

from collections.abc import Iterator

from engine.core.game import AnyGame
from engine.core.grammar import verb_meant
from engine.core.move import Move
from engine.core.play import legal, rank
from engine.core.words import LANGUAGES
from pbem.mail_in.answers import Done
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.scene import Scene
from pbem.store.positions import game_of

EXAMPLES = 5
COMMANDS = (
    "board", "standings", "history", "rules", "rules 6", "rules 5.3", "try …", "undo", "say …", "tell {other} …",
    "note …", "plan", "away 2026-12-20 to 2027-01-03", "remind 24h 4h", "quiet 22:00-07:00", "news daily", "resign",
)  # fmt: skip


def help_on(reply: Reply, at: AtTable, topic: str) -> Done:
    """About a verb, if the topic is one; otherwise everything in short."""
    verb = verb_meant(game_of(at.table), topic)
    return _about_verb(reply, at, verb) if verb else _in_short(reply, at)


def how_to_answer(reply: Reply) -> tuple[str, ...]:
    """The shortest help, for somebody who was not understood."""
    gettext = reply.gettext
    return (
        gettext("Answer with the number of a move in our mail, or say in your own words what you do."),
        gettext("“help” tells what else you can write."),
    )


def _in_short(reply: Reply, at: AtTable) -> Done:
    gettext, game = reply.gettext, game_of(at.table)
    verbs = ", ".join(f"help {game.words.verb(verb, reply.lang)}" for verb in _verbs_now(game, at))
    told = [
        gettext("Answer with the number of a move in our mail, or say in your own words what you do."),
        gettext("Write at the very top; what is quoted below is not read. A mistake costs nothing: in doubt, we ask."),
        *([gettext("About each kind of move that is possible now: %(words)s") % {"words": verbs}] if verbs else []),
        gettext("These words work as well, each on a line of its own:"),
    ]
    return Done(gettext("What you can write"), told, [command.format(other=at.other) for command in COMMANDS])


def _verbs_now(game: AnyGame, at: AtTable) -> Iterator[str]:
    return iter(dict.fromkeys(move.VERB for move in legal(game, at.state, at.seat.number)))


def _about_verb(reply: Reply, at: AtTable, verb: str) -> Done:
    gettext, game, lang = reply.gettext, game_of(at.table), reply.lang
    kinds = [_kind(reply, slot.kind.name) + (" …" if slot.many else "") for slot in game.verbs[verb].slots()]
    spelled = [word for tongue in LANGUAGES for word in game.words.tongues[tongue].verbs.get(verb, ())]
    told = [gettext("It is written: %(how)s") % {"how": " ".join((game.words.verb(verb, lang), *kinds))}]
    others = [word for word in dict.fromkeys(spelled) if word != game.words.verb(verb, lang)]
    if others:
        told.append(gettext("Other words for it: %(words)s.") % {"words": ", ".join(others)})
    moves = [move for move in legal(game, at.state, at.seat.number) if verb == move.VERB]
    if not moves:
        told.append(gettext("It is not possible now."))
        return Done(gettext("Help"), told)
    view = game.view(at.state, at.seat.number)
    told.append(gettext("Examples in this position, %(shown)d of %(total)d:") % _counts(moves))
    scene = Scene(game, at.state, at.seat.number, at.names, lang)
    best = rank(game, view, at.seat.number, moves)[:EXAMPLES]
    lines = [f"{_typed(game, move, lang)}   ({scene.placed_label(at.state, move)})" for move in best]
    return Done(gettext("Help: %(verb)s") % {"verb": game.words.verb(verb, lang)}, told, lines)


def _counts(moves: list[Move]) -> dict[str, int]:
    return {"shown": min(len(moves), EXAMPLES), "total": len(moves)}


def _typed(game: AnyGame, move: Move, lang: str) -> str:
    return " ".join((game.words.verb(move.VERB, lang), *move.words()))


def _kind(reply: Reply, kind: str) -> str:
    """What sort of word stands there, as the notation calls it."""
    words = {
        "number": reply.gettext("number"),
        "hex": reply.gettext("hex"),
        "tile": reply.gettext("tile"),
        "city": reply.gettext("city"),
        "stop": reply.gettext("stop"),
        "colour": reply.gettext("colour"),
        "good": reply.gettext("good"),
    }
    return f"<{words.get(kind, kind)}>"
