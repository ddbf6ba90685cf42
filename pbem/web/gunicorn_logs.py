"""gunicorn's own lines, written as those of all other processes are."""

import os
from typing import Any

from gunicorn.glogging import Logger

from pbem.base.config import production_config
from pbem.base.environment import environment
from pbem.base.logs import FORMATTERS
from pbem.base.redaction import redact_logs


class Log(Logger):
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        redact_logs()
        formatter = FORMATTERS[production_config(environment(os.environ)).log_format]()
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter)
