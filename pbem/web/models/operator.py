"""The operator's page."""

from dataclasses import dataclass

from pbem.web.models.parts import Chrome, Form


@dataclass(frozen=True)
class Figure:
    label: str
    value: str
    is_bad: bool = False


@dataclass(frozen=True)
class Trouble:
    when: str
    text: str
    url: str = ""
    act: Form | None = None
    act_label: str = ""


@dataclass(frozen=True)
class OperatorPage:
    chrome: Chrome
    figures: tuple[Figure, ...]
    troubles: tuple[Trouble, ...]
    mails: tuple[Trouble, ...] = ()  # those that did not leave
    letters: tuple[Trouble, ...] = ()  # to postmaster and abuse
