"""How a finished game went, as its page shows it."""

from sqlmodel import Session

from pbem.play.scene import Scene
from pbem.play.stored_scenes import course_of
from pbem.play.story import Story
from pbem.store.models import Table
from pbem.web.board_model import panel_svg
from pbem.web.models import Link, PanelView, SeatName, StoryView


def story_of(session: Session, table: Table, scene: Scene, log: str) -> StoryView | None:
    """None while the game is running; `log` is where the reader finds the lines."""
    return story_view(Story(scene, course_of(session, table)), log) if scene.is_over else None


def story_view(story: Story, log: str) -> StoryView:
    scene, panel = story.scene, story.panel
    return StoryView(
        story.verdict,
        PanelView(scene.say(panel.heading), panel_svg(panel, scene.say(panel.label))),
        tuple(Link(point.text, f"{log}/{point.ply}") for point in story.turned),
        story.heading,
        tuple(SeatName(colour, name) for colour, name in zip(scene.state.seats, scene.names, strict=True)),
        story.rows(len(story.course)),
    )
