"""Prizes beside the shares of the fund: in kind, by class, and what who share a place get; and deciding about them."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import msgspec
from PIL import Image

from device.organiser.acts.from_text import WrongField, nonce
from device.organiser.acts.ruling_acts import LARGEST_PICTURE, PictureSet, PrizesSet
from device.organiser.log.event_control import DeskDecisions
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.money import by_line
from device.organiser.tournament.ranking import RankingLine
from rules.message import Refusal, msg
from rules.people import same_name

LONGEST_SIDE = 1200
"""Pixels of the longer side of a picture as it is kept: enough for 100 mm on paper."""
LARGEST_SIDE = 20_000
"""Pixels of a side of a picture that is looked at at all."""


@dataclass(frozen=True, slots=True)
class PrizeAward:
    """What somebody gets for a ``place`` among all or in the class ``group``: ``amount`` haléře and ``things``, which
    so many of them (``among``) share."""

    entrant: Entrant
    group: str
    place: int
    amount: int
    things: tuple[str, ...] = ()
    among: int = 1


def hand_out(
    lines: Sequence[RankingLine],
    prizes: Sequence[int],
    things: Sequence[str],
    rules: PrizesSet,
    step: int,
    group: str = "",
) -> list[PrizeAward]:
    """What each of ``lines``, best first, gets by the prizes and things of each place among them, shared as ``rules``
    say; what does not divide goes one ``step`` (haléře) each."""
    last, order = len(rules.order), {who: n for n, who in enumerate(rules.order)}
    if rules.shared == "order":
        lines = sorted(lines, key=lambda line: (line.place, order.get(line.entrant.id, last)))
    parts = by_line(prizes, [line.place for line in lines], step)
    awards: list[PrizeAward] = []
    for _, tied in groupby(lines, key=lambda line: line.place):
        first, many = len(awards), list(tied)
        for line in many:
            if rules.shared == "equal":
                goods = tuple(things[first : first + len(many)])
                award = PrizeAward(line.entrant, group, first + 1, parts[len(awards)], goods, len(many) if goods else 1)
            else:
                at = len(awards) if rules.shared == "order" else first
                award = PrizeAward(line.entrant, group, at + 1, sum(prizes[at : at + 1]), tuple(things[at : at + 1]))
            awards.append(award)
    return awards


def class_awards(
    lines: Sequence[RankingLine], rules: PrizesSet, step: int, has: Mapping[str, PrizeAward]
) -> list[PrizeAward]:
    """The prizes of classes; ``has`` is what everybody has among all, by entrant."""
    awards: list[PrizeAward] = []
    for prize_class in rules.classes:
        those = [line for line in lines if is_in_class(line.entrant, prize_class.name)]
        if rules.once:
            those = [line for line in those if not (of := has[line.entrant.id]).amount and not of.things]
        awards += hand_out(those, prize_class.prizes, prize_class.in_kind, rules, step, prize_class.name)
    return awards


def most_of_classes(lines: Sequence[RankingLine], rules: PrizesSet) -> int:
    """What the prizes of classes come to at most, in haléře: of everything that somebody in the class can have; where
    nobody has a place yet, of all of it."""
    sizes = [sum(is_in_class(line.entrant, prize_class.name) for line in lines) for prize_class in rules.classes]
    return sum(
        sum(prize_class.prizes[: size if lines else None])
        for prize_class, size in zip(rules.classes, sizes, strict=True)
    )


def is_in_class(entrant: Entrant, name: str) -> bool:
    """Whether an entrant is in the class of that name, or of the club."""
    return any(same_name(name) == same_name(group) for group in (*entrant.classes, entrant.club) if group)


class Prizes(DeskDecisions):
    """What is won besides money from the fund, and the picture on diplomas."""

    def set(self, prizes: PrizesSet, order: Sequence[int]) -> None:
        """What is won besides; ``order`` are entrants' numbers (`PrizesSet`)."""
        names = [same_name(prize_class.name) for prize_class in prizes.classes]
        if len(set(names)) < len(names):
            raise WrongField(["classes"], msg("A class is listed twice."))
        if any(later > earlier for prize_class in prizes.classes for earlier, later in pairwise(prize_class.prizes)):
            raise WrongField(["classes"], msg("A later place gets no more than an earlier one."))
        ids = tuple(entrant.id for entrant in self._entrants(*dict.fromkeys(order)))
        now = self._desk.read().tournament.prizes
        act = msgspec.structs.replace(prizes, id=now.id, order=ids)
        if act != now:
            self._desk.decide(msgspec.structs.replace(act, id=nonce()))

    def set_picture(self, file: str) -> None:
        """The club's picture: a PNG or JPEG file in base64, kept no larger than paper needs; empty: none."""
        self._desk.decide(PictureSet(id=nonce(), picture=fit_picture(file) if file else ""))


def fit_picture(file: str) -> str:
    """A picture in base64, made smaller where it is larger than paper needs. Raises `Refusal` where it is none."""
    wrong = Refusal("", "This is not a picture; choose a PNG or JPEG file.")
    try:
        with Image.open(io.BytesIO(base64.b64decode(file, validate=True)), formats=("PNG", "JPEG")) as picture:
            if max(picture.size) > LARGEST_SIDE:
                raise wrong
            picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            image = picture.convert("RGBA" if picture.mode in ("RGBA", "LA", "P") else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise wrong from None
    for side in (LONGEST_SIDE, LONGEST_SIDE // 2, LONGEST_SIDE // 4):
        out = io.BytesIO()
        image.thumbnail((side, side))
        image.save(out, "PNG" if image.mode == "RGBA" else "JPEG")
        if len(text := base64.b64encode(out.getvalue()).decode()) <= LARGEST_PICTURE:
            return text
    raise wrong
