"""The first start from a phone on the device's own hotspot: asked, answered, refused, closed; what strangers send."""

import re
import socket
from pathlib import Path, PurePath

import msgspec
import pytest

from device.common import i18n
from device.common.languages import of_browser
from device.first_start import wifi
from device.first_start.__main__ import WORDS, main
from device.first_start.common import hotspot
from device.first_start.common.answers import Answers, Wifi
from device.first_start.common.asking import REQUEST, Request, ask, read_outcome, should_ask
from device.first_start.common.networks import Network, networks
from device.first_start.phone.serving import WRONG_CODES
from rules.loading import readable
from rules.message import Message
from tests.first_start.phones import HEARD, served, with_hotspot

ROOT = Path(__file__).parents[2]
PASSWORD = "tajne-heslo42"
WRONG = (4, "Error: Connection activation failed: (7) Secrets were required, but not provided.")


def request_of(card):
    return msgspec.json.decode(card.path(REQUEST).read_bytes(), type=readable(Request))


def commands(card, word):
    return [command for command in card.commands if command[0] == word]


def test_the_hotspot_is_named_after_the_device_and_has_a_password_that_stays(table):
    own = hotspot.configured_hotspot(table)
    assert own.ssid == "dvojtah-3fc217"
    assert len(own.password) == 8
    assert "enable_appliance_mode: false\n" in table.read(hotspot.CONF)
    main(["boot"], table)
    assert hotspot.configured_hotspot(table) == own, "a phone that knows it comes back by itself"


def test_a_camera_reads_any_name_and_password_of_the_hotspot():
    assert hotspot.Hotspot("Stůl;7", 'a:b,c"d\\').code == 'WIFI:T:WPA;S:Stůl\\;7;P:a\\:b\\,c\\"d\\\\;;'


def open_table(card):
    """A new card whose maker wanted a hotspot without a password."""
    with_hotspot(card)
    card.path(hotspot.ALLOWED).write_text("open\n")
    main(["boot"], card)
    return card


def test_a_hotspot_without_a_password_has_a_code_that_stays_and_no_network_shows_it(card):
    own = hotspot.configured_hotspot(open_table(card))
    assert (own.ssid, own.password, len(own.page_code)) == ("dvojtah-3fc217", "", 8)
    assert "ap_password" not in card.read(hotspot.CONF)
    assert own.page_code not in card.read(hotspot.CONF)
    assert own.code == "WIFI:T:nopass;S:dvojtah-3fc217;;"
    main(["boot"], card)
    assert hotspot.configured_hotspot(card) == own


def test_the_page_of_an_open_hotspot_takes_answers_with_the_code_alone(card):
    wanted = hotspot.configured_hotspot(open_table(card)).page_code
    with served(card) as phone:
        assert wanted not in phone.get()
        assert "je otevřená" in phone.page
        for typed in ("", "wrong123", wanted[:-1]):
            phone.send(code=typed)
            assert phone.status == 422
            assert "Kód je na displeji" in phone.page
            assert wanted not in phone.page
            assert not card.path(REQUEST).exists()
        phone.send(code=f" {wanted.upper()} ")
        assert phone.status == 200
    assert card.path(REQUEST).exists()


def test_nobody_tries_all_codes_of_an_open_hotspot(card):
    wanted = hotspot.configured_hotspot(open_table(card)).page_code
    with served(card) as phone:
        phone.get()
        for _ in range(WRONG_CODES):
            phone.send(code="wrong123")
        phone.send(code=wanted)
        assert phone.status == 422
        assert "příliš mnoho špatných kódů" in phone.page
        assert not card.path(REQUEST).exists()


def test_a_hotspot_with_a_password_asks_for_no_code(table, phone):
    assert 'name="code"' not in phone.page


def test_without_leave_no_hotspot_is_prepared(card):
    card.path(hotspot.CONF).write_text("ap_name: <hostname>\n")
    main(["boot"], card)
    assert hotspot.configured_hotspot(card) is None


def test_a_phone_answers_everything_and_it_is_carried_out(table, phone, caplog):
    phone.send(
        language="en",
        network="seen:Klub Žižkov",
        password=PASSWORD,
        hostname="Stul 4",
        time_zone="Europe/Prague",
        role="table",
    )
    assert phone.status == 200
    assert "Klub Žižkov" in phone.page
    assert main(["request"], table) == 0
    outcome = read_outcome(table)
    assert (outcome.done, outcome.phone, outcome.joined, outcome.troubles) == (True, True, "Klub Žižkov", ())
    assert [record for record in caplog.records if record.levelname == "WARNING"] == []
    assert table.read("/etc/hostname") == "stul-4-3fc217\n"
    assert str(table.path("/etc/localtime").readlink()).endswith("Europe/Prague")
    assert 'language = "en"' in table.read("/var/lib/dvojtah/settings.toml")
    assert wifi.is_for(table, "Klub Žižkov")
    assert not table.path(hotspot.ALLOWED).exists(), "answered: it does not open again"


