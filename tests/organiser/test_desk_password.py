"""The desk's password: who decides without it, who guesses, and who has to wait."""

import hashlib
import json
import stat
import urllib.parse

import pytest

from device.common.web.guesses import GUESSERS
from device.organiser.desk import login, passwords
from device.organiser.desk.passwords import DESK_PASSWORD_CLEAR, kept_password
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store.backup import DESK_PASSWORD
from tests.organiser.cheap import Clock, cheap, let_in
from tests.organiser.desks import FORM, inside, started

CHEAP = pytest.mark.usefixtures("cheap_passwords")


def test_nobody_decides_without_the_password(store):
    desk = OrganiserDesk(store)
    page = started(store)
    try:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urllib.parse.urlencode({"do": "name", "title": "Převzato", "word": ""})
        assert page.ask("/act", "POST", form, body).status == 303
        assert page.ask("/enter", "POST", form, "password=hádám").status == 403
        entered = page.ask("/enter", "POST", form, urllib.parse.urlencode({"password": "tajné"}))
        cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
        assert "HttpOnly" in entered.headers["Set-Cookie"]
        assert page.ask("/act", "POST", form | cookie, body).status == 303  # another site's form has no word
        assert desk.read().title == ""
        shown = page.ask("/", headers=cookie).read().decode()
        word = shown.partition('name="word" value="')[2].partition('"')[0]
        body = urllib.parse.urlencode({"do": "name", "title": "Písek", "word": word})
        assert page.ask("/act", "POST", form | cookie, body).status == 303
        assert desk.read().title == "Písek"
        assert page.ask("/", headers=cookie | {"Host": "evil.example"}).status == 400
    finally:
        page.close()


def test_wrong_passwords_lock_out_the_address_they_come_from_for_a_minute_and_nobody_else():
    clock = Clock()
    door = login.LoginGuard(cheap("tajné"), clock)
    for _ in range(login.GUESSES):
        assert door.wait("192.168.1.7") == 0
        assert let_in(door, "x", "192.168.1.7") is None
    assert door.wait("192.168.1.7") == 60
    assert let_in(door, "tajné", "192.168.1.7") is None
    assert let_in(door, "tajné", "::ffff:192.168.1.7") is None  # the same address, written otherwise
    assert let_in(door, "tajné", "192.168.1.8")
    clock.now = 59.9
    assert let_in(door, "tajné", "192.168.1.7") is None
    clock.now = 60.1
    assert let_in(door, "tajné", "192.168.1.7")


