"""Prizes in kind and of classes, what who share a place get, diplomas with the club's picture."""

import base64
import io
from types import SimpleNamespace

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import LARGEST_PICTURE, PrizeClass, PrizesSet
from device.organiser.desk.asked import file_field
from device.organiser.desk.forms import decide
from device.organiser.log.tournament_state import Entrant
from device.organiser.papers.diplomas import diplomas
from device.organiser.papers.lists import prizes
from device.organiser.papers.sheet import PaperRequest
from device.organiser.tournament.accounts import account
from device.organiser.tournament.entrant_file import write
from device.organiser.tournament.made_from import prizes_fields
from device.organiser.tournament.prizes import class_awards, fit_picture, hand_out
from device.organiser.tournament.registration import Registration
from rules.message import Refusal
from tests.organiser.events import played, with_pairs
from tests.organiser.pages import Inside
from tests.organiser.said import enrol, entrant_lines

pytestmark = pytest.mark.usefixtures("in_english")


def lines(*places, classes=()):
    return [
        SimpleNamespace(place=place, entrant=Entrant(str(n), n, f"N{n}", (f"N{n}",), classes=classes))
        for n, place in enumerate(places, start=1)
    ]


def rules(**more):
    return PrizesSet(id="0" * 16, **more)


def got(awards):
    return [(award.entrant.number, award.place, award.amount, award.things, award.among) for award in awards]


PLACES = st.lists(st.integers(0, 4), min_size=1, max_size=12).map(
    lambda scores: [sorted(scores).index(score) + 1 for score in sorted(scores)]
)


@given(PLACES, st.lists(st.integers(0, 50_000), max_size=8).map(lambda all: sorted(all, reverse=True)))
def test_equal_parts_hand_out_just_what_the_places_that_are_taken_bring(places, prizes):
    awards = hand_out(lines(*places), prizes, (), rules(), 1)
    assert sum(award.amount for award in awards) == sum(prizes[: len(places)])
    ordered = hand_out(lines(*places), prizes, (), rules(shared="order"), 1)
    assert [award.amount for award in ordered] == [*prizes[: len(places)], *[0] * (len(places) - len(prizes))]
    each = hand_out(lines(*places), prizes, (), rules(shared="each"), 1)
    assert [award.amount for award in each] == [sum(prizes[place - 1 : place]) for place in places]


def test_two_on_the_first_place_share_its_things_with_those_of_the_second():
    awards = hand_out(lines(1, 1, 3), (), ("ham", "wine", "book"), rules(), 100)
    assert got(awards) == [(1, 1, 0, ("ham", "wine"), 2), (2, 1, 0, ("ham", "wine"), 2), (3, 3, 0, ("book",), 1)]


def test_a_play_off_decides_who_of_those_on_one_place_gets_what():
    awards = hand_out(lines(1, 1, 3), (500, 300, 100), ("ham", "wine"), rules(shared="order", order=("2",)), 100)
    assert got(awards) == [(2, 1, 500, ("ham",), 1), (1, 2, 300, ("wine",), 1), (3, 3, 100, (), 1)]


def test_a_class_has_places_of_its_own_and_a_club_is_one():
    ranked = lines(1, 2, 3, 4)
    for n, (classes, club) in enumerate([((), "Písek"), (("Juniors",), ""), ((), "písek"), (("juniors",), "")]):
        entrant = ranked[n].entrant
        ranked[n].entrant = Entrant(
            entrant.id, entrant.number, entrant.name, entrant.players, (), club, classes=classes
        )
    prize_rules = rules(
        classes=(PrizeClass(name="juniors", prizes=(200,)), PrizeClass(name="Písek", in_kind=("cup", "pen"))),
        in_kind=("ham",),
    )
    has = {award.entrant.id: award for award in hand_out(ranked, (), prize_rules.in_kind, prize_rules, 1)}
    rows = [
        (award.group, award.entrant.number, award.place, award.amount, award.things)
        for award in class_awards(ranked, prize_rules, 1, has)
    ]
    won = [row for row in rows if row[3] or row[4]]
    assert won == [("juniors", 2, 1, 200, ()), ("Písek", 1, 1, 0, ("cup",)), ("Písek", 3, 2, 0, ("pen",))]
    once = PrizesSet(id=prize_rules.id, classes=prize_rules.classes, in_kind=prize_rules.in_kind, once=True)
    awards = [(award.entrant.number, award.things) for award in class_awards(ranked, once, 1, has) if award.things]
    assert awards == [(3, ("cup",))], "who has the ham takes no cup"