def test_a_phone_that_names_no_network_is_done_at_once(table, phone):
    phone.send()
    assert main(["request"], table) == 0
    assert read_outcome(table).done
    assert not table.path(hotspot.ALLOWED).exists()


def test_the_hotspot_is_closed_before_the_network_is_tried_with_the_one_radio(table, phone):
    name = hotspot.configured_hotspot(table).ssid
    phone.send(network="seen:Klub Žižkov", password=PASSWORD)
    table.commands.clear()
    main(["request"], table)
    stop = table.commands.index(("systemctl", "stop", "comitup.service", "comitup-web.service"))
    away = table.commands.index(("nmcli", "connection", "delete", "id", f"{name}-0000"))
    (up,) = (n for n, command in enumerate(table.commands) if command[:1] == ("nmcli",) and "up" in command)
    assert stop < away < up


def test_everything_has_a_value_that_is_right_for_most(table, phone):
    phone.send()
    assert request_of(table).answers == Answers(language="cs", role="table")


def test_a_wrong_password_opens_the_hotspot_again_and_the_page_says_why(table, phone):
    table.answers["nmcli"] = WRONG
    phone.send(network="seen:Klub Žižkov", password="spatne-heslo")
    table.commands.clear()
    main(["request"], table)
    assert commands(table, "systemctl")[-1] == ("systemctl", "--no-block", "start", "comitup.service")
    assert should_ask(table)
    assert not table.path(wifi.PROFILE).exists()
    table.answers["nmcli"] = (0, HEARD)
    with served(table) as again:
        assert "Wi-Fi Klub Žižkov nepřijala heslo" in again.get()
        again.send(network="seen:Klub Žižkov", password=PASSWORD)
        main(["request"], table)
    assert read_outcome(table).troubles == ()
    assert not should_ask(table)


def test_a_wifi_that_somebody_has_deleted_meanwhile_opens_the_hotspot_all_the_same(table, phone, monkeypatch):
    phone.send(network="seen:Klub Žižkov", password=PASSWORD)
    with monkeypatch.context() as later:
        later.setattr("device.first_start.applying.settle", lambda system: None)
        main(["request"], table)
    table.path(wifi.PROFILE).unlink()
    table.answers["nmcli"] = (10, "Error: unknown connection 'dvojtah'.")
    assert main(["settle"], table) == 0
    assert commands(table, "systemctl")[-1] == ("systemctl", "--no-block", "start", "comitup.service")
    assert should_ask(table)


def test_a_hotspot_that_may_not_open_any_more_stays_closed_whatever_the_network_says(table, phone, monkeypatch):
    phone.send(network="seen:Klub Žižkov", password="spatne-heslo")
    with monkeypatch.context() as later:
        later.setattr("device.first_start.applying.settle", lambda system: None)
        main(["request"], table)
    table.path(hotspot.ALLOWED).unlink()
    table.answers["nmcli"] = WRONG
    table.commands.clear()
    main(["settle"], table)
    assert commands(table, "systemctl") == []
    assert not should_ask(table)


def test_answers_after_the_hotspot_closed_for_good_are_the_last(table, phone, monkeypatch):
    phone.send(network="seen:Klub Žižkov", password=PASSWORD)
    table.path(hotspot.ALLOWED).unlink()
    monkeypatch.setattr("device.first_start.applying.settle", lambda system: None)
    main(["request"], table)
    assert not should_ask(table), "nobody could answer in this way again"


