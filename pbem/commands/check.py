"""`pbem check`: whether everything around the server is fit, and whether running tables go on under these rules."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.commands import Breach, configured, ready

if TYPE_CHECKING:
    from pbem.actions.replaying import Replayed
    from pbem.surroundings import Finding


@click.command("check")
@click.option(
    "--replay", is_flag=True, help="Replay running tables on the rules of this release; run it after `migrate`."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(replay: bool, as_json: bool) -> None:
    """Checks settings, database, broker, mail server and DNS, and says what to do."""
    from pbem.actions.replaying import replay_tables  # slow to load, and the server shares this command line
    from pbem.surroundings import Dns, findings

    config = configured()
    found = list(findings(config, Dns()))
    replayed = replay_tables(ready(config)) if replay else []
    if as_json:
        click.echo(json.dumps(told(found, replayed)))
    else:
        for finding in found:
            click.echo(f"{finding.part:10} {finding.says}")
        for table in replayed:
            click.echo(f"table {table.table_id:<4} {sentence(table)}")
    if not all(finding.fit for finding in found):
        raise Breach("not everything is as it should be")


def told(found: "Sequence[Finding]", replayed: "Sequence[Replayed]") -> dict[str, object]:
    return {
        "fit": all(finding.fit for finding in found),
        "parts": [{"part": finding.part, "fit": finding.fit, "says": finding.says} for finding in found],
        "tables": [{"table": row.table_id, "outcome": row.outcome, "why": row.why} for row in replayed],
    }


def sentence(row: "Replayed") -> str:
    return f"goes on from its present position: {row.why}" if row.why else "ok"
