"""How a game went, or is going, as pages show it."""

from sqlmodel import Session

from pbem.play.scene import Scene
from pbem.play.stored_scenes import best_lines_of, course_of
from pbem.play.story import Story
from pbem.store.models import Table
from pbem.web.board_model import panel_svg
from pbem.web.models import BestMoveView, Link, PanelView, SeatName, StoryView


def story_of(session: Session, table: Table, scene: Scene, log: str) -> StoryView | None:
    """`log` is where the reader finds the lines."""
    return story_view(told_story(session, table, scene), log)


def told_story(session: Session, table: Table, scene: Scene) -> Story:
    """The best moves are told when the game is over."""
    return Story(scene, course_of(session, table), best_lines_of(session, table) if scene.is_over else ())


def story_view(story: Story, log: str) -> StoryView | None:
    """None before the end of the first round."""
    if len(story.course) < 2:
        return None
    scene, panel = story.scene, story.panel
    return StoryView(
        story.verdict,
        PanelView(scene.say(panel.heading), panel_svg(panel, scene.say(panel.label))),
        tuple(Link(point.text, f"{log}/{point.ply}") for point in story.turned),
        story.heading,
        tuple(SeatName(colour, name) for colour, name in zip(scene.state.seats, scene.names, strict=True)),
        story.rows(len(story.course)),
        tuple(
            BestMoveView(
                SeatName(scene.state.seats[best.seat], scene.names[best.seat]),
                f"{best.when}: {best.gain}",
                best.text,
                f"{log}/{best.ply}",
            )
            for best in story.best_moves
        ),
    )
