"""Accounts of who helps at the desk: who may do what, how they come in, choose a password, and are signed out."""

import re
import urllib.parse

import pytest

from device.common.rights import CORRECT_RESULT, OF_ACCOUNTS, EventRole, allows
from device.common.web.guesses import GUESSERS
from device.organiser.desk import desk_accounts, login, passwords
from device.organiser.desk.desk_accounts import DeskAccounts, role_word
from device.organiser.desk.forms import AT_DESK, INSIDE
from device.organiser.desk.page_list import ACCOUNTS, PAGES
from device.organiser.desk.passwords import hash_password, is_password
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store.backup import DESK_ACCOUNTS, Backup, restore
from rules.message import Refusal
from tests.organiser.cheap import Clock, cheap, let_in
from tests.organiser.events import doubles
from tests.organiser.pages import FORM, refused

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


pytestmark = pytest.mark.usefixtures("cheap_passwords")


@pytest.fixture
def organiser(store, tmp_path, enter):
    """Who came in with the organiser's password, at the desk of an event with entrants and draws."""
    return enter(doubles(store), accounts=DeskAccounts(tmp_path))


class Helper:
    """Somebody else's browser at the same desk."""

    def __init__(self, page, name, password, source="127.0.0.2"):
        self.page, self.source = page, source
        body = urllib.parse.urlencode({"name": name, "password": password})
        self.answer = page.ask("/enter", "POST", FORM | {"User-Agent": FIREFOX}, body, source)
        self.cookie = {"Cookie": self.answer.headers.get("Set-Cookie", "").split(";")[0]}
        self.said = self.answer.read().decode()

    def get(self, path):
        return self.page.ask(path, headers=self.cookie, source=self.source)

    def text(self, path=""):
        return self.get(f"/{path}").read().decode()

    def act(self, page, do, **fields):
        word = re.search(r'name="word" value="([^"]+)"', self.text())
        body = urllib.parse.urlencode({"word": word[1] if word else "", "page": page, "do": do} | fields)
        return self.page.ask("/act", "POST", FORM | self.cookie, body, self.source)


def account(organiser, name, role, password="tajné heslo"):
    """A helper who has an account and a password of their own, inside."""
    organiser.act(ACCOUNTS, "new_account", name=name, role=role)
    word = re.search(r'class="code">([^<]+)<', organiser.get(f"/{ACCOUNTS}"))[1]
    helper = Helper(organiser.page, name, word)
    assert helper.act("", "own_password", new=password, again=password).status == 303
    return helper


# -- roles -------------------------------------------------------------------------------------------------------------

PATHS = (
    *(f"/{name}" for name in PAGES),
    "/?more=1",
    "/people?more=1",
    "/draw?round=2",
    "/draw?round=3",
    "/results?more=1",
    "/standings?season=1",
)


@pytest.mark.parametrize("role", ["viewer", "scorer", "arbiter", "organiser"])
def test_a_page_offers_what_its_reader_may_do_and_nothing_else(organiser, role):
    helper = account(organiser, "Jana", role)
    shown = {word for path in PATHS for word in re.findall(r'name="do" value="(\w+)"', helper.text(path[1:]))}
    for word in shown:
        assert allows(EventRole[role.upper()], word, INSIDE), word
    assert ("attend" in shown, "warn" in shown, "money" in shown) == {
        "viewer": (False, False, False),
        "scorer": (True, False, False),
        "arbiter": (True, True, False),
        "organiser": (True, True, True),
    }[role]


@pytest.mark.parametrize("role", ["viewer", "scorer", "arbiter"])
def test_a_form_of_another_role_is_refused_and_nothing_is_decided(organiser, role):
    helper, before = account(organiser, "Jana", role), organiser.desk.read().last
    mine = EventRole[role.upper()]
    for word in (AT_DESK | OF_ACCOUNTS).keys() - {"leave", CORRECT_RESULT}:
        if not allows(mine, word, INSIDE):
            status, sentence = refused(helper.act("", word, name="Jana", role="organiser", number="1", title="x"))
            assert (status, "needs another role" in sentence) == (409, True), word
    assert organiser.desk.read().last == before
    assert f"{mine.name.lower()}</span>" in helper.text(ACCOUNTS)


