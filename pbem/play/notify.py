"""The mails that follow from a line: questions, news, and at the end the result."""

from collections.abc import Container
from datetime import timedelta
from typing import Any

from sqlmodel import col

from engine.core.play import actors, is_over
from pbem.play.ask_clock import plan_daily_news
from pbem.play.ask_seats import goes_on_by_itself
from pbem.play.outbox import About, ask_in_receipt, cancel_news, post, unsent_receipt
from pbem.play.plans import drop_where
from pbem.play.turn import ON_PAGE, OPENING, PLANNED, Turn
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Film, Intention, Seat
from pbem.store.models.seat import JOINED
from pbem.store.models.table import ASKED, OVER
from pbem.store.positions import game_of

# A player on the page sees at once what follows; a mail is sent only if the next question stays open for a while.
PATIENCE_ON_PAGE = timedelta(minutes=10)
# Bots and plans answer soon, and then somebody is asked: what would be told before then is told with the question.
PATIENCE_WITH_BOTS = timedelta(minutes=1)


def notify(
    turn: Turn,
    state: Any,
    opened: list[Ask],
    mover: int | None,
    new_round: bool,
    planners: Container[int] = (),
) -> None:
    table = turn.table
    settled = turn.settles_at
    quiet = max(settled, turn.now + PATIENCE_WITH_BOTS) if goes_on_by_itself(turn.asks + opened) else settled
    if is_over(game_of(table), state):
        table.status, table.ended_at = OVER, turn.now
        turn.session.merge(Film(table_id=table.id))  # to be made
        turn.session.add(table)
        drop_where(turn.session, col(Intention.table_id) == table.id)
    asked = {ask.seat_id: ask for ask in opened if not ask.is_planned}
    for seat in turn.seats:
        if seat.status != JOINED or seat.user_id is None:
            continue
        if table.status == OVER:
            cancel_news(turn.session, turn.waiting, seat)
            post(
                turn.service,
                turn.session,
                MailKind.OVER,
                f"over:{table.id}:{seat.id}",
                seat.user_id,
                About.news(table, seat),
            )
        elif seat.id in asked and seat.number == mover and turn.how == "mail":
            continue  # the receipt of a mailed line is the new question too
        elif seat.id in asked:
            ask = asked[seat.id]
            went_on = seat.number == mover and turn.how in ON_PAGE
            cancel_news(turn.session, turn.waiting, seat)
            receipt = unsent_receipt(turn.waiting, seat)
            if receipt is not None:
                ask_in_receipt(turn.service, turn.session, receipt, table, seat, ask)
                continue
            post(
                turn.service,
                turn.session,
                MailKind.TURN,
                f"turn:{table.id}:{ask.id}:{seat.id}",
                seat.user_id,
                About.news(table, seat, ask),
                due_at=turn.now + PATIENCE_ON_PAGE if went_on else settled,
            )
        elif seat.number != mover and (
            turn.how == OPENING or _wants_news(turn, seat, new_round) or seat.number in planners
        ):
            kind = MailKind.STARTED if turn.how == OPENING else MailKind.NEWS
            key = f"{kind}:{table.id}:{table.ply}:{seat.id}"
            post(turn.service, turn.session, kind, key, seat.user_id, About.news(table, seat), due_at=quiet)


def _wants_news(turn: Turn, seat: Seat, new_round: bool) -> bool:
    user = turn.people.get(seat.user_id or 0)
    if user is None:
        return False
    if user.news == "daily" and user.next_news_at is None:
        plan_daily_news(turn.session, user, turn.now)
    return user.news == "line" or (user.news == "round" and new_round)


def planners_of(turn: Turn, phase: str, state: Any, mover: int, new_round: bool) -> Container[int]:
    """The seats that get the news because they have something to plan now, where the table asks for plans."""
    game = game_of(turn.table)
    if turn.table.plans != ASKED:
        return ()
    if game.planning_points and (new_round or (state.phase != phase and state.phase in game.planning_points)):
        return range(len(turn.seats))
    # Whoever plays by hand plans on the page, or with the receipt.
    return (mover,) if game.plans_after_turns and turn.how == PLANNED and mover not in actors(game, state) else ()
