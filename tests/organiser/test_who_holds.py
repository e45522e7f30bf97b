"""Who holds a game: what other devices say of it is a claim that people decide, and changes nothing until then."""

import json
import re

import pytest

from device.common.event import messages
from device.organiser.acts import decisions
from device.organiser.log import table_rows
from device.organiser.log.pairing import TableSeating
from device.organiser.log.troubles import troubles
from device.organiser.store.rows import ENTRY
from device.organiser.tournament.results import results
from device.organiser.tournament.rulings import Rulings
from rules.message import Refusal
from tests.organiser.pages import refused, rows_of

GAME, OWN, SPARE = f"{1:016x}", f"{1:08x}", "e" * 8
REOPEN = [
    {"event": "reopen", "reason": "wrong result"},
    {"event": "result", "winner": "B", "how": "resigned"},
    {"event": "sign", "side": "A"},
    {"event": "sign", "side": "B"},
]


def entry(like, n, event, table="2", boot="b" * 8, seq=500):
    """Entry ``n`` of table 1's game as ``table`` says it."""
    return like._replace(table=table, boot=boot, seq=seq + n, kind=ENTRY, n=n, at=like.at + n, body=json.dumps(event))


def forged(rows, events=REOPEN, **by):
    last = rows[-1]
    return [entry(last, last.n + k, event, **by) for k, event in enumerate(events, start=1)]


def seen(table, device, game=GAME, boot="c" * 8, seq=900, **more):
    body = json.dumps({"device": device, "online": True, "game": game} | more)
    return rows_of(table)[1]._replace(boot=f"@q.{boot}", seq=seq, body=body)


def again(rows, boot="c" * 8, later=0):
    """The same entries as another run says them, so many ns later."""
    return [row._replace(boot=boot, seq=seq, at=row.at + later) for seq, row in enumerate(rows, start=1)]


def claims(desk):
    return [str(trouble.text) for trouble in troubles(desk.read(), 0) if trouble.kind == "claim"]


def count(desk):
    return desk.read().games[GAME].entry_count


@pytest.fixture
def signed(store):
    rows = rows_of(1)
    store.append([*rows, *rows_of(2)])
    return rows


@pytest.fixture
def freed(store, desk):
    """All rows of a game of which the first ten entries were heard; then its table's number was made free."""
    rows = rows_of(1)
    store.append(rows[:12])
    desk.release(1)
    return rows


def test_a_signed_result_is_not_rewritten_by_another_table(store, desk, signed):
    before = results(desk.read())
    store.append(forged(signed))
    assert results(desk.read()) == before
    assert desk.state.games[GAME].table == 1
    n = len(signed) - 2
    assert claims(desk) == [f"table 2 says entries {n + 1} to {n + 4} of this game; they do not count"]


def test_a_table_that_says_an_entry_first_shuts_nothing_out(store, desk):
    rows = rows_of(1, entries=12)
    store.append([*rows[:8], *rows_of(2)[:2], entry(rows[7], 7, {"event": "pause"}), *rows[8:]])
    game = desk.read().games[GAME]
    assert [game.texts[n] for n in range(1, 13)] == [(row.at, row.body) for row in rows[2:]]
    assert game.conflicts == []


def test_a_table_that_names_another_game_in_its_state_does_not_take_it(store, desk, signed):
    store.append([seen(2, f"{2:08x}")])
    state = desk.read()
    assert (state.games[GAME].table, state.place(1).game, state.place(2).game) == (1, GAME, f"{2:016x}")
    assert claims(desk) == ["table 2 has this game, too, which it does not hold; that counts nowhere"]


def test_a_number_that_is_not_free_is_not_taken_with_its_game(store, desk, signed):
    store.append([seen(1, SPARE, taken=True), *forged(signed, table="1", boot="c" * 8)])
    assert (desk.read().place(1).holder, count(desk)) == (OWN, len(signed) - 2)
    assert "another device says entries" in claims(desk)[0]