def test_a_viewer_reads_everything_but_contacts_and_passwords(organiser):
    helper = account(organiser, "Jana", "viewer")
    assert all(helper.get(path).status == 200 for path in PATHS)
    assert not any("@example.cz" in helper.text(path[1:]) for path in PATHS)
    assert "@example.cz" in organiser.get("/people?more=1")
    for path in ("/entrants.csv", "/files/backup.zip"):
        status, sentence = refused(helper.get(path))
        assert (status, "needs another role" in sentence) == (409, True)
    assert helper.get("/files/results.csv").status == 200
    assert "new_account" not in helper.text(ACCOUNTS)


def test_each_act_says_who_did_it(organiser):
    scorer = account(organiser, "Jana Nováková", "scorer")
    scorer.act("people", "attend", number="1", status="registered")
    both = f"{scorer.cookie['Cookie']}; dvojtah-who=Hana"
    body = urllib.parse.urlencode(
        {"word": re.search(r'name="word" value="([^"]+)"', scorer.text())[1], "page": "people", "do": "attend"}
        | {"number": "1", "status": "present"}
    )
    organiser.page.ask("/act", "POST", FORM | {"Cookie": both}, body)
    organiser.act("people", "enrol", player="Ota")
    who = [done.acts[0].by for done in organiser.desk.read().tournament.all_decisions()[:3]]
    assert who == ["organiser", "Jana Nováková", "Jana Nováková"]
    assert "Jana Nováková" in organiser.get("/log")


def test_nobody_says_an_accounts_name_without_its_password(organiser):
    account(organiser, "Jana", "scorer")
    assert refused(organiser.act("", "who", name=" JANA")) == (
        409,
        "There is already an account of that name; sign in with its password.",
    )
    assert organiser.act("", "who", name="Hana").status == 303


def test_another_role_counts_at_once(organiser):
    helper = account(organiser, "Jana", "viewer")
    assert helper.act("people", "attend", number="1", status="registered").status == 409
    organiser.act(ACCOUNTS, "role", name="Jana", role="scorer")
    assert helper.act("people", "attend", number="1", status="registered").status == 303


def test_a_scorer_corrects_their_own_entry_and_no_other(organiser):
    slip = {"round": "2", "table": "12", "seat0": "300", "seat1": "290"}
    helper, other = account(organiser, "Jana", "scorer"), account(organiser, "Ota", "scorer")
    assert helper.act("results", "result", **slip).status == 303
    assert 'name="seat0"' in helper.text("results?round=2&more=12")
    assert helper.act("results", "result", **slip | {"seat0": "310", "reason": "omyl"}).status == 303
    assert 'name="seat0"' not in other.text("results?round=2&more=12")
    status, sentence = refused(other.act("results", "result", **slip | {"reason": "omyl"}))
    assert (status, sentence) == (409, "This needs another role: arbiter.")
    assert organiser.desk.read().tournament.results.get((2, 12)).scores == (310, 290)
    assert account(organiser, "Eva", "arbiter").act("results", "result", **slip | {"reason": "x"}).status == 303


# -- coming in ---------------------------------------------------------------------------------------------------------


