"""On the embedded default a patient bot thinks in a process of its own, and the table goes on."""

import time
from pathlib import Path

import pytest

from pbem.base.config import embedded_config
from pbem.base.service import make_service
from pbem.store.schema import migrate
from tests.e2e.server import running
from tests.pbem.sample_tables import asks, lines, play_one, started
from tests.services import PATIENCE


@pytest.mark.slow
def test_a_patient_bot_plays(tmp_path: Path) -> None:
    service = make_service(embedded_config({"DATA": str(tmp_path)}))
    migrate(service.db)
    table_id = started(service, "whistle-stop", people=1, bots=1, bot="patient")
    while not any(ask.for_bot for ask in asks(service, table_id)):
        play_one(service, table_id)
    with running(tmp_path, BOT_PLAYOUTS="2"):
        for _ in range(PATIENCE * 10):
            if "bot" in [line.how for line in lines(service, table_id)]:
                break
            time.sleep(0.1)
    assert "bot" in [line.how for line in lines(service, table_id)]
    told = next(tmp_path.glob("told-*.txt")).read_text()
    assert "Traceback" not in told
    service.db.close()
