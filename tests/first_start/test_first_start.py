"""The first start of a card, from a file on it and from the screen; with mistakes, and the plug pulled anywhere."""

import errno
import itertools
import os
import shutil
import tomllib

import pytest

from device.common.files.small_file import read_bounded
from device.common.settings.reading import load
from device.first_start import wifi
from device.first_start.__main__ import main
from device.first_start.applying import host_name
from device.first_start.common import asking
from device.first_start.common.answers import Answers, Wifi, check
from device.first_start.common.asking import REQUEST, ask, outcome_of, read_outcome, should_ask
from device.first_start.common.system import CardSystem
from tests.first_start.conftest import Pulled, new_card

PASSWORD = "tajne-heslo42"
BAD_PASSWORD = "A Wi-Fi password has 8 to 63 letters, digits and symbols, without accents."
FAILED = "Error: Connection activation failed: "
FILE = f"""# Naše nastavení
language = "en"
hostname = "stul"
time_zone = "Europe/Prague"
role = "table"

[wifi]
ssid = "Klub Žižkov"   # v klubovně
password = "{PASSWORD}"
"""


def boot(card):
    return main(["boot"], card)


def troubles_of(card):
    return [str(trouble.message) for trouble in read_outcome(card).troubles]


def everything(card):
    return b"\n".join(file for file in card.files().values() if isinstance(file, bytes)).decode(errors="replace")


def test_a_file_on_the_card_sets_the_device_up(card):
    card.boot_file(FILE)
    assert boot(card) == 0
    assert troubles_of(card) == []
    assert card.read("/etc/hostname") == "stul-3fc217\n"
    assert card.read("/etc/hosts") == "127.0.0.1\tlocalhost\n127.0.1.1\tstul-3fc217\n"
    assert str(card.path("/etc/localtime").readlink()) == "/usr/share/zoneinfo/Europe/Prague"
    assert card.read("/etc/timezone") == "Europe/Prague\n"
    assert tomllib.loads(card.read("/var/lib/dvojtah/settings.toml"))["language"] == "en"
    assert ("iw", "reg", "set", "CZ") in card.commands
    assert not should_ask(card)


def test_a_display_that_stands_upright_is_turned_by_the_file(card):
    place = card.path("/var/lib/dvojtah/settings.toml")
    card.boot_file('language = "en"\nrotate = 270\n')
    boot(card)
    settings = load(place)
    assert (settings.language, settings.screen.rotate) == ("en", 270)
    assert "# " in place.read_text(), "its comments stay"


def test_the_settings_stay_the_tables_own_where_root_writes_them(card, monkeypatch):
    """Root makes the new file, which a table that is not root could not write again."""
    given = []
    monkeypatch.setattr("device.first_start.applying.os.geteuid", lambda: 0)
    monkeypatch.setattr(
        "device.first_start.applying.os.chown", lambda *arguments, **how: given.append((*arguments, how))
    )
    place = card.path("/var/lib/dvojtah/settings.toml")
    owner = place.stat()
    card.boot_file('language = "en"\n')
    boot(card)
    assert given == [(place, owner.st_uid, owner.st_gid, {"follow_symlinks": False})]


@pytest.mark.parametrize("wrong", ["45", '"90"', "true", "90.0", "-90"])
def test_a_display_is_turned_by_a_right_angle_or_not_at_all(card, wrong):
    card.boot_file(f'rotate = {wrong}\nlanguage = "en"\n')
    boot(card)
    assert any("0, 90, 180 or 270" in sentence for sentence in troubles_of(card))
    settings = load(card.path("/var/lib/dvojtah/settings.toml"))
    assert (settings.language, settings.screen.rotate) == ("en", 0)


def test_the_password_leaves_the_file_and_nothing_else_in_it_changes(card):
    card.boot_file(FILE)
    boot(card)
    assert card.read("/boot/firmware/dvojtah.toml") == FILE.replace(PASSWORD, "")
    assert PASSWORD not in everything(card), "the profile has a derived key"


