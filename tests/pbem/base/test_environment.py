"""Settings come from variables, from files that hold one value, and from one file that holds all."""

import pytest

from pbem.base.config import BadConfig, production_config
from pbem.base.environment import environment, setting_names, settings_found


def test_a_file_holds_a_single_value(tmp_path):
    (tmp_path / "keys").write_text("k" * 40 + "\n")
    env = environment({"SECRET_KEYS_FILE": str(tmp_path / "keys")})
    assert env["SECRET_KEYS"] == "k" * 40


def test_every_setting_may_stand_in_a_file(tmp_path):
    (tmp_path / "value").write_text("something\n")
    for name in setting_names():
        assert environment({f"{name}_FILE": str(tmp_path / "value")})[name] == "something"


def test_one_file_holds_all_settings_of_a_server(tmp_path):
    file = tmp_path / "railpost.env"
    file.write_text(
        "# the site\n"
        "PUBLIC_URL=https://play.example.org\n\n"
        'DATABASE_URL=postgresql://railpost:it\'s%20"quoted"@db/railpost\n'
        'REDIS_URL="redis://127.0.0.1:6379/0"\n'
        "export SMTP_URL='smtp://127.0.0.1:25'\n"
        f"SECRET_KEYS = {'k' * 40}\n"
        "; a comment too\n"
        "MAIL_FROM=turns@play.example.org\n"
    )
    config = production_config(environment({"RAILPOST_ENV": str(file)}))
    assert config.redis_url == "redis://127.0.0.1:6379/0"
    assert config.smtp_url == "smtp://127.0.0.1:25"
    assert config.secret_keys == ("k" * 40,)
    assert config.database_url == 'postgresql+psycopg://railpost:it\'s%20"quoted"@db/railpost'


def test_a_variable_wins_over_the_file(tmp_path):
    file = tmp_path / "railpost.env"
    file.write_text("PORT=8000\nHOST=0.0.0.0\n")
    env = environment({"RAILPOST_ENV": str(file), "PORT": "9000"})
    assert (env["PORT"], env["HOST"]) == ("9000", "0.0.0.0")


def test_a_file_inside_the_file(tmp_path):
    (tmp_path / "keys").write_text("k" * 40)
    (tmp_path / "railpost.env").write_text(f"SECRET_KEYS_FILE={tmp_path / 'keys'}\n")
    assert environment({"RAILPOST_ENV": str(tmp_path / "railpost.env")})["SECRET_KEYS"] == "k" * 40


def test_what_is_found_is_told_by_name_only(tmp_path):
    (tmp_path / "keys").write_text("secret")
    found = settings_found({"SECRET_KEYS_FILE": str(tmp_path / "keys"), "PORT": "1", "HOME": "/root"})
    assert found == ["PORT", "SECRET_KEYS"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"SECRET_KEYS": "a", "SECRET_KEYS_FILE": "here"}, "SECRET_KEYS and SECRET_KEYS_FILE are both set"),
        ({"SMTP_URL_FILE": "/nowhere/at/all"}, "SMTP_URL_FILE names /nowhere/at/all, which cannot be read"),
        ({"RAILPOST_ENV": "/nowhere/at/all"}, "RAILPOST_ENV names /nowhere/at/all, which cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(given, says):
    with pytest.raises(BadConfig, match=says):
        environment(given)


def test_a_line_that_is_no_setting_is_named_by_its_number(tmp_path):
    file = tmp_path / "railpost.env"
    file.write_text("PORT=8000\nSECRET_KEYS: hidden\n")
    with pytest.raises(BadConfig, match=r"line 2 of .* is not of the form NAME=value") as told:
        environment({"RAILPOST_ENV": str(file)})
    assert "hidden" not in str(told.value)


def test_a_file_that_is_no_text_is_named(tmp_path):
    file = tmp_path / "railpost.env"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfig, match="holds no text"):
        environment({"RAILPOST_ENV": str(file)})