def test_a_one_time_word_is_shown_once_and_opens_only_the_choice_of_a_password(organiser):
    organiser.act(ACCOUNTS, "new_account", name="Jana", role="arbiter")
    shown = organiser.get(f"/{ACCOUNTS}")
    word, mark = re.search(r'class="code">([^<]+)<', shown)[1], shown.split('data-mark="')[1].split('"')[0]
    assert organiser.page.ask(f"/{ACCOUNTS}?seen={mark}", headers=organiser.cookie).status == 204, "still the same"
    assert word not in organiser.get(f"/{ACCOUNTS}")
    helper = Helper(organiser.page, "jana", word.lower().replace("-", " "))
    assert helper.answer.status == 303
    assert "choose a password" in helper.text("money")
    assert helper.act("", "notice", text="x").status == 400
    assert (
        "The two passwords differ" in helper.act("", "own_password", new="abcdefgh", again="abcdefgi").read().decode()
    )
    assert "at least 8" in helper.act("", "own_password", new="short", again="short").read().decode()
    assert helper.act("", "own_password", new="dlouhé heslo", again="dlouhé heslo").status == 303
    assert 'id="desk"' in helper.text()
    assert Helper(organiser.page, "Jana", word).answer.status == 403
    assert Helper(organiser.page, "Jana", "dlouhé heslo").answer.status == 303


def test_the_door_asks_for_a_name_only_where_there_are_accounts(organiser):
    assert 'name="name"' not in organiser.page.ask("/").read().decode()
    account(organiser, "Jana", "viewer")
    assert 'name="name"' in organiser.page.ask("/").read().decode()
    for name in ("", "pořadatel", " Organiser "):
        assert Helper(organiser.page, name, "tajné").answer.status == 303
    wrong = Helper(organiser.page, "Nikdo", "tajné")
    assert (wrong.answer.status, "name or the password is wrong" in wrong.said) == (403, True)
    assert 'value="Nikdo"' in wrong.said


def test_a_new_word_ends_what_was_signed_in_and_the_old_password(organiser):
    helper = account(organiser, "Jana", "scorer")
    organiser.act(ACCOUNTS, "reset", name="Jana")
    assert 'body class="door"' in helper.text()
    assert Helper(organiser.page, "Jana", "tajné heslo").answer.status == 403


def test_who_is_removed_is_out_and_their_decisions_stay(organiser):
    helper = account(organiser, "Jana", "scorer")
    helper.act("people", "attend", number="1", status="registered")
    organiser.act(ACCOUNTS, "remove", name="Jana")
    assert helper.get("/people").status == 303
    assert "Jana" in organiser.get("/log")


def test_ones_own_password_changes_with_the_one_of_now_alone(organiser):
    helper = account(organiser, "Jana", "scorer")
    elsewhere = Helper(organiser.page, "Jana", "tajné heslo", "127.0.0.3")
    new = {"new": "jiné heslo", "again": "jiné heslo"}
    assert refused(helper.act(ACCOUNTS, "own_password", old="hádám", **new))[1] == "This is not your current password."
    assert helper.act(ACCOUNTS, "own_password", old="tajné heslo", **new).status == 303
    assert helper.get("/people").status == 200
    assert elsewhere.get("/people").status == 303, "other devices sign in again"
    for _ in range(login.GUESSES):
        assert helper.act(ACCOUNTS, "own_password", old="jiné heslo", **new).status == 303, "no guess, however often"


# -- sessions ----------------------------------------------------------------------------------------------------------


def sessions_of(page):
    return re.findall(r'name="session" value="(\w+)"', page)


def test_devices_are_listed_and_signed_out_by_their_owner(organiser):
    helper = account(organiser, "Jana", "scorer")
    other = Helper(organiser.page, "Jana", "tajné heslo", "127.0.0.3")
    page = helper.text(ACCOUNTS)
    assert "Firefox · Android" in page
    assert "127.0.0.3" in page
    (key,) = sessions_of(page)
    assert helper.act(ACCOUNTS, "end_own", session=key).status == 303
    assert (other.get("/people").status, helper.get("/people").status) == (303, 200)
    assert helper.act("", "leave").status == 303
    assert helper.get("/people").status == 303


