"""The command line: `pbem`. Each command parses, calls and prints; what it does lives elsewhere.

Exit status 0 only when all went well: 1 when a game or a record breaks a rule, 2 when the call itself is wrong.
"""

from importlib import import_module

import click

PLACES = {
    "games": "games.command",
    "simulate": "simulate.command",
    "replay": "replay.command",
    "read": "read.command",
    "open": "open.command",
    "receive": "receive.command",
    "check": "check.command",
    "backup": "backups.backup_command",
    "restore": "backups.restore_command",
    "export": "records.export_command",
    "import": "records.import_command",
    **{
        process: f"processes.{process}_command"
        for process in ("up", "web", "worker", "sender", "thinker", "beat", "inbound", "migrate")
    },
}


class Commands(click.Group):
    """Loads a command when it is called: a server that starts does not wait for what the others need."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PLACES:
            return None
        module, _, name = PLACES[cmd_name].partition(".")
        command: click.Command = getattr(import_module(f"pbem.cli.{module}"), name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="railpost", prog_name="pbem")
def main() -> None:
    """Railpost: railway board games by mail."""
