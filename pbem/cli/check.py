"""`pbem check`: whether everything around the server is fit, and whether running tables go on under these rules."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.cli.setup import Breach, configured, ready

if TYPE_CHECKING:
    from pbem.tables.rules_upgrade import Replayed
    from pbem.upkeep.self_check import Finding
    from pbem.upkeep.watchdog import Complaint


@click.command("check")
@click.option(
    "--replay", is_flag=True, help="Replay running tables on the rules of this release; run it after `migrate`."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(replay: bool, as_json: bool) -> None:
    """Checks settings, database, broker, mail server and DNS, then every running table, and says what to do."""
    from pbem.tables.rules_upgrade import replay_tables
    from pbem.upkeep.self_check import Dns, findings
    from pbem.upkeep.watchdog import complaints  # slow to load, and the server shares this command line

    config = configured()
    found = list(findings(config, Dns()))
    has_tables = all(finding.fit for finding in found if finding.part == "database")
    replayed = replay_tables(ready(config)) if replay else []
    wrong = complaints(ready(config)) if has_tables else []
    if as_json:
        click.echo(json.dumps(told(found, replayed, wrong)))
    else:
        for finding in found:
            click.echo(f"{finding.part:10} {finding.says}")
        for table in replayed:
            click.echo(f"table {table.table_id:<4} {sentence(table)}")
        for complaint in wrong:
            click.echo(f"watchdog   {complaint}")
    if not is_fit(found, replayed, wrong):
        raise Breach("not everything is as it should be")


def told(found: "Sequence[Finding]", replayed: "Sequence[Replayed]", wrong: "Sequence[Complaint]") -> dict[str, object]:
    return {
        "fit": is_fit(found, replayed, wrong),
        "parts": [{"part": finding.part, "fit": finding.fit, "says": finding.says} for finding in found],
        "tables": [{"table": row.table_id, "outcome": row.outcome, "why": row.why} for row in replayed],
        "complaints": [{"says": str(complaint), "mended": complaint.is_mended} for complaint in wrong],
    }


def is_fit(found: "Sequence[Finding]", replayed: "Sequence[Replayed]", wrong: "Sequence[Complaint]") -> bool:
    return (
        all(finding.fit for finding in found)
        and not any(row.failed for row in replayed)
        and all(complaint.is_mended for complaint in wrong)
    )


def sentence(row: "Replayed") -> str:
    if row.failed:
        return f"cannot be replayed: {row.why}"
    return f"goes on from its present position: {row.why}" if row.why else "ok"