def test_a_helper_signs_nobody_else_out_and_the_organiser_anybody(organiser):
    helper = account(organiser, "Jana", "arbiter")
    (jana,) = sessions_of(organiser.get(f"/{ACCOUNTS}"))
    other = account(organiser, "Ota", "viewer")
    assert other.act(ACCOUNTS, "end_own", session=jana).status == 303
    assert helper.get("/people").status == 200
    assert organiser.act(ACCOUNTS, "end_session", session=jana).status == 303
    assert helper.get("/people").status == 303


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_the_file_has_slow_salted_hashes_and_no_password(tmp_path):
    accounts = DeskAccounts(tmp_path)
    word = accounts.make("Jana", "scorer")
    accounts.set_password("jana", "dlouhé heslo")
    raw = (tmp_path / DESK_ACCOUNTS).read_text()
    assert not any(password in raw for password in (word, word.replace("-", ""), "dlouhé"))
    assert (tmp_path / DESK_ACCOUNTS).stat().st_mode & 0o777 == 0o600
    again = DeskAccounts(tmp_path)
    assert again.is_right("JANA", "dlouhé heslo")
    assert not again.is_right("Jana", "dlouhe heslo")
    assert hash_password("x") != hash_password("x")


def test_a_hash_says_its_own_cost_so_that_it_may_be_raised(monkeypatch):
    cheap = hash_password("heslo")
    monkeypatch.setattr(passwords, "_N", 11)
    assert is_password("heslo", cheap)
    assert hash_password("heslo").startswith("scrypt$11$")
    assert not is_password("heslo", "scrypt$30$8$1$" + cheap.split("$", 4)[4]), "no file makes it take all memory"


@pytest.mark.parametrize("raw", ["{", '{"accounts": [{"name": "", "role": "king", "secret": ""}]}', "x" * 100_000])
def test_a_damaged_file_of_accounts_stops_no_start(tmp_path, raw):
    (tmp_path / DESK_ACCOUNTS).write_text(raw)
    accounts = DeskAccounts(tmp_path)
    assert accounts.all() == []
    assert accounts.trouble is not None, "whoever starts the program is told"
    accounts.make("Jana", "scorer")
    assert [desk_account.name for desk_account in DeskAccounts(tmp_path).all()] == ["Jana"]
    assert DeskAccounts(tmp_path).trouble is None


def test_accounts_are_bounded_named_once_and_refused_in_one_sentence(tmp_path, monkeypatch):
    accounts = DeskAccounts(tmp_path)
    accounts.make("Jana", "scorer")
    monkeypatch.setattr(desk_accounts, "MOST_ACCOUNTS", 1)
    for name, role in (("jana", "scorer"), ("Ota", "scorer"), ("", "scorer"), ("Pořadatel", "scorer"), ("Ota", "king")):
        with pytest.raises(Refusal):
            accounts.make(name, role)
    assert [desk_account.name for desk_account in accounts.all()] == ["Jana"]
    with pytest.raises(Refusal):
        DeskAccounts(None).make("Jana", "scorer")


def test_accounts_come_back_from_a_backup(store, tmp_path):
    OrganiserDesk(store).name("Písek")
    backup = Backup(str(tmp_path / "event.db"))
    assert backup.write(tmp_path / "without.zip").format == 2, "an older version reads one of an event without accounts"
    DeskAccounts(tmp_path).make("Jana", "arbiter")
    backup.write(tmp_path / "with.zip")
    restore(tmp_path / "with.zip", tmp_path / "new")
    assert [(desk_account.name, desk_account.role) for desk_account in DeskAccounts(tmp_path / "new").all()] == [
        ("Jana", "arbiter")
    ]


# -- limits ------------------------------------------------------------------------------------------------------------


