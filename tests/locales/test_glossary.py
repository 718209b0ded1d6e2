"""One thing has one word, and it is the word of the book in the box."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.rules.tiles import KINDS
from tests.locales.catalogues import GLOSSARIES, SETTLED, sentences, translations
from tests.together import for_each

ROOT = Path(__file__).parents[2]

LABELS: Mapping[str, str] = {
    **{kind.value: kind.english for kind in KINDS},
    "fam_civ": "Civilizations",
    "fam_mon": "Monuments",
    "cat_gods": "Gods",
    "cat_pharaohs": "Pharaohs",
    "cat_river": "River",
    "cat_gold": "Gold",
    "cat_mon_qty": "Identical monuments",
    "cat_mon_div": "Different monuments",
    "cat_suns": "Suns",
    "invoke": "Invoke Ra",
    "use_god": "God tile",
    "pass": "Pass",
}
"""What things are called where their name stands alone."""

EPOCHS = {
    "numbers": ("First epoch", "Second epoch", "Third epoch"),
    "kingdoms": ("Old Kingdom", "Middle Kingdom", "New Kingdom"),
}
"""The two ways to call the epochs."""

_HELP = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("companion/cli/*.py")}

_FACT = re.compile(r"\{.*?\}")

settled = pytest.mark.parametrize("language", SETTLED)


def _terms(language: str, key: str) -> list[str]:
    return [term.casefold() for term in GLOSSARIES[language]["terms"][key]["terms"]]


@settled
def test_a_glossary_names_its_edition_and_the_things_that_english_names(language: str) -> None:
    glossary = GLOSSARIES[language]
    assert glossary["edition"]
    assert glossary["epochs"] in EPOCHS
    assert set(glossary["terms"]) == set(GLOSSARIES["en"]["terms"])
    for entry in glossary["terms"].values():
        assert entry["book"] in ("printed", "inflected", "proposed")
        assert all(entry["terms"])


@settled
@for_each(key=LABELS)
def test_a_thing_is_called_as_the_book_calls_it(language: str, key: str) -> None:
    said = translations(language)[LABELS[key]][0]
    otherwise = GLOSSARIES[language].get("otherwise", {})
    if key in otherwise:
        assert said == otherwise[key]
        return
    beginning = said.casefold()[: 1 if language == "ja" else 3]
    assert any(said.casefold() == term or beginning in term for term in _terms(language, key))
    if key.startswith(("civ_", "mon_", "dis_")):
        assert said.casefold() in _terms(language, key)


@settled
def test_epochs_are_called_as_the_book_calls_them(language: str) -> None:
    names = EPOCHS[GLOSSARIES[language]["epochs"]]
    said = [translations(language)[english][0].casefold() for english in names]
    assert said == [_terms(language, key)[0] for key in ("epoch1", "epoch2", "epoch3")]


@settled
def test_a_sentence_has_the_words_of_the_book(language: str) -> None:
    missing = [
        (english, said)
        for english, expression in GLOSSARIES[language].get("in_sentences", {}).items()
        for sentence, said in translations(language).items()
        if re.search(english, _FACT.sub("", sentence), re.IGNORECASE)
        and not _HELP & sentences()[sentence]
        if any(said)
        if not all(re.search(expression, form, re.IGNORECASE) for form in said)
    ]
    assert missing == []


def test_nobody_declares_a_bid_in_japanese() -> None:
    """The book has one verb for invoking Ra and for bidding; here it means invoking Ra alone."""
    for sentence, said in translations("ja").items():
        declared = said[0].count("宣言")
        assert declared == said[0].count("Ra を宣言") + said[0].count("Raを宣言"), sentence


def test_no_article_stands_before_a_number_or_a_name_in_hungarian() -> None:
    for said in translations("hu").values():
        for form in said:
            assert not re.search(r"\b[Aa]z? \{(?!kinds)", form)


def test_names_are_never_said_to_be_men_or_women() -> None:
    """In the past tense the three Slavic languages would have to know."""
    past = re.compile(r"\{(?:name|player|other)\} \w+(?:[вл]|ла|ли|l|la|li)(?:[ ,.]|$)")
    for language in ("uk", "ru", "cs"):
        said = (form for all_forms in translations(language).values() for form in all_forms)
        assert [form for form in said if past.search(form)] == []
