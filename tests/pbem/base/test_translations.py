"""No text of the service without its French, and no compiled catalogue that lags behind."""

from pbem.base.translations import FOLDER, catalogue
from pbem.base.translations.catalogues import complaints, texts, translated


def test_every_text_is_translated_and_compiled() -> None:
    assert list(complaints()) == []


def test_the_texts_of_mails_are_found() -> None:
    found = texts()
    for text in ("Your moves", "— reply above this line —", "Players"):
        assert found.get(text) is not None


def test_catalogues_answer_without_a_request() -> None:
    assert translated() == ("fr",)
    assert (FOLDER / "fr" / "LC_MESSAGES" / "messages.mo").is_file()
    assert catalogue("fr").gettext("Players") == "Joueurs"
    assert catalogue("en").gettext("Players") == "Players"