# -- at the desk ------------------------------------------------------------------------------------------------------


def evening(desk, house_percent=""):
    """Four pairs of one club, two of them juniors, after a round; and the fees, of which the house keeps so much."""
    desk.name("Podzimní pohár")
    with_pairs(desk, 4, club="Písek")
    for n in (3, 4):
        line = entrant_lines(
            f"Number;Player 1;Player 2;Pair;Club;Classes\n{n};Ann {n};Bob {n};Pair {n};Písek;Juniors, women"
        )
        Registration(desk).correct(line[0])
    played(desk, 1, "1: 1 2\n2: 3 4", (400, 300), (400, 300))
    if house_percent:
        form = {"do": "money", "fee": "100", "prizes": "60 40", "by": "percent", "house_percent": house_percent}
        decide(desk, form)
        decide(desk, {"do": "all_paid"})


def test_prizes_of_classes_come_out_of_the_fund_before_places_share_it(desk):
    evening(desk, "10")
    form = {"do": "prizes", "classes": "juniors: 60 30", "from_fund": "yes"}
    decide(desk, form)
    now = account(desk.read())
    assert (now.fund.for_prizes, now.of_classes, now.by_place) == (360_00, 90_00, (162_00, 108_00))
    assert (now.house, now.left_over, now.pays_classes) == (40_00, 0, False)
    decide(desk, form | {"classes": "juniors: 60 30 20\nveterans: 50"})
    now = account(desk.read())
    assert now.by_place == (162_00, 108_00), "what nobody is there to take stays with the places"
    decide(desk, form | {"classes": "juniors: 300 60"})
    assert account(desk.read()).by_place == (0, 0)


def test_what_an_earlier_version_said_of_classes_goes_on_being_paid_by_the_house(desk):
    """In its log nothing says where the money of classes comes from."""
    evening(desk, "10")
    old = b'{"act":"prizes","id":"%s","classes":[{"name":"juniors","prizes":[6000]}]}' % (b"7" * 16)
    desk.decide(decisions.decode(old))
    now = account(desk.read())
    assert (now.by_place, now.of_classes, now.house) == ((216_00, 144_00), 60_00, -20_00)
    assert now.pays_classes
    assert prizes_fields(desk.state.tournament)["from_fund"] == ""


def test_a_fund_that_does_not_reach_is_said_in_a_sentence(desk):
    evening(desk)
    inside = Inside(desk)
    for percent, classes, sentence in (
        ("25", "juniors: 350", "The prizes come to 50.00 Kč more than the fund has for them; the house keeps that"),
        ("10", "juniors: 450", "The prizes come to more than there is: 50.00 Kč have to be added."),
    ):
        decide(desk, {"do": "money", "fee": "100", "prizes": "60 40", "by": "percent", "house_percent": percent})
        decide(desk, {"do": "all_paid"}) if not desk.read().tournament.paid else None
        decide(desk, {"do": "prizes", "classes": classes, "from_fund": "yes"})
        page = inside.get("/money")
        assert sentence in page
        assert "not handed out" not in page
    decide(desk, {"do": "money", "fee": "100", "prizes": "60 40", "by": "percent", "house_percent": "50"})
    decide(desk, {"do": "prizes", "classes": "juniors: 150"})
    page = inside.get("/money")
    assert "The house pays the prizes of classes: 150.00 Kč." in page
    assert "Prizes of classes</th><td>−150.00" in page


