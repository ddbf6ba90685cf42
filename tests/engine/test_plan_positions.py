"""Positions in which a plan meets what others have done: it is followed, takes its next choice, or is asked about."""

from msgspec.structs import replace

from engine.core.ahead import NO_PLAN, make_choice, questions_ahead, taken_all
from engine.core.follow import Broken, Followed, follow, question
from engine.core.game import AnyGame
from engine.core.move import write_line
from engine.core.plan import Choice, Intention, Plan
from engine.core.play import actors, default, play, start
from engine.core.say import say
from engine.games import GAMES
from engine.games.age_of_steam.events import Built
from engine.games.age_of_steam.phases import auction
from engine.games.railways.state import State
from tests.engine.age_of_steam.boards import building, fresh_table, go, moving, with_cubes, with_player
from tests.engine.railways.position import acting, has, opening
from tests.engine.spike import positions as spike
from tests.engine.whistle_stop import scenes as whistle

AOS, SPIKE, WHISTLE, TYCOON = (GAMES[id] for id in ("age-of-steam", "spike", "whistle-stop", "railroad-tycoon"))
NAMES = ("Anna", "Bruno", "Carla", "Dirk")
LINK = "K10.straight.1:o L9.straight.1:o"  # Orange: Evansville to Cincinnati


def planned(game: AnyGame, s, seat: int, *forms: str, any_cost: bool = False) -> Plan:
    """These choices for the question that the position asks the seat."""
    choices = tuple(make_choice(game, s, seat, form) for form in forms)
    return Plan((Intention(question(game, s, seat), choices, any_cost=any_cost),))


def said(game: AnyGame, found: object, lang: str = "en") -> str:
    assert isinstance(found, Broken), found
    return game.words.render(found.reason, lang, NAMES)


def line(found: object) -> str:
    assert isinstance(found, Followed), found
    return write_line(found.line)


BUILD = "lay.K10.straight.1 lay.L9.straight.1 done"


def test_an_auction_that_leaves_too_little_for_the_build() -> None:
    s = building(money=4, started=False)
    plan = planned(AOS, s, 0, BUILD)
    assert line(follow(AOS, s, 0, plan)) == BUILD
    poorer = with_player(s, "orange", money=3)
    broken = follow(AOS, poorer, 0, plan)
    assert isinstance(broken, Broken)
    assert broken.why == "illegal"
    assert said(AOS, broken).startswith("Your plan “")


def planned_for(cost: int, any_cost: bool = False) -> Plan:
    """The link was planned when it cost so much; it costs $4 now."""
    [choice] = planned(AOS, building(), 0, BUILD).intentions[0].choices
    assert choice.effect is not None
    [built] = choice.effect
    assert built["cost"] == 4
    then = replace(choice, effect=({**built, "cost": cost},))
    return Plan((Intention("1/build", (then,), any_cost=any_cost),))


def test_a_build_that_a_rival_makes_dearer() -> None:
    s = building()
    assert line(follow(AOS, s, 0, planned_for(4))) == BUILD
    assert said(AOS, follow(AOS, s, 0, planned_for(3))).endswith("would cost $4 instead of $3.")
    assert "coûterait 4\N{NO-BREAK SPACE}$ au lieu de 3" in said(AOS, follow(AOS, s, 0, planned_for(3)), "fr")
    assert line(follow(AOS, s, 0, planned_for(3, any_cost=True))) == BUILD


def test_a_rival_who_takes_the_engineer_makes_the_build_dearer() -> None:
    """aos-11.2: a river costs the Engineer $2 and everybody else $3."""
    river = "lay.N9.gentle.3 done"
    plan = planned(AOS, building(LINK, action="engineer", engineer_flat="on"), 0, river)
    found = follow(AOS, building(LINK, action="locomotive", engineer_flat="on"), 0, plan)
    assert isinstance(found, Broken)
    assert found.why == "costs"
    assert said(AOS, found).endswith("would cost $3 instead of $2.")