def test_another_device_that_lends_itself_the_tables_id_is_not_the_table(store, desk, signed):
    store.append([seen(2, OWN), *forged(signed, boot="c" * 8)])
    assert count(desk) == len(signed) - 2


def test_a_table_goes_on_with_its_game_under_another_number(store, desk):
    rows = rows_of(1)
    store.append([*rows[:10], seen(5, OWN), *[row._replace(table="5") for row in again(rows[10:])]])
    assert (count(desk), desk.state.games[GAME].table, claims(desk)) == (len(rows) - 2, 5, [])


@pytest.mark.parametrize("more", [{"taken": True}, {}], ids=["taken", "in its state"])
def test_what_a_spare_says_before_it_is_heard_that_it_took_the_game_up_counts(store, desk, more, freed):
    later = again(freed[12:])
    store.append([seen(1, SPARE, game=None, seq=800)])
    store.append([*later[:2], seen(1, SPARE, **more), *later[2:]])
    assert (count(desk), claims(desk)) == (len(freed) - 2, [])


@pytest.mark.parametrize("more", [{"taken": True}, {}], ids=["taken", "in its state"])
def test_a_spare_that_takes_the_game_up_goes_on_and_who_had_it_does_not(store, desk, more, freed):
    store.append([seen(1, SPARE, **more), *again(freed[12:])])
    assert [holding.first for holding in desk.read().games[GAME].holdings] == [1, 11]
    store.append(forged(freed, table="1"))
    assert (count(desk), desk.state.place(1).holder) == (len(freed) - 2, SPARE)
    assert "another device says entries" in claims(desk)[0]


@pytest.mark.parametrize("own_first", [True, False], ids=["its game is heard first", "its state is heard first"])
@pytest.mark.parametrize("more", [{"taken": True}, {}], ids=["taken", "in its state"])
def test_a_spare_that_plays_something_else_first_still_takes_the_game_up(store, desk, more, own_first):
    rows, other = rows_of(1), f"{7:016x}"
    store.append(rows[:12])
    desk.release(1)
    own = [rows[0]._replace(boot="c" * 8, seq=800, game=other), seen(1, SPARE, other, seq=801)]
    stranger = seen(1, "f" * 8, None, boot="d" * 8)
    store.append([seen(1, SPARE, None, seq=799), *(own if own_first else own[::-1]), stranger])
    assert (desk.read().place(1).holder, desk.state.place(1).game) == (SPARE, other)
    ask = messages.AskGame(boot="c" * 8, device=SPARE, game=GAME)
    assert desk.state.may_have(1, ask), "the rest of its entries comes"
    assert not desk.state.may_have(1, messages.AskGame(boot="d" * 8, device="f" * 8, game=GAME)), "not to others"
    store.append([seen(1, SPARE, **more, seq=802), *again(rows[12:])])
    store.append(forged(rows, table="1"))
    assert (count(desk), desk.state.place(1).game) == (len(rows) - 2, GAME)
    assert "another device says entries" in claims(desk)[0]


def test_a_free_number_is_offered_with_the_game_that_stood_there(store, desk, freed):
    store.append([seen(1, SPARE, None, seq=799), freed[0]._replace(boot="c" * 8, seq=800, game=f"{7:016x}")])
    assert desk.read().order(desk.state.place(1)).held.game == GAME
    desk.take_release_back(1)
    store.append([seen(1, OWN, boot="b" * 8)])
    assert (desk.read().place(1).holder, desk.state.place(1).offered) == (OWN, None)


def test_a_game_that_went_on_at_another_table_is_offered_no_more(store, desk, freed):
    store.append([seen(1, SPARE, f"{7:016x}"), seen(5, OWN, boot="d" * 8)])
    store.append([row._replace(table="5") for row in again(freed[12:16], boot="d" * 8)])
    store.append([seen(1, SPARE, taken=True, seq=901), *again(freed[16:])])
    assert (count(desk), desk.state.games[GAME].table) == (14, 5)


