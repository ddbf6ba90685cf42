"""The service's own texts. English is written in code and templates; `fr` is its catalogue.

flask-babel finds the same catalogues for pages; mails are written outside any request, so they ask here.
`python -m pbem.base.translations` collects the texts anew and compiles the catalogues.
"""

from functools import cache
from gettext import NullTranslations
from pathlib import Path

from babel.support import Translations

FOLDER = Path(__file__).parent
DOMAIN = "messages"
LANGUAGES = ("en", "fr")


@cache
def catalogue(lang: str) -> NullTranslations:
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}")
    return NullTranslations() if lang == "en" else Translations.load(FOLDER, [lang], DOMAIN)
