"""One line for each thing that happened, in text or JSON; repeated complaints and idle chatter are not written."""

import io
import json
import logging

import pytest

from pbem.base.logs import CHATTY, FORMATTERS, REPEAT_AFTER, Once, told, write_logs
from pbem.base.outage import Outage
from pbem.base.redaction import redact_logs


@pytest.fixture
def written(request):
    """What is logged through the formatter that the test names."""
    stream, factory = io.StringIO(), logging.getLogRecordFactory()
    redact_logs()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMATTERS[request.param]())
    log = logging.getLogger("tests.logs")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield log, stream
    log.removeHandler(handler)
    logging.setLogRecordFactory(factory)


@pytest.mark.parametrize("written", ["text"], indirect=True)
def test_a_line_for_people(written):
    log, stream = written
    told(log, "mail sent", mail=12, kind="turn", why="")
    line = stream.getvalue()
    assert line.endswith(' INFO mail sent mail=12 kind=turn why=""\n')
    assert line[:4].isdigit()


@pytest.mark.parametrize("written", ["json"], indirect=True)
def test_an_object_for_programs(written):
    log, stream = written
    told(log, "mail refused", sender="anna@example.org", bytes=12, again=False)
    try:
        raise ValueError("anna@example.org is unknown")
    except ValueError as error:
        log.error("a page failed", exc_info=error)
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["what"], first["level"], first["sender"], first["bytes"]) == ("mail refused", "INFO", "<address>", 12)
    assert first["again"] is False
    assert "<address> is unknown" in second["traceback"]


@pytest.mark.parametrize("written", ["text", "json"], indirect=True)
def test_people_and_keys_are_blotted_out_of_what_is_told(written):
    log, stream = written
    told(log, "mail refused", sender="anna@example.org", path="/t/abc.def/lay.E14")
    assert "anna" not in stream.getvalue()
    assert "abc.def" not in stream.getvalue()


def test_the_same_complaint_is_written_once_in_ten_minutes():
    once = Once()

    def complain(text, at, level=logging.ERROR):
        record = logging.LogRecord("kombu", level, "", 0, text, (), None)
        record.created = at
        return once.filter(record)

    assert complain("Cannot connect. Trying again in 2.00 seconds", 0.0)
    assert not complain("Cannot connect. Trying again in 4.00 seconds", 2.0)
    assert complain("Another thing", 3.0)
    assert complain("ready", 4.0, logging.INFO)
    assert complain("ready", 5.0, logging.INFO)
    assert complain("Cannot connect. Trying again in 32.00 seconds", REPEAT_AFTER)


def test_an_outage_is_one_line_and_its_end_another(caplog):
    outage = Outage("the broker")
    outage.over()
    for _ in range(50):
        outage.noticed("ConnectionError")
    for _ in range(3):
        outage.over()
    assert [record.message for record in caplog.records] == [
        "the broker does not answer: ConnectionError",
        "the broker answers again after 0 seconds",
    ]


def test_a_process_writes_to_standard_error_and_says_nothing_when_it_has_nothing_to_do(capsys):
    root, levels = logging.getLogger(), {name: logging.getLogger(name).level for name in CHATTY}
    handlers, level = root.handlers[:], root.level
    try:
        write_logs("text")
        logging.getLogger("celery.app.trace").info("Task sweep succeeded in 0.06s")
        logging.getLogger("pbem.mail_out.deliver").info("mail sent")
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("INFO mail sent\n")
    assert "sweep" not in err
