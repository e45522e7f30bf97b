"""A flood of guesses at the door of the desk: whoever is known or right comes first, and no name shows by the limit."""

import asyncio
import threading
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import pytest

from device.organiser.desk import desk_app, login, passwords
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.worker import RankedWorker
from device.organiser.store import StoreTrouble
from rules.message import msg
from tests.event.rig import until
from tests.organiser.cheap import let_in
from tests.organiser.events import doubles
from tests.organiser.pages import FORM

pytestmark = pytest.mark.usefixtures("cheap_passwords")
MINE = "dlouhé heslo"


@pytest.fixture
def organiser(store, tmp_path, monkeypatch, enter):
    """A desk with a helper's account, and its guard."""
    guards, accounts = [], DeskAccounts(tmp_path)
    accounts.make("Jana", "scorer")
    accounts.set_password("Jana", MINE)
    monkeypatch.setattr(
        desk_app, "LoginGuard", lambda *args, **more: guards.append(login.LoginGuard(*args, **more)) or guards[-1]
    )
    inside = enter(doubles(store), accounts=accounts)
    inside.guard = guards[0]
    return inside


class Gate:
    """Passwords are tried one after another, each once somebody opens."""

    def __init__(self, monkeypatch):
        self.tried, self.open = [], threading.Event()
        derive = passwords._derive

        def slowly(password, *cost):
            self.tried.append(password)
            assert self.open.wait(60)
            return derive(password, *cost)

        monkeypatch.setattr(passwords, "_derive", slowly)


def enter(organiser, password, source, name=""):
    body = urllib.parse.urlencode({"name": name, "password": password})
    answer = organiser.page.ask("/enter", "POST", FORM, body, source)
    return answer.status, answer.read().decode()


def under_way(organiser, count):
    """Wait until so many passwords are being tried or wait for it."""
    until(lambda: sum(map(len, organiser.guard._lately._wrong.values())) == count, 30, "all of them are taken")


@pytest.mark.parametrize("addresses", [3, 60])
def test_who_has_the_right_password_comes_in_while_many_guess(organiser, monkeypatch, addresses):
    gate = Gate(monkeypatch)
    with ThreadPoolExecutor(64) as many:
        guesses = [many.submit(enter, organiser, f"x{n}", f"127.0.30.{1 + n % addresses}") for n in range(60)]
        waiting = 3 * login.GUESSES if addresses == 3 else 60
        under_way(organiser, waiting)
        helper = many.submit(enter, organiser, MINE, "127.0.5.77", "Jana")
        under_way(organiser, waiting + 1)
        gate.open.set()
        assert helper.result(60)[0] == 303
        assert {guess.result(60)[0] for guess in guesses} <= {403, 429}
    if addresses == 3:
        assert MINE in gate.tried[:5], "behind one that is under way, and those that guess for the first time"


def test_who_is_known_or_was_right_before_is_tried_first(organiser, monkeypatch):
    assert enter(organiser, MINE, "127.0.5.1", "Jana")[0] == 303
    gate = Gate(monkeypatch)
    with ThreadPoolExecutor(64) as many:
        for n in range(20):
            many.submit(enter, organiser, f"x{n}", f"127.0.30.{1 + n}")
        under_way(organiser, 20)
        known = many.submit(enter, organiser, "vedle", "127.0.5.1", "Jana")
        under_way(organiser, 21)
        right = many.submit(enter, organiser, MINE, "127.0.5.2", "Jana")
        under_way(organiser, 22)
        gate.open.set()
        assert (known.result(60)[0], right.result(60)[0]) == (403, 303)
    assert gate.tried[1:3] == ["vedle", MINE]


def test_who_comes_in_often_has_to_wait_nowhere(organiser):
    for _ in range(login.NAME_GUESSES):
        assert enter(organiser, MINE, "127.0.5.1", "Jana")[0] == 303
    assert enter(organiser, MINE, "127.0.5.2", "Jana")[0] == 303


