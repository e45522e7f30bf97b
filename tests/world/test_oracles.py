"""What the oracles of an evening hold against what people did, where they have to read it first."""

from __future__ import annotations

import pytest

from tools.world.oracles.standings import not_drawn
from tools.world.small_files import DAMAGES, damaged

ROUNDS = [["Eva", "Jan", "Ota"], ["Jan", "Ida", "Eva"], ["Ota", "Eva", "Ida"]]


@pytest.mark.parametrize(
    ("signed", "others"),
    [
        (["Jan", "Eva", "Ota"], []),
        (["Eva", "Jan", "Ota", "Eva", "Ida", "Jan"], []),
        (["Eva", "Jan", "Ota", "Ota", "Eva", "Ida"], []),
        (["Eva", "Jan", "Ota", "Eva", "Jan", "Ota"], ["Eva", "Jan", "Ota"]),
        (["Eva", "Jan", "Iva"], ["Eva", "Jan", "Iva"]),
    ],
    ids=["as drawn", "two rounds", "a round elsewhere", "they took their sitting down back", "somebody else"],
)
def test_a_round_that_others_signed_than_were_drawn_is_seen(signed: list[str], others: list[str]) -> None:
    assert not_drawn(signed, ROUNDS) == others


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damage_that_leaves_nothing_has_emptied_the_file(how: str) -> None:
    left, word = damaged(b"", how)
    assert (left == b"") == (word in ("emptied", "unreadable"))
    assert damaged(b"language = 1", how) == (DAMAGES[how](b"language = 1"), how)