def test_a_name_that_many_addresses_guess_at_waits_but_not_where_its_owner_was(guard):
    assert let_in(guard, "dlouhé heslo", "10.0.0.1", "Jana")
    for n in range(login.NAME_GUESSES):
        assert let_in(guard, "x", f"10.1.0.{n}", "jana") is None
    assert guard.wait("10.9.9.9", "JANA") == login.NAME_PATIENCE_S
    assert let_in(guard, "dlouhé heslo", "10.9.9.9", "Jana") is None
    assert let_in(guard, "dlouhé heslo", "10.0.0.1", "Jana"), "where Jana came in before nobody keeps her out"
    assert let_in(guard, "tajné", "10.9.9.9"), "nor anybody else, with another name"
    guard._now.now = login.NAME_PATIENCE_S + 1
    assert let_in(guard, "dlouhé heslo", "10.9.9.9", "Jana")


def test_guesses_under_way_count_before_they_are_found_wrong(guard):
    for _ in range(login.GUESSES):
        guard.begin("10.0.0.1", "Jana")
    assert guard.wait("10.0.0.1") > 0
    guard.forgive("10.0.0.1", "Jana")
    assert guard.wait("10.0.0.1") == 0


def test_names_that_nobody_has_are_remembered_within_bounds_and_apart_from_accounts(guard, monkeypatch):
    monkeypatch.setattr(guard._of_nobody, "_keys", 1500)
    for n in range(2000):
        guard.begin(f"10.{n >> 8}.{n & 255}.1", f"name {n}")
    assert (len(guard._wrong), len(guard._of_name), len(guard._of_nobody)) == (GUESSERS, 0, 1500)


def test_known_addresses_are_bounded_and_outlive_a_restart(tmp_path, guard):
    for n in range(2 * login.KNOWN):
        guard.admit(f"10.{n >> 8}.{n & 255}.1")
    assert len(guard._known) == login.KNOWN
    file = login.SessionFile(tmp_path, "tajné", lambda: 1000.0)
    before = login.LoginGuard(cheap("tajné"), Clock(), file, guard.accounts)
    before.admit("10.0.0.7", "Jana")
    before.keeper()()
    again = login.LoginGuard(
        cheap("tajné"), Clock(), login.SessionFile(tmp_path, "tajné", lambda: 1000.0), guard.accounts
    )
    for n in range(login.NAME_GUESSES):
        let_in(again, "x", f"10.1.0.{n}", "Jana")
    assert (again.wait("10.0.0.7", "Jana"), again.wait("10.0.0.8", "Jana")) == (0, login.NAME_PATIENCE_S)


def test_a_helper_who_comes_in_often_pushes_out_only_themselves(guard):
    mine = let_in(guard, "tajné", "10.0.0.1")
    for _ in range(2 * login.BROWSERS):
        last = let_in(guard, "dlouhé heslo", "10.0.0.2", "Jana")
    assert guard.form_word(mine)
    assert guard.form_word(last)
    assert len(guard.sessions()) == login.BROWSERS


def test_sessions_of_accounts_outlive_a_restart_and_end_with_the_account(tmp_path, guard):
    def files():
        return login.SessionFile(tmp_path, "tajné", lambda: 1000.0)

    before = login.LoginGuard(cheap("tajné"), Clock(), files(), guard.accounts)
    word = before.admit("10.0.0.2", "Jana", "Firefox · Linux")
    before.keeper()()
    after = login.LoginGuard(
        cheap("tajné"), Clock(), login.SessionFile(tmp_path, "tajné", lambda: 1000.0), guard.accounts
    )
    assert after.session(word) == login.DeskSession("jana", "Firefox · Linux", "10.0.0.2")
    guard.accounts.remove("Jana")
    assert after.session(word) is None


@pytest.mark.parametrize(
    ("agent", "says"),
    [
        (FIREFOX, "Firefox · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("curl/8", ""),
    ],
)
def test_a_browser_is_called_what_people_call_it(agent, says):
    assert login.device_name(agent) == says


@pytest.mark.parametrize(("word", "role"), [("king", "king"), ("", "–")])
def test_a_role_that_there_is_not_is_named(word, role):
    with pytest.raises(Refusal, match=f"There is no role .?{role}.?[.]"):
        role_word(word)
