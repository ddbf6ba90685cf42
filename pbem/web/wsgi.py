"""The application for gunicorn."""

import os

from pbem.base.config import production_config
from pbem.base.environment import environment
from pbem.base.logs import write_logs
from pbem.base.service import make_service
from pbem.store.signs import keep_signing
from pbem.store.tallies import keep_writing
from pbem.web.app import create_app
from worker.app import bind

_service = make_service(production_config(environment(os.environ)))
write_logs(_service.config.log_format)
bind(_service)
keep_signing(_service, "web")
keep_writing(_service)
app = create_app(_service)