def test_the_question_says_who_is_the_cause() -> None:
    elsewhere, here = Built(2, 1, ("B2",), 2, ()), Built(1, 1, ("L9",), 3, (say("redirected"),))
    reason = said(AOS, follow(AOS, building(), 0, planned_for(3), since=(here, elsewhere)))
    assert reason.startswith("Bruno built 1 tile (L9) for $3")
    assert reason.endswith("would cost $4 instead of $3.")


def test_a_new_danger_is_asked_about() -> None:
    """The auction was expensive: the same turn without building now ends with a shortfall, even "whatever it costs"."""
    s = building(LINK, money=20)
    for any_cost in (False, True):
        plan = planned(AOS, s, 0, "done", any_cost=any_cost)
        poor = with_player(s, "orange", money=1)
        found = follow(AOS, poor, 0, plan)
        assert isinstance(found, Broken)
        assert found.why == "danger"
        assert "you are $2 short" in said(AOS, found)
        assert isinstance(follow(AOS, poor, 0, planned(AOS, with_player(s, "orange", money=0), 0, "done")), Followed)


def test_a_delivery_whose_cube_is_gone_falls_to_the_next() -> None:
    s = moving(LINK, "evansville:B cincinnati:B")
    first, second = "deliver.blue.evansville.cincinnati", "deliver.blue.cincinnati.evansville"
    plan = planned(AOS, s, 0, first, second)
    gone = with_cubes(s, "cincinnati:B")
    assert line(follow(AOS, s, 0, plan)) == first
    assert line(follow(AOS, gone, 0, plan)) == second
    none_left = follow(AOS, with_cubes(s, "chicago:R"), 0, plan)
    assert said(AOS, none_left).startswith("Nothing of what you planned is possible any more")


def test_a_delivery_that_now_pays_another_is_asked_about() -> None:
    plan = planned(AOS, moving(LINK, "evansville:B"), 0, "deliver.blue.evansville.cincinnati")
    other = moving("K10.straight.1:g L9.straight.1:g", "evansville:B")
    reason = said(AOS, follow(AOS, other, 0, plan))
    assert "would now do something else" in reason
    assert "Anna delivered" in reason


def test_a_delivery_keeps_its_plan_when_only_its_spelling_changes() -> None:
    """aos-12.8: Sky's second link between two stops makes `via` necessary; the cube still runs over Green's."""
    green = "K10.straight.1:o N9.gentle.3:o J9.gentle.1:g K9.cross-straights.2:gsgs L8.gentle.2:g"
    plan = planned(
        AOS, moving(f"{green} L9.straight.1:o", "evansville:B"), 0, "deliver.blue.evansville.indianapolis.cincinnati"
    )
    second = moving(f"{green} L9.cross-straights.2:os M10.tight.5:s", "evansville:B")
    assert line(follow(AOS, second, 0, plan)) == "deliver.blue.evansville.indianapolis.via-green.cincinnati"


def test_a_choice_made_for_another_branch_is_asked_about() -> None:
    s = moving(LINK, "evansville:BB")
    made = make_choice(AOS, s, 0, "deliver.blue.evansville.cincinnati", {"1/build": ("done",)})
    plan = Plan((Intention("1/goods/1", (made,)),))
    assert isinstance(follow(AOS, s, 0, plan, played={"1/build": "done"}), Followed)
    broken = follow(AOS, s, 0, plan, played={"1/build": BUILD})
    assert isinstance(broken, Broken)
    assert broken.why == "branch"


def test_tiles_kept_otherwise_than_planned_are_another_branch() -> None:
    """whi-8.15: a player who loses the boiler plans the turn with the tiles that are kept, and then keeps others."""
    s = whistle.scene(
        goods={"wood": 3, "cotton": 3, "stone": 3, "steel": 1},
        upgrades=([], ["boiler"]),
        tiles={"F4": whistle.CROSS_WOOD, "E4": whistle.CROSS_STONE},
        trains=(["F4"], ["E4"]),
    )
    s = s.with_player(1, s.players[1].with_hand(("t1", "t2", "t3", "jade-town", "t25")))
    s = play(WHISTLE, s, 0, WHISTLE.read("buyout.boiler.steel", s)).state
    discard, turn = questions_ahead(WHISTLE, WHISTLE.view(s, 1), 1)
    [ready], [suggested] = discard.intention.choices, turn.intention.choices
    run = make_choice(WHISTLE, turn.state, 1, "run.E4.sw lay.t2.0 lay.t3.1 lay.t25.0 done draw", suggested.after)
    for kept, why in ((ready.form, None), ("discard.jade-town discard.t2", "branch")):
        there = play(WHISTLE, s, 1, WHISTLE.read(kept, s)).state
        while actors(WHISTLE, there) == (0,):
            there = play(WHISTLE, there, 0, default(WHISTLE, WHISTLE.view(there, 0), 0)).state
        found = follow(WHISTLE, there, 1, Plan((Intention(turn.key, (run,)),)), played={discard.key: kept})
        assert (found.why if isinstance(found, Broken) else None) == why