def test_the_key_in_the_profile_is_the_one_that_wpa2_asks_for(card):
    """The passphrase and key of IEEE 802.11i, annex H.4.1."""
    assert wifi.derived_key(Wifi(ssid="IEEE", password="password")) == (
        "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    )


def test_only_root_can_read_the_profile(card):
    card.boot_file(FILE)
    boot(card)
    profile = card.path(wifi.PROFILE)
    assert profile.stat().st_mode & 0o777 == 0o600
    name = "".join(f"{byte};" for byte in "Klub Žižkov".encode())
    assert f"ssid={name}\n" in profile.read_text()
    assert "key-mgmt=wpa-psk" in profile.read_text()
    assert "pmf=1\n" in profile.read_text(), "with a derived key a network of WPA2 and WPA3 is joined by WPA2 alone"


@pytest.mark.parametrize(
    "form", ['wifi = {ssid = "Klub", password = "%s"}\n', 'wifi.ssid = "Klub"\nwifi.password = "%s"\n']
)
def test_however_the_file_is_written_the_password_leaves_it(card, form):
    card.boot_file(form % PASSWORD)
    boot(card)
    assert troubles_of(card) == []
    assert PASSWORD not in everything(card)


def test_the_next_start_keeps_the_wifi_and_what_was_changed_on_the_screen(card):
    card.boot_file(FILE)
    boot(card)
    own = card.path("/var/lib/dvojtah/settings.toml")
    own.write_text(own.read_text().replace('language = "en"', 'language = "cs"'))
    before = card.files()
    card.commands.clear()
    boot(card)
    assert card.files() == before
    assert card.commands == []


def test_another_name_in_the_file_leaves_the_network_whose_password_was_used_up(card):
    card.boot_file(FILE)
    boot(card)
    profile = card.read(wifi.PROFILE)
    card.boot_file(card.read("/boot/firmware/dvojtah.toml").replace('"stul"', '"klub"'))
    boot(card)
    assert card.read("/etc/hostname") == "klub-3fc217\n"
    assert card.read(wifi.PROFILE) == profile


def test_what_was_answered_on_the_screen_is_not_undone_by_the_same_file(card):
    card.boot_file(FILE)
    boot(card)
    ask(Answers(hostname="jiny", language="cs"), card)
    main(["request"], card)
    boot(card)
    assert card.read("/etc/hostname") == "jiny-3fc217\n"
    assert 'language = "cs"' in card.read("/var/lib/dvojtah/settings.toml")


def test_who_has_answered_is_not_asked_again_for_a_file_that_says_nothing(card):
    card.boot_file(FILE)
    boot(card)
    card.boot_file("# everything is set\n")
    boot(card)
    assert not should_ask(card)


def test_a_password_that_no_network_has_got_stays_in_the_file(card, monkeypatch):
    """Else nobody has it any more."""
    write = card.write

    def refuse(place, *how):
        if place == wifi.PROFILE:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), place)
        return write(place, *how)

    card.boot_file(FILE)
    with monkeypatch.context() as full:
        full.setattr(card, "write", refuse)
        boot(card)
    assert card.read("/boot/firmware/dvojtah.toml") == FILE
    boot(card)
    assert wifi.is_for(card, "Klub Žižkov")
    assert PASSWORD not in everything(card)


def test_a_file_as_the_notepad_of_windows_writes_it_is_read_and_loses_its_password(card):
    card.boot_file("\ufeff" + FILE)
    boot(card)
    assert troubles_of(card) == []
    assert wifi.is_for(card, "Klub Žižkov")
    assert PASSWORD not in everything(card)


def test_who_may_read_the_settings_stays_as_it_was(card):
    place = card.path("/var/lib/dvojtah/settings.toml")
    place.chmod(0o640)
    card.boot_file('language = "en"\n')
    boot(card)
    assert load(place).language == "en"
    assert place.stat().st_mode & 0o777 == 0o640


