"""A picture that wanders against burn-in stays whole on the display, wherever it lies."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from device.io.oled_content import HEIGHT, MARGIN, WIDE, WIDTH, OledContent
from device.peripherals.dimming import PIXEL_SHIFTS
from device.peripherals.oled_render import draw
from tests.peripherals.oled_approved import every_content
from tests.peripherals.oled_ink import ROOM, ink, lit

WORDS = st.text(alphabet="ČŘŠŽÁjgpyqmwMW10 ·:…", max_size=30)
CONTENT = st.builds(
    OledContent,
    title=WORDS,
    big=st.sampled_from(["", "3:00", "-10:59", "1:30:30", "Šárka", "podpis"]),
    total=st.sampled_from(["", "10", "128", "-1044"]),
    crosses=st.integers(0, 12),
    left=st.none() | st.floats(0, 1),
    mine=st.booleans(),
    mark=WORDS,
    inverted=st.booleans(),
    low=st.booleans(),
    standing=st.booleans(),
    over=st.booleans(),
    waits=st.booleans(),
    official=st.sampled_from(["", "úřední", "official"]),
    rows=st.sampled_from([(), (("A", "ČÁPĚ···"), ("B", "Jáchym")), (("C", "10/20 ŽEJG"), ("D", ""))]),
    large=st.booleans(),
    choice=st.just("") | WORDS,
    leads=st.sampled_from([-1, 1]),
)


def losses(content: OledContent) -> list[tuple[int, int]]:
    """The places at which its picture is not the whole one, beside where it was drawn."""
    still = draw(content)
    return [place for place in PIXEL_SHIFTS if is_cut(draw(content, place), still, place)]


def is_cut(picture: Image.Image, still: Image.Image, place: tuple[int, int]) -> bool:
    """Whether anything of ``still`` is missing at ``place``, or came in from the other edge."""
    return lit(picture) != lit(still) or picture.tobytes() != ImageChops.offset(still, *place).tobytes()


def test_the_margin_is_as_wide_as_the_picture_wanders():
    assert max(abs(step) for place in PIXEL_SHIFTS for step in place) == MARGIN


def test_no_approved_picture_loses_a_pixel_at_any_shift():
    contents = every_content()
    assert len(contents) > 800
    assert [content for content in contents if losses(content)] == []


@given(CONTENT)
def test_no_picture_at_all_loses_a_pixel_at_any_shift(content):
    assert losses(content) == []


def test_a_picture_that_reaches_an_edge_would_be_noticed():
    """The comparison itself: a single pixel at any of the edges is missed at some place."""
    for x, y in product((0, 60, 127), (0, 30, 63)):
        still = Image.new("1", (128, 64))
        still.putpixel((x, y), 1)
        cut = [Image.new("1", (128, 64)) for _ in PIXEL_SHIFTS]
        for picture, place in zip(cut, PIXEL_SHIFTS, strict=True):
            picture.paste(still, place)
        missed = any(is_cut(picture, still, place) for picture, place in zip(cut, PIXEL_SHIFTS, strict=True))
        assert missed == ((x, y) != (60, 30))


@pytest.mark.parametrize("reverse", ["low", "inverted"])
def test_letters_in_black_have_white_around_them(reverse):
    """At the edge of the white they would lose a stroke to the dark beside it; white signs lie beside it anyway."""
    contents = [content for content in every_content() if getattr(content, reverse)]
    assert len(contents) > 15
    at_edge = {
        (content.title, part.name)
        for content in contents
        for part in ink(content)
        if part.name != "bar" and (part.dark or part.name != "arrow") and (box := part.sheet.getbbox())
        if not (ROOM < box[0] < box[2] < ROOM + WIDE and box[1] > ROOM)
    }
    assert at_edge == set()


def test_an_alarm_of_the_time_alone_is_white_up_to_every_edge_of_the_display():
    alarm = OledContent("vy · přes čas", "−0:01", "154", mark="úřední", inverted=True)
    inside = (1, 1, WIDTH - 1, HEIGHT - 1)
    for content, place in product((replace(alarm, large=True),), PIXEL_SHIFTS):
        picture = draw(content, place)
        assert lit(picture) - lit(picture, inside) == WIDTH * HEIGHT - (WIDTH - 2) * (HEIGHT - 2), place
