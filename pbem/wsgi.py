"""The application for gunicorn."""

import os

from pbem.config import production_config
from pbem.service import make_service
from pbem.web import create_app
from worker.app import bind

_service = make_service(production_config(os.environ))
bind(_service)
app = create_app(_service)
