"""A translator begins a language with one command, and sees at once what it is like."""

import re
import sys
from gettext import c2py
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from tests.locales import new_language
from tests.locales.catalogues import EXTRACT, translate
from tests.locales.new_language import catalogue, main, missing, prepared, spoken
from tests.together import long
from tests.view.gallery import PAGES


def test_a_new_catalogue_has_every_sentence_of_the_template_and_none_translated(
    tmp_path: Path,
) -> None:
    catalog = prepared("eo", tmp_path)
    with EXTRACT.TEMPLATE.open("rb") as stream:
        template = read_po(stream)
    assert {message.id for message in catalog} == {message.id for message in template}
    left = [*missing(catalog), *missing(catalog, of_staff=True)]
    assert len(left) == len([each for each in template if each.id])


def test_what_is_translated_stays_when_the_language_is_prepared_again(tmp_path: Path) -> None:
    catalog = prepared("eo", tmp_path)
    translate(catalog, "Undo", "Malfari")
    catalogue("eo", tmp_path).write_bytes(EXTRACT.written(catalog))
    again = prepared("eo", tmp_path)
    assert len(missing(again)) == len(missing(catalog))
    words = spoken("eo", again)
    assert words.say("Undo") == "Malfari"
    assert words.say("Pass") == "Pass"


def test_what_is_missing_is_named_by_tier_and_only_players_sentences_are_flaws(
    tmp_path: Path,
) -> None:
    catalog = prepared("eo", tmp_path)
    for message in (each for each in catalog if each.id):
        message.string = message.id
    assert [*EXTRACT.flaws(catalog)] == [*missing(catalog), *missing(catalog, of_staff=True)] == []
    translate(catalog, "Undo", "")
    translate(catalog, "Change the PIN", "")
    assert missing(catalog) == ["Undo"]
    assert missing(catalog, of_staff=True) == ["Change the PIN"]
    assert [*EXTRACT.flaws(catalog)] == ["not translated: 'Undo'"]


@pytest.mark.parametrize("language", ["eo", "sl", "ko", "ar"])
def test_a_language_counts_as_cldr_says(language: str, tmp_path: Path) -> None:
    catalog = prepared(language, tmp_path)
    words = spoken(language, catalog)
    assert words.language == language
    form = c2py(catalog.plural_expr)
    category = Locale(language).plural_form
    pairs = {(form(number), category(number)) for number in range(201)}
    assert len(pairs) == len(dict(pairs)) == len({name for _, name in pairs})


@long
def test_every_screen_is_shown_and_what_is_missing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pictures"
    command = ["new_language", "eo", "--folder", str(tmp_path), "--pictures", str(folder)]
    monkeypatch.setattr(sys, "argv", command)
    monkeypatch.setattr(new_language, "SIZES", ((800, 480),))
    monkeypatch.setattr(new_language, "MOST", 100)
    assert main() == 1
    said = capsys.readouterr().out
    assert "eo: 0 of " in said
    assert "missing: " in said
    assert len([*folder.glob("*.png")]) > len(PAGES)
    told = (folder / "sentences.html").read_text(encoding="utf-8")
    assert told.count("<tr><td>") == len([each for each in prepared("eo", tmp_path) if each.id])
    named = set(re.findall(r'href="([^"]+)"', told))
    assert named
    assert all((folder / each).exists() for each in named)
    assert "printed in a terminal" in told
    assert "spoken, after an entry" in told
    assert new_language.NOWHERE not in told


@pytest.mark.parametrize("wrong", ["C.UTF-8", "en_US", "q", "qqq"])
def test_what_is_no_language_is_refused(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["new_language", wrong, "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert wrong in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