def test_a_limit_bids_holds_and_passes() -> None:
    s = auction.begin(fresh_table())
    plan = Plan((Intention("1/auction", (Choice("upto.2"),)),))
    asking = Plan((Intention("1/auction", (Choice("upto.2.ask"),)),))
    assert line(follow(AOS, s, 0, plan)) == "bid.1"
    s = go(go(go(s, "bid.2"), "pass"), "pass")
    assert actors(AOS, s) == (3,)
    assert line(follow(AOS, s, 3, plan)) == "pass"
    limit = follow(AOS, s, 3, asking)
    assert isinstance(limit, Broken)
    assert limit.why == "limit"
    holder = with_player(s, "magenta", action="turn-order", pass_left=True)
    assert line(follow(AOS, holder, 3, asking)) == "hold"


def test_a_limit_issues_no_shares_unless_it_says_so() -> None:
    s = has(opening(TYCOON), opening(TYCOON).first, cash=0)
    seat = actors(TYCOON, s)[0]
    assert line(follow(TYCOON, s, seat, Plan((Intention("1/auction", (Choice("upto.3.shares"),)),)))) == "bid.1"
    assert line(follow(TYCOON, s, seat, Plan((Intention("1/auction", (Choice("upto.3"),)),)))) == "pass"
    asked = follow(TYCOON, s, seat, Plan((Intention("1/auction", (Choice("upto.3.ask"),)),)))
    assert isinstance(asked, Broken)
    assert asked.why == "shares"


def test_who_leads_an_auction_plans_for_being_outbid() -> None:
    s = opening(TYCOON, 4)
    [leader] = actors(TYCOON, s)
    s = play(TYCOON, s, leader, TYCOON.read("bid.1", s)).state
    asked = questions_ahead(TYCOON, TYCOON.view(s, leader), leader)
    assert [one.key for one in asked] == ["1/auction", "1/actions/1", "1/actions/2", "1/actions/3"]
    plan = Plan((Intention("1/auction", (make_choice(TYCOON, asked[0].state, leader, "upto.3.shares"),)),))
    for bid in ("bid.2", "pass", "pass"):
        [rival] = actors(TYCOON, s)
        s = play(TYCOON, s, rival, TYCOON.read(bid, s)).state
    assert line(follow(TYCOON, s, leader, plan, played={"1/auction": "bid.1"})) == "bid.3"


def test_nobody_plans_for_a_bid_that_nobody_can_make() -> None:
    """rw-2.6: there is a highest bid."""
    s = opening(TYCOON, 4)
    [leader] = actors(TYCOON, s)
    s = play(TYCOON, s, leader, TYCOON.read(f"bid.{s.profile.highest_bid}", s)).state
    asked = questions_ahead(TYCOON, TYCOON.view(s, leader), leader)
    assert [one.key for one in asked] == ["1/actions/1", "1/actions/2", "1/actions/3"]


def ready_for_the_first_action(seed: str) -> tuple[State, int, Intention]:
    """A position in which another seat acts first, and what is filled in for this one."""
    s = opening(TYCOON, 4, seed)
    while s.phase == "auction":
        s = play(TYCOON, s, actors(TYCOON, s)[0], TYCOON.read("pass", s)).state
    seat = s.order[1]
    return s, seat, questions_ahead(TYCOON, TYCOON.view(s, seat), seat)[0].intention


