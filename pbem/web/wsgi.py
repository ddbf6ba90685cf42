"""The application for gunicorn."""

import os

from pbem.base.config import production_config
from pbem.base.service import make_service
from pbem.web.app import create_app
from worker.app import bind

_service = make_service(production_config(os.environ))
bind(_service)
app = create_app(_service)