def test_prizes_of_classes_come_off_the_house_and_everything_sums_up(desk):
    evening(desk, "50")
    form = {"do": "prizes", "in_kind": "ham, wine", "classes": "juniors: 30 10; a ball\nPísek: 5", "shared": "equal"}
    decide(desk, form)
    now = account(desk.state)
    assert now.fund.all == now.handed_out + now.house == 40_000
    assert now.handed_out == 20_000 + 4000 + 500
    words = {(award.group, award.place) for award in now.awards}
    assert {("", 1), ("juniors", 1), ("juniors", 2), ("Písek", 1)} <= words
    before = desk.state.last
    decide(desk, form)
    assert desk.read().last == before, "nothing was changed"
    assert desk.state.tournament.last.acts[0].classes[0].in_kind == ("a ball",)


def test_classes_are_in_the_file_of_entrants_and_come_back_from_it(desk):
    evening(desk)
    entrants = desk.state.tournament.by_number()
    assert entrants[3].classes == ("Juniors", "women")
    assert "Juniors, women" in write(entrants.values())
    enrol(Registration(desk), ("Solo",))
    assert desk.read().tournament.by_number()[5].classes == ()


# -- diplomas ----------------------------------------------------------------------------------------------------------


def picture(size=(300, 200), mode="RGB", kind="PNG"):
    out = io.BytesIO()
    Image.effect_noise(size, 90).convert(mode).save(out, kind)
    return out.getvalue()


def test_a_diploma_for_the_first_places_and_every_class_with_the_picture(desk):
    evening(desk)
    with pytest.raises(Refusal, match="not a picture"):
        decide(desk, {"do": "picture", "file": file_field(b"hello")})
    plain_paper = diplomas(desk.state, PaperRequest())
    decide(desk, {"do": "picture", "file": file_field(picture())})
    decide(desk, {"do": "prizes", "classes": "juniors: 30; a ball"})
    paper = diplomas(desk.state, PaperRequest())
    assert paper.startswith(b"%PDF")
    assert len(paper) > len(plain_paper)
    assert (plain_paper.count(b"/Type /Page\n"), paper.count(b"/Type /Page\n")) == (4, 5) or paper.count(
        b"/Contents"
    ) == plain_paper.count(b"/Contents") + 1


def test_the_prize_list_has_things_and_classes_too(desk):
    evening(desk)
    with pytest.raises(Refusal, match="No prizes are set"):
        prizes(desk.state, PaperRequest())
    decide(desk, {"do": "prizes", "in_kind": "ham", "classes": "juniors: ; a ball"})
    text = pypdfium2.PdfDocument(prizes(desk.state, PaperRequest()))[0].get_textpage().get_text_range()
    assert "ham" in text
    assert "in the class juniors, a ball" in " ".join(text.split())


def test_without_a_result_nobody_has_a_diploma(desk):
    with_pairs(desk, 2)
    with pytest.raises(Refusal, match="nobody has a place"):
        diplomas(desk.state, PaperRequest())


@pytest.mark.parametrize(("size", "mode", "kind"), [((3000, 100), "RGB", "JPEG"), ((1500, 1500), "RGBA", "PNG")])
def test_a_large_picture_is_kept_as_large_as_paper_needs(size, mode, kind):
    fitted = fit_picture(base64.b64encode(picture(size, mode, kind)).decode())
    assert len(fitted) <= LARGEST_PICTURE
    with Image.open(io.BytesIO(base64.b64decode(fitted))) as shown:
        assert max(shown.size) <= 1200


def test_a_picture_that_is_still_too_large_is_made_smaller_step_by_step():
    noise = Image.merge("RGBA", [Image.effect_noise((1200, 1200), 200) for _ in "RGBA"])
    out = io.BytesIO()
    noise.save(out, "PNG")
    with Image.open(io.BytesIO(base64.b64decode(fit_picture(base64.b64encode(out.getvalue()).decode())))) as file:
        assert file.size == (300, 300)


@pytest.mark.parametrize(
    "file", ["", "!!", base64.b64encode(b"\x89PNG broken").decode(), base64.b64encode(b"GIF89a").decode()]
)
def test_what_is_no_picture_is_refused(file):
    with pytest.raises(Refusal, match="not a picture"):
        fit_picture(file)
