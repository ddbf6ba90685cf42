"""French spacing. Catalogues and word files are typed as on a keyboard, with plain spaces and apostrophes; the spaces
before `: ; ? ! »` and after `«` become no-break spaces when a catalogue is compiled and when a mail is drawn up."""

import re

_SPACES = re.compile(r" (?=[:;?!»$])|(?<=«) ")


def with_french_spaces(text: str) -> str:
    return _SPACES.sub("\N{NO-BREAK SPACE}", text)