def test_another_network_in_the_file_takes_the_place_of_the_first(card):
    card.boot_file(FILE)
    boot(card)
    first = card.read(wifi.PROFILE)
    card.boot_file(card.read("/boot/firmware/dvojtah.toml").replace("Klub Žižkov", "Otevřená"))
    boot(card)
    assert card.read(wifi.PROFILE) != first
    assert "psk" not in card.read(wifi.PROFILE), "a network without a password is open"


def test_the_plug_pulled_after_any_step_ends_in_the_same_device(tmp_path):
    whole = new_card(tmp_path / "whole")
    whole.boot_file(FILE)
    boot(whole)
    for lasts in itertools.count():
        card = new_card(tmp_path / str(lasts))
        card.boot_file(FILE)
        card.lasts = lasts
        try:
            boot(card)
        except Pulled:
            card.lasts = None
            assert card.read("/etc/hostname").strip(), "never half a file"
            boot(card)
            assert card.files() == whole.files(), f"after {lasts} steps"
        else:
            break
    assert lasts > 10


def test_two_copies_of_one_card_never_share_a_name(tmp_path):
    names = set()
    for number in range(4):
        card = new_card(tmp_path / str(number), serial=f"10000000{0xABCD00 + number:08x}")
        card.boot_file(FILE)
        boot(card)
        names.add(card.read("/etc/hostname"))
    assert len(names) == 4


def test_a_board_without_a_serial_number_is_named_by_the_system_and_does_not_tell_its_id(card):
    place = card.path("/proc/device-tree/serial-number")
    place.unlink()
    name = host_name(card, None)
    assert name.startswith("dvojtah-")
    assert len(name) == len("dvojtah-123456")
    assert name.rsplit("-", 1)[1] not in card.read("/etc/machine-id")
    for none in ("0" * 16, "To be filled in", "1a3f"):
        place.write_text(f"{none}\0")
        assert host_name(card, None) == name


def test_a_wish_that_has_the_number_already_is_the_name(card):
    card.boot_file('hostname = "stul-3fc217"\n')
    boot(card)
    assert card.read("/etc/hostname") == "stul-3fc217\n"


def test_a_name_given_by_hand_stays(card):
    card.path("/etc/hostname").write_text("kavarna\n")
    card.boot_file('language = "en"\n')
    boot(card)
    assert card.read("/etc/hostname") == "kavarna\n"


def test_without_a_file_the_device_gets_its_name_and_asks_on_its_screen(card):
    boot(card)
    assert card.read("/etc/hostname") == "dvojtah-3fc217\n"
    assert should_ask(card)
    card.boot_file("# nothing said\n")
    boot(card)
    assert should_ask(card)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('language = "de"\n', "There is no language de; there are cs, sk, en."),
        (
            'hostname = "Stůl"\n',
            "A host name has only letters from a to z, digits and hyphens, 40 at most; Stůl does not fit.",
        ),
        ('time_zone = "Europe/Nowhere"\n', "There is no time zone Europe/Nowhere; one is called Europe/Prague."),
        ('time_zone = "../../etc/shadow"\n', "There is no time zone ../../etc/shadow; one is called Europe/Prague."),
        ('role = "referee"\n', "The role is table or organiser, not referee."),
        ('role = "organiser"\n', "The organiser's part is not on this card; the device stays a table."),
        (f'[wifi]\nssid = "Klub"\npassword = "{"a" * 7}"\n', BAD_PASSWORD),
        ('[wifi]\nssid = "Klub"\npassword = "heslíčko"\n', BAD_PASSWORD),
        ('[wifi]\npassword = "long enough"\n', "The Wi-Fi has no name."),
        (
            'wifi = {ssid = "K", country = "cz"}\n',
            "The country of the Wi-Fi has two letters, such as CZ; cz does not fit.",
        ),
        ("wifi = 3\n", "[wifi] is a table with ssid and password."),
        ('lanugage = "en"\n', "There is no setting lanugage here."),
        ('role = "table"\nlanguage = en\n', "The file dvojtah.toml on the card has a mistake on line 2."),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence_and_the_table_starts(card, text, sentence):
    card.boot_file(text)
    assert boot(card) == 0
    assert troubles_of(card) == [sentence]
    assert not card.path(wifi.PROFILE).exists()