def test_the_plug_pulled_while_the_network_is_tried_leaves_the_first_start_open(table, phone, monkeypatch):
    phone.send(network="seen:Klub Žižkov", password=PASSWORD)
    monkeypatch.setattr("device.first_start.applying.settle", lambda system: None)
    main(["request"], table)
    monkeypatch.undo()
    assert should_ask(table)
    main(["boot"], table)
    table.commands.clear()
    main(["settle"], table)
    assert not should_ask(table)
    assert not table.path(hotspot.ALLOWED).exists()
    assert ("systemctl", "stop", "comitup.service", "comitup-web.service") in table.commands, "the start opened it"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"language": "de"}, "Jazyk de tu není; jsou cs, sk, en."),
        ({"network": "seen:Klub Žižkov"}, "Tato síť chce heslo."),
        ({"network": "seen:skola-ucitele", "password": PASSWORD}, "Tato síť chce firemní účet"),
        ({"network": "seen:Klub Žižkov", "password": "kratke7"}, "8 až 63"),
        ({"network": "seen:Klub Žižkov", "password": "heslíčko"}, "bez diakritiky"),
        ({"network": "typed", "ssid": ""}, "1 až 32"),
        ({"network": "typed", "ssid": "ž" * 17}, "1 až 32"),
        ({"network": "seen:" + "x" * 33, "password": PASSWORD}, "1 až 32"),
        ({"hostname": "Stůl"}, "stůl"),
        ({"hostname": "x" * 41}, "40"),
        ({"time_zone": "Europe/Nowhere"}, "Europe/Nowhere"),
        ({"time_zone": "../../etc/shadow"}, "../../etc/shadow"),
        ({"role": "referee"}, "referee"),
        ({"role": "organiser"}, "zůstane stolem"),
    ],
)
def test_what_cannot_be_is_one_sentence_at_its_field_and_changes_nothing(table, phone, values, sentence):
    before = table.files()
    phone.send(hostname=values.get("hostname", "dobry"), **{k: v for k, v in values.items() if k != "hostname"})
    assert phone.status == 422
    assert len(phone.sentences) == 1
    assert sentence in phone.sentences[0]
    assert table.files() == before
    assert values.get("hostname", "dobry") in phone.page, "what was filled in stays"
    phone.send(language="cs", network="none", hostname="", time_zone="", role="table")
    assert phone.status == 200


def test_what_was_typed_never_becomes_part_of_the_page(table, phone):
    phone.send(network="typed", ssid='"><script>x</script>', hostname="'><b>", password="<i>")
    assert phone.status == 422
    assert not any(markup in phone.page for markup in ("<script", "<b>'", "'><b>", "<i>"))


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204"),
        ("captive.apple.com", "/hotspot-detect.html"),
        ("www.msftconnecttest.com", "/connecttest.txt"),
        ("detectportal.firefox.com", "/canonical.html"),
        ("dvojtah.cz", "/"),
        ("", "/wp-admin"),
    ],
)
def test_what_a_phone_asks_to_find_out_where_it_is_leads_to_the_page(phone, host, path):
    phone.get(path, Host=host or phone.host)
    assert (phone.status, phone.headers["location"]) == (302, f"http://{phone.host}/")


def test_the_page_speaks_what_the_phone_speaks_and_the_switch_keeps_what_was_filled_in(phone):
    assert "Hotovo, nastavit" in phone.page
    assert 'lang="cs"' in phone.page
    phone.send(act="", lang="en", hostname="stul")
    assert "Done, set it up" in phone.page
    assert 'value="stul"' in phone.page
    assert phone.fields()["language"] == "en"
    assert "Done, set it up" in phone.get(**{"Accept-Language": "en-GB,de"})
    assert [of_browser(accepted) for accepted in ("", "sk,en", "en,cs", "de,en;q=0.5", "de")] == [
        "cs",
        "sk",
        "en",
        "en",
        "cs",
    ]


def test_a_network_that_was_chosen_from_an_earlier_list_stays_chosen(table, phone):
    phone.send(network="seen:Chata", password="kratke")
    assert phone.fields()["network"] == "seen:Chata", "out of reach for a moment"
    phone.send(network="seen:Klub Žižkov", password="kratke")
    assert phone.fields()["network"] == "seen:Klub Žižkov"
    assert phone.page.count('value="seen:Klub Žižkov"') == 1


def test_networks_that_only_comitup_hears_are_offered_and_the_own_one_is_not(table, phone):
    assert [ssid in phone.page for ssid in ("Klub Žižkov", "Kavárna: hosté", "Hospoda")] == [True] * 3
    table.answers["nmcli"] = (0, "dvojtah-3fc217:100:WPA2\n")
    assert networks(table) == (Network("Hospoda", 38),)
    table.answers["busctl"] = (1, "Call failed")
    assert isinstance(networks(table), Message)
    table.answers["busctl"] = (0, '{"data":[[{"ssid":"x"}]]}')
    assert isinstance(networks(table), Message)


def test_the_radio_is_not_made_to_listen_again_and_again(table, phone):
    before = len(commands(table, "busctl"))
    for _ in range(3):
        phone.send(act="look", hostname="stul")
    assert len(commands(table, "busctl")) == before
    assert 'value="stul"' in phone.page
    assert not table.path(REQUEST).exists()