def test_what_came_late_from_the_first_device_gives_way_to_the_spare(store, desk, freed):
    store.append([*freed[12:15], seen(1, SPARE, taken=True), *again(freed[12:], later=1000)])
    game = desk.read().games[GAME]
    assert [game.texts[n][0] for n in (10, 11, 13)] == [freed[11].at, freed[12].at + 1000, freed[14].at + 1000]
    assert [holding.first for holding in game.holdings] == [1, 11]
    store.append([entry(freed[12], 14, {"event": "pause"}, table="1")])
    desk.decide_claim(GAME, 1, OWN, True)
    store.append([entry(freed[12], 15, {"event": "resume"}, table="1")])
    assert desk.read().games[GAME].texts[15][1] == '{"event": "resume"}', "who was let in is heard again"


def test_a_game_of_a_device_without_a_number_is_not_brought_under_anothers(store, desk, signed):
    begun = signed[0]._replace(game="f" * 16, boot="c" * 8)
    store.append([seen(1, SPARE, game=None), begun, begun._replace(table="2", boot="b" * 8, seq=300)])
    assert desk.read().is_foreign(desk.state.games["f" * 16])
    store.append([seen(7, SPARE, game=None, boot="d" * 8), begun._replace(table="7", boot="d" * 8)])
    assert not desk.read().is_foreign(desk.state.games["f" * 16]), "once it has a number it counts"


def for_pairing(rows, pairing):
    """The same game, begun for that pairing."""
    return [rows[0]._replace(body=json.dumps(json.loads(rows[0].body) | {"pairing": pairing})), *rows[1:]]


def test_a_game_for_another_tables_pairing_is_no_result_of_it(store, desk):
    desk.pair_all("polish_doubles", [TableSeating(1, [["A", "B"], ["C", "D"]])], 1)
    [pairing] = desk.read().pairings
    store.append([*for_pairing(rows_of(1), pairing), *for_pairing(rows_of(2), pairing)])
    assert [(result.table, result.pairings) for result in results(desk.read())] == [(1, {pairing}), (2, set())]
    store.append([entry(rows_of(2)[-1], 90, {"event": "seats", "pairing": pairing})])
    assert desk.read().games[f"{2:016x}"].pairings == set(), "nor one that goes on with it"
    desk.pair_all("polish_doubles", [TableSeating(1, [["A", "B"], ["C", "D"]])], 2)
    [later] = desk.read().pairings.keys() - {pairing}
    store.append([entry(rows_of(1)[-1], 90, {"event": "seats", "pairing": later}, table="1")])
    assert desk.read().games[GAME].pairings == {pairing, later}, "its own goes on with the next"


def test_who_was_paired_and_has_another_number_since_plays_that_pairing(store, desk):
    desk.pair_all("polish_doubles", [TableSeating(1, [["A", "B"], ["C", "D"]])], 1)
    [pairing] = desk.read().pairings
    moved = [row._replace(table="5") for row in again(for_pairing(rows_of(1)[:1], pairing))]
    store.append([seen(1, OWN, game=None), seen(5, OWN, game=None), *moved])
    assert desk.read().games[GAME].pairings == {pairing}


def test_a_table_that_says_no_device_has_the_games_of_its_number(store, desk):
    rows = rows_of(1)
    store.append([row for row in rows if row.game])
    store.append(forged(rows))
    assert count(desk) == len(rows) - 2
    assert claims(desk)


def test_nothing_is_added_to_an_evening_that_is_over_by_another_table(store, desk, signed):
    Rulings(desk).begin_evening("Second")
    store.append(forged(signed))
    state = desk.read()
    assert len(state.evenings[0].games[GAME].texts) == len(signed) - 2
    assert "another table holds" in state.unread[0].reason


@pytest.mark.parametrize(
    ("table", "boot", "released", "has"),
    [
        (1, "b" * 8, False, True),
        (2, "b" * 8, False, False),
        (1, "c" * 8, False, False),
        (1, "c" * 8, True, True),
        (2, "c" * 8, True, False),
    ],
)
def test_entries_are_given_to_who_holds_the_game_or_is_offered_it(store, desk, signed, table, boot, released, has):
    store.append([seen(1, SPARE), seen(2, SPARE, game=None)])
    if released:
        desk.release(table)
    ask = messages.AskGame(boot=boot, device=SPARE, game=GAME)
    assert desk.read().may_have(table, ask) is has


