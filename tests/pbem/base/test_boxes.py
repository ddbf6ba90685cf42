"""A host's own box: from files under DATA to a table that is played with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import GAMES
from pbem.base.boxes import load_boxes
from pbem.base.config import BadConfig
from pbem.base.service import Service
from pbem.tables.open_table import create_table
from pbem.web.app import create_app
from tests.engine.railways.shelf import shelf_as_before
from tests.engine.railways.test_boxes import FILES
from tests.pbem.sample_tables import new_table, seats, table


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    with shelf_as_before():
        yield


def put(folder: Path, game: str = "railroad-tycoon", name: str = "cellar", files: dict[str, str] | None = None) -> None:
    home = folder / game / name
    home.mkdir(parents=True)
    for file, text in (files or dict(FILES)).items():
        (home / file).write_text(text, "utf-8")


def test_a_box_can_be_chosen_for_a_new_table(sqlite_service: Service, tmp_path: Path) -> None:
    put(tmp_path / "boxes")
    load_boxes(tmp_path / "boxes")
    boxes = GAMES["railroad-tycoon"].boxes
    assert boxes is not None
    word = next(word for word in boxes.words if word.startswith("cellar."))
    page = create_app(sqlite_service).test_client().get("/tables/new?game=railroad-tycoon").text
    assert f'value="{word}"' in page
    table_id = create_table(sqlite_service, new_table("railroad-tycoon", 3, options={"box": word}))
    assert table(sqlite_service, table_id).options["box"] == word
    assert len(seats(sqlite_service, table_id)) == 3


def test_nothing_there_is_no_box(tmp_path: Path) -> None:
    load_boxes(tmp_path / "boxes")


@pytest.mark.parametrize(
    ("game", "name", "told"), [("chess", "cellar", "no game"), ("railroad-tycoon", "My Box!", "small letters")]
)
def test_a_folder_that_is_no_box_is_said_in_a_sentence(tmp_path: Path, game: str, name: str, told: str) -> None:
    put(tmp_path / "boxes", game, name)
    with pytest.raises(BadConfig, match=told):
        load_boxes(tmp_path / "boxes")