def test_what_another_takes_away_has_an_answer_instead() -> None:
    """The Executive is gone, so the link is built that would be suggested then."""
    s, seat, ready = ready_for_the_first_action("d")
    with_card, without = ready.choices
    assert with_card.form.startswith("take.executive ")
    assert (without.form, without.instead) == ("lay.W11.straight.0", True)
    s = play(TYCOON, s, s.order[0], TYCOON.read("take.executive loco loco", s)).state
    assert line(follow(TYCOON, s, seat, Plan((ready,)))) == without.form


def test_an_answer_instead_is_not_for_a_first_choice_that_is_still_possible() -> None:
    s, seat, ready = ready_for_the_first_action("d")
    s = play(TYCOON, s, s.order[0], TYCOON.read("loco", s)).state
    with_card, without = ready.choices
    assert with_card.effect is not None
    dearer = replace(with_card, effect=with_card.effect[:-1])
    found = follow(TYCOON, s, seat, Plan((replace(ready, choices=(dearer, without)),)))
    assert isinstance(found, Broken)
    assert found.why == "differs"


def test_a_link_that_is_finished_is_in_no_danger() -> None:
    """rw-10.4: only what is unfinished leaves the board."""
    s = has(acting(TYCOON).with_place(3, 0), 0, cash=20)
    finished = make_choice(TYCOON, s, 0, "lay.W8.gentle.1 lay.W9.gentle.0")
    unfinished = make_choice(TYCOON, s, 0, "lay.W8.gentle.1 done")
    assert not finished.dangers
    assert [danger.id for danger in unfinished.dangers] == ["danger-unfinished"]


def test_a_list_of_stations_is_worked_off() -> None:
    """The other seat takes I11 and then what is far away: I5 and I12 are left, and then nothing of the list."""
    s = start(WHISTLE, ("orange", "green"), "stations").state
    seat = actors(WHISTLE, s)[0]
    plan = planned(WHISTLE, s, seat, "place.I5", "place.I11", "place.I12")
    others = iter(("place.I11", "place.I1", "place.I2", "place.I3", "place.I4"))
    placed = []
    while True:
        mover = actors(WHISTLE, s)[0]
        found = follow(WHISTLE, s, mover, plan) if mover == seat else None
        if isinstance(found, Broken):
            break
        text = next(others) if found is None else line(found)
        placed += [text] if mover == seat else []
        s = play(WHISTLE, s, mover, WHISTLE.read(text, s)).state
    assert placed == ["place.I5", "place.I12"]
    assert said(WHISTLE, found).startswith("Nothing of what you planned is possible any more: Place a train on I5")


def test_two_draws_with_a_new_round_between_them() -> None:
    """The first draw empties the deck: a new display lies there, and the second card is drawn all the same."""
    s = spike.placed("chicago", "boston")
    s = spike.with_deck(s, s.deck[0], display=s.display, discards=s.deck[1:])
    s = replace(s, players=(replace(s.players[0], power=1), *s.players[1:]))
    asked = questions_ahead(SPIKE, SPIKE.view(s, 0), 0, planned(SPIKE, s, 0, "draw"))
    assert [(one.key, one.blind) for one in asked] == [("1/turn/1", False), ("1/turn/2", True), ("1/turn/3", True)]
    plan = taken_all(planned(SPIKE, s, 0, "draw"), asked)
    first = follow(SPIKE, s, 0, plan)
    drawn = play(SPIKE, s, 0, SPIKE.read(line(first), s)).state
    assert (drawn.round, actors(SPIKE, drawn)) == (2, (0,))
    assert line(follow(SPIKE, drawn, 0, plan, played={"1/turn/1": "draw"})) == "draw"


def test_nothing_is_planned_beyond_the_next_planning_point_with_one_press() -> None:
    s = start(AOS, ("orange", "green", "sky"), "points").state
    asked = questions_ahead(AOS, AOS.view(s, 1), 1)
    assert {one.key for one in asked if one.later} == {"1/build", "1/goods/1", "1/goods/2"}
    assert {one.key for one in taken_all(NO_PLAN, asked).intentions} == {"1/issue", "1/auction", "1/actions"}