def test_a_password_that_could_not_be_tried_is_no_guess(organiser, monkeypatch):
    rank = organiser.guard.rank("127.0.5.1", "Jana", MINE)
    with monkeypatch.context() as full:
        full.setattr(organiser.guard, "is_right", Mock(side_effect=StoreTrouble(msg("full"))))
        for _ in range(login.GUESSES):
            assert enter(organiser, MINE, "127.0.5.1", "Jana")[0] == 503
    assert organiser.guard.rank("127.0.5.1", "Jana", MINE) == rank, "nobody comes before it for that"
    assert enter(organiser, MINE, "127.0.5.1", "Jana")[0] == 303


# -- the queue ---------------------------------------------------------------------------------------------------------


def test_the_least_rank_comes_first_and_takes_a_place_from_the_highest():
    async def all_of_it():
        worker, order, go = RankedWorker("test", places=3), [], threading.Event()

        async def one(name, rank):
            try:
                await worker.run(lambda: (order.append(name), go.wait(60)), rank)
            except StoreTrouble:
                order.append(f"no {name}")

        tasks = [asyncio.create_task(one(name, 5)) for name in "abcd"]
        await asyncio.sleep(0)
        late = [asyncio.create_task(one(*each)) for each in (("e", 5), ("known", 0), ("few", 2))]
        await asyncio.sleep(0)
        gone = tasks[1]
        gone.cancel()
        go.set()
        await asyncio.gather(*tasks, *late, return_exceptions=True)
        return order

    order = asyncio.run(all_of_it())
    assert sorted(order[:4]) == ["a", "no c", "no d", "no e"]
    assert order[4:] == ["known", "few"], "b went away"


# -- names -------------------------------------------------------------------------------------------------------------


def test_a_name_that_nobody_has_waits_like_an_accounts(guard):
    let_in(guard, "tajné", "10.0.0.9")
    waits = {}
    for name in ("Jana", "Nikdo"):
        for n in range(login.NAME_GUESSES + 3):
            assert let_in(guard, "x", f"10.1.{n}.1", name) is None
            guard._now.now += 1
        waits[name] = [guard.wait(host, name) for host in ("10.9.9.9", "10.1.1.1", "10.0.0.9")]
        guard._now.now += 10 * login.NAME_PATIENCE_S
    assert waits["Jana"] == waits["Nikdo"]
    assert waits["Nikdo"][0] > 0
    assert waits["Nikdo"][2] == 0, "where somebody came in before"


def test_no_flood_of_other_names_makes_either_forgotten(guard):
    for name in ("Jana", "Nikdo"):
        for n in range(login.NAME_GUESSES):
            let_in(guard, "x", f"10.1.{n}.1", name)
    for n in range(5000):
        guard.begin(f"10.{2 + n % 200}.{n // 200}.1", f"jméno {n}")
    assert guard.wait("10.9.9.9", "Jana") == guard.wait("10.9.9.9", "Nikdo") > 0


def test_answers_and_work_are_alike_for_a_name_that_there_is_and_one_that_there_is_not(organiser, monkeypatch):
    costs, derive = [], passwords._derive
    monkeypatch.setattr(passwords, "_derive", lambda *arguments: costs.append(arguments[2:]) or derive(*arguments))
    seen = {}
    for shift, name in enumerate(("Jana", "Nora")):
        costs.clear()
        answers = [
            enter(organiser, "x", f"127.0.{40 + shift}.{1 + n % 4}", name) for n in range(login.NAME_GUESSES + 4)
        ]
        seen[name] = [(status, text.replace(name, "?")) for status, text in answers], len(costs)
    assert [status for status, _ in seen["Jana"][0]] == [status for status, _ in seen["Nora"][0]]
    assert seen["Jana"] == seen["Nora"]
    assert seen["Jana"][0][-1][0] == 429