def test_a_file_that_is_no_text_is_one_sentence(card):
    card.path("/boot/firmware/dvojtah.toml").write_bytes(b'language = "\xe8"\n')
    boot(card)
    assert troubles_of(card) == ["The file dvojtah.toml on the card is not UTF-8 text."]


def test_one_mistake_leaves_the_rest_of_the_answers(card):
    card.boot_file('language = "de"\nhostname = "stul"\n')
    boot(card)
    assert card.read("/etc/hostname") == "stul-3fc217\n"


def test_a_card_that_cannot_be_written_stops_nothing(card, monkeypatch):
    card.boot_file(FILE)
    monkeypatch.setattr(card, "write", lambda *_: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
    assert boot(card) == 1


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EROFS, os.strerror(errno.EROFS), "/etc/timezone"), "Read-only file system"),
        (shutil.SameFileError("one file twice"), "one file twice"),  # an OSError without a number
    ],
)
def test_a_step_that_the_card_does_not_take_is_said_and_the_others_are_taken(card, monkeypatch, error, why):
    card.boot_file(FILE)
    write = card.write

    def refuse(place, *how):
        if place == "/etc/timezone":
            raise error
        return write(place, *how)

    monkeypatch.setattr(card, "write", refuse)
    boot(card)
    assert troubles_of(card) == [f"The system could not be set up ({why})."]
    assert card.read("/etc/hostname") == "stul-3fc217\n"
    assert card.read(wifi.PROFILE) != ""


@pytest.mark.parametrize(
    ("status", "words", "sentence"),
    [
        (4, FAILED + "(7) Secrets were required, but not provided.", "did not take the password"),
        (4, FAILED + "(53) The Wi-Fi network could not be found.", "is not in range"),
        (4, FAILED + "No suitable device found for this connection", "has no Wi-Fi that works"),
        (3, "Error: Timeout 45 sec expired.", "could not be joined"),
        (127, "", "There is no NetworkManager here"),
    ],
)
def test_a_wifi_that_does_not_work_is_one_sentence_and_is_tried_once(card, status, words, sentence):
    card.boot_file(FILE)
    boot(card)
    assert not [command for command in card.commands if command[0] == "nmcli"], "the start waits for no network"
    card.answers["nmcli"] = (status, words)
    main(["settle"], card)
    assert len(troubles_of(card)) == 1
    assert sentence in troubles_of(card)[0]
    card.commands.clear()
    main(["settle"], card)
    assert card.commands == []


def test_a_wifi_that_works_has_nothing_to_say(card):
    card.boot_file(FILE)
    boot(card)
    main(["settle"], card)
    assert troubles_of(card) == []
    assert ("nmcli", "--wait", "45", "connection", "up", "id", "dvojtah") in card.commands


def test_what_was_answered_on_the_screen_is_carried_out(card):
    boot(card)
    token = ask(Answers(hostname="stul", time_zone="Europe/Prague", wifi=Wifi(ssid="Klub", password=PASSWORD)), card)
    assert card.path(REQUEST).stat().st_mode & 0o777 == 0o600
    assert outcome_of(token, card) is None
    assert main(["request"], card) == 0
    outcome = outcome_of(token, card)
    assert outcome.done
    assert (outcome.hostname, outcome.wifi, outcome.troubles) == ("stul-3fc217", "", ())
    assert card.path(asking.PLACE).stat().st_mode & 0o777 == 0o644, "root writes it, the table reads it"
    assert not card.path(REQUEST).exists()
    assert PASSWORD not in everything(card)
    assert not should_ask(card)


def test_the_plug_pulled_while_the_answers_are_carried_out_asks_again_or_is_done(tmp_path):
    for lasts in itertools.count():
        card = new_card(tmp_path / str(lasts))
        boot(card)
        ask(Answers(hostname="stul", language="en", wifi=Wifi(ssid="Klub", password=PASSWORD)), card)
        card.lasts = lasts
        try:
            main(["request"], card)
        except Pulled:
            card.lasts = None
            card.path(REQUEST).unlink(missing_ok=True)  # it lay in memory
            assert boot(card) == 0
            if not should_ask(card):
                assert card.read("/etc/hostname") == "stul-3fc217\n"
                assert wifi.is_for(card, "Klub")
        else:
            break
    assert lasts > 8


