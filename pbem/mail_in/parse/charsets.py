"""Bytes of unknown origin become text. The declared character set is believed only if it is one of those that
mail is written in: Python knows others whose decoding takes quadratic time or means something else."""

import codecs
import re
import unicodedata

_FAMILIES = re.compile(
    r"ascii|utf-8(-sig)?|utf-(16|32)(-[bl]e)?|iso8859-\d+|cp\d{3,4}|koi8-[rtu]|mac-\w+|gb2312|gbk|gb18030|hz|"
    r"big5(hkscs)?|shift_jis\w*|euc_\w+|iso2022_\w+|tis-620|ptcp154"
)
_NAME = re.compile(r"[a-z0-9_.:-]{2,30}")
_ALIASES = {"iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "unknown-8bit": "utf-8", "x-unknown": "utf-8"}
# Invisible letters that would make two equal words differ, or turn the text around: format and control characters.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff]"
)
_SPACES = re.compile("[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_BREAKS = re.compile("\r\n|[\r\x0c\x85\u2028\u2029]")


def decoded(data: bytes, declared: str = "") -> str:
    """Declared, then UTF-8, then what Windows and the old Internet used: the last one takes any bytes."""
    for name in (declared, "utf-8", "cp1252"):
        codec = known_codec(name)
        if codec is not None:
            try:
                return data.decode(codec)
            except (UnicodeError, ValueError):
                continue
    return data.decode("latin-1")


def known_codec(name: str) -> str | None:
    name = name.strip(" \t\"'").lower()
    if not _NAME.fullmatch(name):
        return None
    try:
        found = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError, UnicodeError):
        return None
    return found if _FAMILIES.fullmatch(found) else None


def tidied(text: str) -> str:
    """Composed letters, one kind of line break and of blank, nothing invisible."""
    text = _SPACES.sub(" ", _BREAKS.sub("\n", text))
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
