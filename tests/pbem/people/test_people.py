"""People are known by their addresses."""

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.store.models import User
from pbem.store.people import person
from tests.services import PATIENCE


def named(service: Service, name: str) -> int:
    with service.db.writing() as session:
        return person(service, session, "zoe@mail.localhost", name, "en").id


@pytest.mark.slow
def test_two_forms_with_the_same_new_address_at_once_are_one_person(postgres_service: Service) -> None:
    with ThreadPoolExecutor(1) as pool:
        with postgres_service.db.writing() as session:
            first = person(postgres_service, session, "zoe@mail.localhost", "Zoe", "en").id
            second = pool.submit(named, postgres_service, "Zoé")
            sleep(0.5)  # it has found nobody, and waits for us
        assert second.result(timeout=PATIENCE) == first
    with postgres_service.db.reading() as session:
        assert [user.name for user in session.exec(select(User)).all()] == ["Zoe"]