def test_who_says_very_much_of_another_game_does_not_fill_the_memory(store, desk, signed, monkeypatch):
    monkeypatch.setattr(table_rows, "MOST_CLAIMED", 3)
    monkeypatch.setattr(table_rows, "MOST_CLAIMS", 2)
    store.append(forged(signed))
    store.append([row for n in (3, 4) for row in [*rows_of(n)[:2], *forged(signed, table=str(n))[:1]]])
    game = desk.read().games[GAME]
    assert [len(claim.entries) for claim in game.claims.values()] == [3, 1]
    assert desk.state.unreadable == 2


# -- people decide -----------------------------------------------------------------------------------------------------


def test_people_let_a_claim_count_and_take_it_back(store, desk, signed):
    before = results(desk.read())
    store.append(forged(signed))
    [by] = desk.read().games[GAME].claims
    desk.decide_claim(GAME, 2, by[1], True)
    assert results(desk.read()) != before
    assert claims(desk) == []
    desk.decide_claim(GAME, 1, OWN, True)
    assert results(desk.read()) == before
    assert (count(desk), claims(desk)) == (len(signed) - 2, [])


def test_who_was_let_in_goes_on_and_what_the_other_says_waits(store, desk):
    rows = rows_of(1)
    store.append([*rows[:12], *rows_of(2)[:2], *[row._replace(table="2", seq=500 + row.n) for row in rows[12:20]]])
    assert count(desk) == 10
    desk.decide_claim(GAME, 2, f"{2:08x}", True)
    store.append([seen(1, OWN, boot="d" * 8), entry(rows[12], 3, {"event": "pause"}, table="1", boot="d" * 8)])
    assert count(desk) == 18, "it does not go back in a game that it does not hold"
    store.append([row._replace(table="2", seq=500 + row.n) for row in rows[20:]])
    assert count(desk) == len(rows) - 2
    store.append([entry(rows[12], 11, {"event": "pause"}, table="1")])
    assert claims(desk) == ["table 1 says entries 11 to 11 of this game; they do not count"]
    assert count(desk) == len(rows) - 2


def test_what_was_left_out_waits_anew_once_more_is_said(store, desk, signed):
    more = forged(signed)
    store.append(more[:1])
    desk.decide_claim(GAME, 2, f"{2:08x}", False)
    store.append([seen(2, f"{2:08x}", boot="d" * 8, game=None), more[0]._replace(boot="d" * 8, seq=1)])
    assert claims(desk) == [], "the same was said again"
    with pytest.raises(Refusal, match="decided already"):
        desk.decide_claim(GAME, 2, f"{2:08x}", False)
    store.append(more[1:])
    assert len(claims(desk)) == 1


def test_a_claim_is_decided_on_the_page_of_the_tables(store, desk, signed, enter):
    before = results(desk.read())
    store.append(forged(signed))
    inside = enter(desk)

    def press(counts, page):
        form = next(
            part
            for part in re.findall(r"<form.*?</form>", page, re.DOTALL)
            if f'value="{counts}"' in part and 'value="claim"' in part
        )
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        fields.pop("word")
        return inside.act(fields.pop("page", ""), fields.pop("do"), **fields)

    page = inside.get("/?lang=en")
    assert "Let them count" in page
    assert press("no", page).status == 303
    assert results(desk.read()) == before
    page = inside.get("/?more=1&lang=en")
    assert "Left out" in page
    assert press("yes", page).status == 303
    assert results(desk.read()) != before
    assert refused(inside.act("", "claim", game=GAME, table="2", device=f"{2:08x}", counts="yes")) == (
        409,
        "What table 2 says of this game is decided already; look again.",
    )


def test_a_decision_about_a_claim_that_nobody_made_changes_nothing(desk, signed):
    desk.decide(decisions.ClaimDecided(game=GAME, table=3, device=SPARE, counts=True))
    assert count(desk) == len(signed) - 2
