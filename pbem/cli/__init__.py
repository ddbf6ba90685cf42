"""The command line: `pbem`. Each command parses, calls and prints; what it does lives elsewhere.

Exit status 0 only when all went well: 1 when a game or a record breaks a rule, 2 when the call itself is wrong.
"""

import click

from pbem.cli import backups, check, games, open, processes, read, receive, records, replay, simulate


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="railpost", prog_name="pbem")
def main() -> None:
    """Railpost: railway board games by mail."""


main.add_command(games.command)
main.add_command(simulate.command)
main.add_command(replay.command)
main.add_command(read.command)
main.add_command(open.command)
main.add_command(receive.command)
main.add_command(check.command)
main.add_command(backups.backup_command)
main.add_command(backups.restore_command)
main.add_command(records.export_command)
main.add_command(records.import_command)
for process in ("up", "web", "worker", "sender", "thinker", "beat", "inbound", "migrate"):
    main.add_command(getattr(processes, f"{process}_command"))
