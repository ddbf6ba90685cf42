"""The catalogues and the texts they must hold. Needed when texts change and in tests, never at run time."""

import io
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from pbem.base.folders import templates_folder
from pbem.base.translations import DOMAIN, FOLDER, LANGUAGES
from pbem.base.translations.french import with_french_spaces

PROJECT = FOLDER.parents[2]
KEYWORDS = ("_l", "lazy_gettext", "BadField:2")  # besides those that pybabel knows


def texts() -> Catalog:
    """Every text that is to be translated."""
    with TemporaryDirectory() as folder:
        template = Path(folder, f"{DOMAIN}.pot")
        _collect(template)
        with template.open("rb") as file:
            return read_po(file)


def _collect(template: Path) -> None:
    sources = ("pbem", str(templates_folder().relative_to(PROJECT)))
    options = ("--mapping-file=pyproject.toml", *(f"--keywords={word}" for word in KEYWORDS))
    form = ("--add-location=file", "--sort-output", f"--output-file={template}")
    with chdir(PROJECT):  # so that the places of texts are the same on every machine
        _pybabel("extract", *options, *form, *sources)


def _pybabel(*words: str) -> None:
    command: Any = CommandLineInterface()
    command.run(["pybabel", "--quiet", *words])


def translated() -> tuple[str, ...]:
    return tuple(lang for lang in LANGUAGES if lang != "en")


def po_file(lang: str) -> Path:
    return FOLDER / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(lang: str) -> Catalog:
    with po_file(lang).open("rb") as file:
        return read_po(file, locale=lang)


def compiled(catalog: Catalog) -> bytes:
    shown = Catalog(locale=catalog.locale)
    for entry in catalog:
        if entry.id:
            shown.add(entry.id, _as_shown(entry.string, str(catalog.locale)), context=entry.context)
    out = io.BytesIO()
    write_mo(out, shown)
    return out.getvalue()


def _as_shown(string: Any, lang: str) -> Any:
    """A translation is one text, or a tuple of its singular and plural."""
    if lang != "fr":
        return string
    return with_french_spaces(string) if isinstance(string, str) else tuple(map(with_french_spaces, string))


def refresh() -> None:
    """New texts into the catalogues, vanished ones out of them, all compiled."""
    where = (f"--domain={DOMAIN}", f"--output-dir={FOLDER}")
    # A catalogue changes only when a text does: its header keeps its dates.
    how = ("--init-missing", "--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date", "--width=118")
    with TemporaryDirectory() as folder:
        template = Path(folder, f"{DOMAIN}.pot")
        _collect(template)
        for lang in translated():
            _pybabel("update", f"--locale={lang}", f"--input-file={template}", *where, *how)
    for lang in translated():
        po_file(lang).with_suffix(".mo").write_bytes(compiled(read(lang)))


def complaints() -> Iterator[str]:
    """What is wrong with the catalogues, a sentence each."""
    wanted = texts()
    for lang in translated():
        catalog = read(lang)
        for message in wanted:
            if not message.id:
                continue
            name = message.id if isinstance(message.id, str) else message.id[0]
            entry = catalog.get(name, message.context)
            if entry is None:
                yield f"{lang} lacks {message.id!r}: run python -m pbem.base.translations"
            elif not _is_translated(entry.string) or entry.fuzzy:
                yield f"{lang} has no translation of {message.id!r}"
            else:
                yield from (f"{lang}, {message.id!r}: {error}" for error in entry.check(catalog))
        for entry in catalog:
            if entry.id and wanted.get(entry.id if isinstance(entry.id, str) else entry.id[0], entry.context) is None:
                yield f"{lang} has a text that nobody says: {entry.id!r}"
        if _said(po_file(lang).with_suffix(".mo").read_bytes()) != _said(compiled(catalog)):
            yield f"{po_file(lang).with_suffix('.mo').name} of {lang} is stale: run python -m pbem.base.translations"


def _said(mo: bytes) -> dict[tuple[str | None, str], str]:
    """What a compiled catalogue says; its header names the version of the compiler and does not count."""
    catalog = read_mo(io.BytesIO(mo))
    return {(entry.context, str(entry.id)): str(entry.string) for entry in catalog if entry.id}


def _is_translated(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