def test_neither_guessers_nor_browsers_are_remembered_without_bound(monkeypatch):
    monkeypatch.setattr(passwords, "_derive", lambda password, salt, *cost: hashlib.sha256(password.encode()).digest())
    clock = Clock()
    door = login.LoginGuard(passwords.hash_password("tajné"), clock)
    for n in range(3 * GUESSERS):
        let_in(door, "x", f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    assert len(door._wrong) == GUESSERS
    words = [let_in(door, "tajné", "10.0.0.1") for _ in range(2 * login.BROWSERS)]
    assert len(door._inside) == login.BROWSERS
    assert door.form_word(words[0]) is None
    assert door.form_word(words[-1])
    clock.now = login.STAY_S + 1
    assert door.form_word(words[-1]) is None
    for _ in range(login.GUESSES):
        let_in(door, "x", "10.9.9.9")
    for n in range(GUESSERS // 2):
        let_in(door, "x", f"10.1.{n >> 8}.{n & 255}")
    assert let_in(door, "tajné", "10.9.9.9") is None  # others do not wash a guesser's count away


def test_the_door_says_how_long_to_wait_and_opens_for_others(page):
    for _ in range(login.GUESSES):
        assert page.ask("/enter", "POST", FORM, "password=x").status == 403
    forwarded = {"X-Forwarded-For": "10.1.2.3", "Forwarded": "for=10.1.2.3"}
    waiting = page.ask("/enter", "POST", FORM | forwarded, urllib.parse.urlencode({"password": "tajné"}))
    assert waiting.status == 429
    assert 0 < int(waiting.headers["Retry-After"]) <= 60
    assert "příliš mnoho chybných hesel" in waiting.read().decode()
    elsewhere = page.ask("/enter", "POST", FORM, urllib.parse.urlencode({"password": "tajné"}), source="127.0.0.2")
    assert elsewhere.status == 303


# -- what is kept of it ------------------------------------------------------------------------------------------------


def files_of(folder):
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_only_a_slow_hash_of_the_password_is_kept_and_it_stays_over_a_restart(tmp_path):
    first = kept_password(tmp_path)
    assert first.clear
    assert first.clear.encode() not in files_of(tmp_path)
    assert first.secret.startswith("scrypt$14$8$5$"), "as slow as a helper's"
    assert stat.S_IMODE((tmp_path / DESK_PASSWORD).stat().st_mode) == 0o600
    again = kept_password(tmp_path)
    assert (again.secret, again.clear) == (first.secret, "")
    assert let_in(login.LoginGuard(again.secret, Clock()), first.clear)
    assert let_in(login.LoginGuard(again.secret, Clock()), "x" + first.clear) is None


@CHEAP
def test_a_display_says_the_password_at_each_start_and_no_start_without_one_leaves_it_readable(tmp_path):
    first = kept_password(tmp_path, is_said=True)
    assert kept_password(tmp_path, is_said=True) == first
    readable = tmp_path / DESK_PASSWORD_CLEAR
    assert stat.S_IMODE(readable.stat().st_mode) == 0o600
    assert readable.read_text() == first.clear + "\n"
    assert kept_password(tmp_path).secret == first.secret
    assert not readable.exists()
    readable.write_text("another\n")
    assert kept_password(tmp_path, is_said=True).clear == "", "what is no password of this desk is not said"


@CHEAP
def test_a_new_password_ends_the_one_before(tmp_path):
    before = kept_password(tmp_path)
    after = kept_password(tmp_path, is_new=True)
    assert after.clear not in ("", before.clear)
    assert let_in(login.LoginGuard(kept_password(tmp_path).secret, Clock()), before.clear) is None


@CHEAP
@pytest.mark.parametrize("is_said", [False, True])
def test_a_password_that_an_earlier_version_kept_in_clear_counts_on_and_who_was_inside_stays_inside(tmp_path, is_said):
    (tmp_path / DESK_PASSWORD).write_text("1a2b3c4d\n")
    before = login.LoginGuard(cheap("1a2b3c4d"), Clock(), sessions(tmp_path, "1a2b3c4d"))
    word = let_in(before, "1a2b3c4d")
    before.keeper()()
    now = kept_password(tmp_path, is_said=is_said)
    assert now.clear == "1a2b3c4d", "said once more"
    assert (b"1a2b3c4d" in files_of(tmp_path)) is is_said
    file = login.SessionFile(tmp_path, now.seal, lambda: 1000.0, now.earlier_seal)
    after = login.LoginGuard(now.secret, Clock(), file)
    assert after.session(word)
    assert let_in(after, "1a2b3c4d")
    after.keeper()()
    now = kept_password(tmp_path)
    assert login.LoginGuard(now.secret, Clock(), sessions(tmp_path, now.seal)).session(word)


# -- a restart ---------------------------------------------------------------------------------------------------------


def sessions(folder, password="tajné", wall=lambda: 1000.0):
    return login.SessionFile(folder, password, wall)


def words_before(folder, browsers=1):
    """The words of browsers that came in before the program ended."""
    door = login.LoginGuard(cheap("tajné"), Clock(), sessions(folder))
    words = [let_in(door, "tajné") for _ in range(browsers)]
    door.keeper()()
    return words, [door.form_word(word) for word in words]


@CHEAP
def test_who_was_inside_is_inside_after_a_restart_and_their_open_forms_count(store, tmp_path):
    before = started(store, sessions=sessions(tmp_path))
    cookie, word = inside(before)
    before.close()
    page = started(store, sessions=sessions(tmp_path))
    try:
        body = urllib.parse.urlencode({"do": "name", "title": "Písek", "word": word})
        assert page.ask("/act", "POST", cookie, body).status == 303
        assert OrganiserDesk(store).read().title == "Písek"
        assert page.ask("/people", headers=cookie).status == 200
        assert page.ask("/people").status == 303
    finally:
        page.close()


@CHEAP
def test_another_password_ends_all_sessions(tmp_path):
    (word,), _ = words_before(tmp_path)
    assert login.LoginGuard(cheap("jiné"), Clock(), sessions(tmp_path, "jiné")).form_word(word) is None
    assert login.LoginGuard(cheap("tajné"), Clock(), sessions(tmp_path)).form_word(word)


@CHEAP
def test_sessions_end_a_day_after_they_began_however_often_the_program_is_started(tmp_path):
    (word,), _ = words_before(tmp_path)
    late = login.LoginGuard(cheap("tajné"), Clock(), sessions(tmp_path, wall=lambda: 1000.0 + login.STAY_S - 1))
    assert late.form_word(word)
    late._now.now = 2.0
    assert late.form_word(word) is None
    later = login.LoginGuard(cheap("tajné"), Clock(), sessions(tmp_path, wall=lambda: 1000.0 + login.STAY_S + 1))
    assert later.form_word(word) is None


@CHEAP
def test_a_wall_clock_that_was_set_back_makes_nobody_younger_than_now(tmp_path):
    (word,), _ = words_before(tmp_path)
    door = login.LoginGuard(cheap("tajné"), Clock(), sessions(tmp_path, wall=lambda: 0.0))
    assert door.form_word(word)
    door._now.now = login.STAY_S + 1
    assert door.form_word(word) is None


@CHEAP
def test_the_file_of_sessions_is_its_owners_has_no_words_and_does_not_grow(tmp_path):
    words, forms = words_before(tmp_path, 3 * login.BROWSERS)
    file = tmp_path / login.DESK_SESSIONS
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text()
    assert not any(word in text for word in (*words, *filter(None, forms)))
    assert len(json.loads(text)["since"]) == login.BROWSERS
    assert len(text) < 16 * 1024


@CHEAP
@pytest.mark.parametrize("harm", ["longer", "another seal", "not one"])
def test_a_file_that_somebody_changed_lets_nobody_in_and_stops_no_start(tmp_path, harm):
    (word,), _ = words_before(tmp_path)
    file = tmp_path / login.DESK_SESSIONS
    content = json.loads(file.read_text())
    if harm == "longer":
        content["since"] = {cookie: since + 9e9 for cookie, since in content["since"].items()}
    elif harm == "another seal":
        content["seal"] = "0" * 64
    file.write_text("[" if harm == "not one" else json.dumps(content))
    door = login.LoginGuard(cheap("tajné"), Clock(), sessions(tmp_path))
    assert door.form_word(word) is None
    assert let_in(door, "tajné")
    door.keeper()()
    assert len(login.SessionFile(tmp_path, "tajné", lambda: 1000.0).load()) == 1
