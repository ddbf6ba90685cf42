"""The catalogues and the texts they must hold. Needed when texts change and in tests, never at run time."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from pbem.base.folders import templates_folder
from pbem.base.translations import DOMAIN, FOLDER, LANGUAGES

PACKAGE = FOLDER.parents[1]
EXTRACTORS = [("**.py", "python"), ("**.html", "jinja2"), ("**.txt", "jinja2"), ("**.xml", "jinja2")]
OPTIONS = {"jinja2": {"silent": "false"}}
KEYWORDS = {
    "_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
    "lazy_gettext": None, "_l": None, "BadField": (2,),
}  # fmt: skip
# The same for every run: a catalogue changes only when a text does.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def texts() -> Catalog:
    """Every text that is to be translated."""
    found = Catalog(creation_date=DATE)
    for folder in (PACKAGE, templates_folder()):
        for name, _, message, comments, context in extract_from_dir(
            folder, EXTRACTORS, _options(), KEYWORDS, ("Translators:",), strip_comment_tags=True
        ):
            place = (f"{folder.name}/{Path(name).as_posix()}", 0)
            found.add(message, None, [place], auto_comments=comments, context=context)
    return found


def _options() -> dict[str, dict[str, str]]:
    return {pattern: OPTIONS.get(method, {}) for pattern, method in EXTRACTORS}


def translated() -> tuple[str, ...]:
    return tuple(lang for lang in LANGUAGES if lang != "en")


def po_file(lang: str) -> Path:
    return FOLDER / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(lang: str) -> Catalog:
    with po_file(lang).open("rb") as file:
        return read_po(file, locale=lang)


def compiled(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def refresh() -> None:
    """New texts into the catalogues, vanished ones out of them, all compiled."""
    wanted = texts()
    for lang in translated():
        catalog = read(lang) if po_file(lang).exists() else Catalog(locale=lang)
        catalog.update(wanted, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        _fill_header(catalog)
        out = io.BytesIO()
        write_po(out, catalog, width=118, sort_output=True, include_lineno=False)
        po_file(lang).parent.mkdir(parents=True, exist_ok=True)
        po_file(lang).write_bytes(out.getvalue())
        po_file(lang).with_suffix(".mo").write_bytes(compiled(read(lang)))


def _fill_header(catalog: Catalog) -> None:
    catalog.project, catalog.version = "Railpost", "1"
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = "Railpost"
    catalog.header_comment = (
        "# The service's own texts. `python -m pbem.base.translations` keeps them in step with the code."
    )
    catalog.fuzzy = False
    catalog.creation_date = catalog.revision_date = DATE


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
