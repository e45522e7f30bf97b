"""Names stand in the order that a browser's own collation (ICU, from the CLDR) gives them in each language."""

import json
import re

import pytest

from device.common import i18n
from device.common.formats import Format
from device.common.languages import LANGUAGES

NAMES = re.findall(
    r"\S+",
    """Čáp Cibulka Chalupa Hrubý Ivan Říha Rys Šíp Sýkora Adam Ádam Žák Zima Ďuriš Dano Ľuboš Luboš Ĺahký Lúčny Ťažký
    Tkáč Ôsmak Ondrej Ózd Oto Ozima Oťapka Ängel Anna Azor Äzop Ňurba Novák Nováková Núdza Ŕahký Rád Michal Micek
    Mihal Ščasný Čech Cech Çelik Über Uhlíř Groß Grosse Grota Chytrý chytrá Ch Cyril Cz H I Ůlehla Úlehla Ulehla
    d'Or Novák-Malý Novotný""",
)


@pytest.mark.parametrize("word", LANGUAGES)
def test_names_stand_as_in_a_browser(browser, word):
    theirs = browser.read(f"{json.dumps(NAMES)}.sort(new Intl.Collator('{LANGUAGES[word].tag[:2]}').compare)")
    with i18n.speaking(word):
        ours = sorted(NAMES, key=i18n.alphabetical)
    letters = [[name.casefold() for name in names] for names in (ours, theirs)]
    assert letters[0] == letters[1]


def test_a_language_with_more_than_one_letter_after_another(browser):
    """Polish, which the device does not speak: what the entry of a new language may say."""
    polish = Format(LANGUAGES["en"]._replace(after="a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż"))
    names = ["Zając", "Żak", "Źrebak", "Zych", "Łoś", "Lis", "Lubicz", "Mazur", "Ćma", "Cyna", "Dąb", "Dach"]
    theirs = browser.read(f"{json.dumps(names)}.sort(new Intl.Collator('pl').compare)")
    assert sorted(names, key=polish.order) == theirs