def test_a_request_is_believed_in_nothing(card):
    card.path(REQUEST).write_text('{"token": "x", "answers": {"time_zone": "../../etc/shadow", "hostname": "stul"}}')
    main(["request"], card)
    assert troubles_of(card) == ["There is no time zone ../../etc/shadow; one is called Europe/Prague."]
    card.path(REQUEST).write_text('{"token": "x", "answers": {"hostname": "stul\\n127.0.0.1 banka.cz"}}')
    main(["request"], card)
    assert "banka" not in card.read("/etc/hosts")
    card.path(REQUEST).write_text("{")
    main(["request"], card)
    assert troubles_of(card) == ["The answers could not be read; please give them again."]
    with pytest.raises(ValueError, match="host name"):
        ask(Answers(hostname="Můj stůl"), card)
    card.path(REQUEST).write_text(f'{{"token": "{"x" * 40000}", "answers": {{}}}}')
    main(["request"], card)
    assert read_outcome(card).request == "x" * 32


def test_a_request_that_the_table_takes_back_while_root_reads_it_stops_nothing(card, monkeypatch):
    """The folder is the table's own: what root has read may be gone before root takes it away."""

    def read_and_gone(place, **more):
        raw = read_bounded(place, **more)
        place.unlink()
        return raw

    boot(card)
    ask(Answers(hostname="stul"), card)
    monkeypatch.setattr(asking, "read_bounded", read_and_gone)
    assert main(["request"], card) == 0
    assert card.read("/etc/hostname") == "stul-3fc217\n"


def test_a_system_that_was_installed_by_hand_asks_nothing(card):
    card.path("/etc/dvojtah/first-start").unlink()
    assert not should_ask(card)


def test_table_and_organiser_take_each_others_place_at_once_and_for_good(card):
    card.path("/etc/systemd/system/dvojtah-organiser.service").write_text("")
    card.path("/usr/sbin").mkdir(parents=True)
    card.path("/usr/sbin/mosquitto").write_text("")
    starts, runs = {"dvojtah.service"}, {"dvojtah.service"}
    for role, unit in (("organiser", "dvojtah-organiser.service"), ("table", "dvojtah.service")):
        card.boot_file(f'role = "{role}"\n')
        card.commands.clear()
        boot(card)
        assert troubles_of(card) == []
        for _, _, word, *units in (command for command in card.commands if command[0] == "systemctl"):
            changed = starts if word in ("enable", "disable") else runs
            (changed.update if word in ("enable", "start") else changed.difference_update)(units)
        assert (starts, runs) == ({unit}, {unit})


def test_root_writes_through_no_link(card, tmp_path):
    other = tmp_path / "other"
    other.write_text("Asia/Tokyo\n")
    card.path("/etc/timezone").symlink_to(other)
    ask(Answers(time_zone="Europe/Prague", hostname="stul"), card)
    main(["request"], card)
    assert other.read_text() == "Asia/Tokyo\n"
    assert troubles_of(card) == ["The system could not be set up (File exists)."]
    assert card.read("/etc/hostname") == "stul-3fc217\n", "the others are taken"


def test_every_answer_has_its_check():
    answers, troubles = check({"wifi": {"ssid": "x" * 33}, "language": 3, "role": None, "time_zone": 0, "rotate": 1})
    assert answers == Answers()
    assert len(troubles) == 5


def test_what_a_command_says_keeps_its_accents():
    """Under the locale C, nmcli would list "Klub ?i?kov", which no table could join."""
    assert CardSystem().run("locale", "charmap") == (0, "UTF-8\n")


def test_a_command_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr("device.first_start.common.system.COMMAND_S", 0.1)
    assert CardSystem().run("sleep", "600") == (124, "")