def test_the_screen_is_told_how_to_get_there_as_long_as_the_page_is_served(table):
    assert hotspot.current_hotspot(table) is None
    with served(table) as browser:
        browser.get()
        own = hotspot.current_hotspot(table)
        assert (own.ssid, own.url) == ("dvojtah-3fc217", "http://10.41.0.1")
        assert own.code == f"WIFI:T:WPA;S:dvojtah-3fc217;P:{own.password};;"
        assert table.path(hotspot.OPEN).stat().st_mode & 0o777 == 0o644
    assert hotspot.current_hotspot(table) is None


def test_an_answer_on_the_screen_closes_the_page(table, phone):
    ask(Answers(language="en"), table)
    main(["request"], table)
    phone.thread.join(10)
    assert not phone.thread.is_alive()
    assert not table.path(hotspot.ALLOWED).exists()
    assert main(["phone"], table) == 0, "and it is not served again"


def test_the_second_phone_hears_that_the_first_has_answered(table, phone):
    mine = phone.fields()
    phone.send(hostname="prvni")
    token = request_of(table).token
    phone.send(**{**mine, "hostname": "druhy"})
    assert "nastavuje" in phone.page.casefold()
    assert "<form" not in phone.page
    assert request_of(table).token == token


def test_a_form_of_another_page_answers_nothing(table, phone):
    phone.send(word="x", hostname="stul")
    assert phone.status == 403
    assert not table.path(REQUEST).exists()


def test_a_system_that_takes_no_answers_says_so(table, phone):
    table.path("/run/dvojtah").rmdir()
    table.path("/run/dvojtah").write_text("no folder")
    phone.send()
    assert phone.status == 503
    assert "odtud nastavit nedá" in phone.page
    assert "<form" in phone.page


@pytest.mark.parametrize(
    "body",
    [b"x" * 5000, b"&".join(b"a%d=1" % n for n in range(40)), b"\xff\xfe=1", b"", b"--B\r\n\r\n"],
    ids=["long", "many fields", "no text", "nothing", "with a file"],
)
def test_whatever_strangers_send_is_bounded_and_changes_nothing(table, phone, body):
    before = table.files()
    with socket.create_connection(("127.0.0.1", phone.port), 10) as line:
        kind = "multipart/form-data; boundary=B" if body[:2] == b"--" else "application/x-www-form-urlencoded"
        head = f"POST / HTTP/1.1\r\nHost: {phone.host}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        line.sendall(head.encode() + body)
        assert line.recv(4096).split()[1] in (b"400", b"403", b"413")
    assert phone.ask("PUT", "/") == ""
    assert phone.status == 405
    assert table.files() == before
    assert phone.get().startswith("<!doctype html>")


def test_the_page_has_no_script_and_takes_none_from_anywhere(phone):
    policy = phone.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "<script" not in phone.page


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_questions_are_those_of_the_screen_in_its_words(table, phone, language):
    from device.common.i18n import tr
    from device.first_start.common.questions import LABELS

    phone.get(f"/?lang={language}")
    with i18n.speaking(language):
        assert all(f">{tr(label)}<" in phone.page for label in LABELS.values())


def test_a_hidden_network_is_typed(table, phone):
    phone.send(network="typed", ssid=" Zátiší ", password=PASSWORD)
    assert request_of(table).answers.wifi == Wifi(ssid="Zátiší", password=PASSWORD, hidden=True)


def test_what_an_image_puts_beside_comitup_agrees_with_the_program():
    image = ROOT / "tools/image"
    unit, web = ((image / name).read_text() for name in ("comitup.service.conf", "comitup-web.service.conf"))
    for words in (unit, web):
        assert f"ConditionPathExists={hotspot.ALLOWED}\n" in words
        for command in re.findall(r"-m device\.first_start (\S+)", words):
            assert command in WORDS
    assert "ExecStart=\nExecStart=/opt/dvojtah/current/bin/python -m device.first_start phone\n" in web
    assert "SuccessExitStatus=SIGKILL\n" in unit, "closing the hotspot leaves no failed unit"
    assert f"RuntimeDirectory={PurePath(hotspot.OPEN).parent.name}\n" in web
    assert hotspot._NAME.search((image / "comitup.conf").read_text()) is None, "each card writes its own"
    script = (image / "inside.sh").read_text()
    assert all(f"/etc/systemd/system/{name}.service.d/dvojtah.conf" in script for name in ("comitup", "comitup-web"))
