"""Collects the texts of code and templates into the catalogues and compiles them. Lists what is not translated."""

import sys

from pbem.base.translations.catalogues import complaints, refresh

if __name__ == "__main__":
    refresh()
    found = list(complaints())
    for complaint in found:
        sys.stderr.write(f"{complaint}\n")
    sys.exit(1 if found else 0)
