"""The desk over TLS: by this computer's own authority or by files, with its print on signs and at the start."""

import contextlib
import http.client
import os
import re
import socket
import ssl
import subprocess
import sys
import urllib.parse

import pypdfium2
import pytest

from device.common.cli.tls import is_loopback
from device.common.web.certificates import certificate, names_in
from device.common.web.plain_on_tls import redirect
from device.organiser.desk.desk_app import LIMITS, DeskRoutes
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.papers.sheet import DeskSign, PaperRequest
from device.organiser.papers.signs import signs
from tests.event.rig import until
from tests.organiser.cheap import cheap
from tests.organiser.events import doubles
from tests.organiser.pages import FORM, Running
from tests.ports import free_port

HOST = "127.0.0.1"
PROGRAM = (sys.executable, "-m", "device")


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("tls"), (HOST, "localhost"))


@pytest.fixture
def secure(store, own):
    running = Running(
        DeskRoutes(OrganiserDesk(store), cheap("tajné"), "cs", str, (HOST,)).app(),
        limits=LIMITS,
        tls=(own.chain, own.key),
    )
    yield running
    running.close()


def asked(port, own, path="/", method="GET", body=None):
    line = http.client.HTTPSConnection(HOST, port, context=ssl.create_default_context(cafile=own.authority), timeout=10)
    line.request(method, path, body, FORM)
    return line.getresponse()


def plain(port, text):
    """What somebody is answered who does not speak TLS."""
    with socket.create_connection((HOST, port), timeout=5) as line:
        line.sendall(text)
        return line.recv(4096)


def test_who_knows_the_authority_comes_in_and_the_cookie_stays_on_tls(secure, own):
    assert asked(secure.port, own).status == 200
    entered = asked(secure.port, own, "/enter", "POST", urllib.parse.urlencode({"password": "tajné"}))
    assert (entered.status, "Secure" in entered.headers["Set-Cookie"]) == (303, True)
    assert "Strict-Transport-Security" not in entered.headers, "a browser that trusts no such authority could not go on"
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection(HOST, secure.port, timeout=10).request("GET", "/")


def test_without_tls_the_cookie_is_as_ever(page):
    entered = page.ask("/enter", "POST", FORM, urllib.parse.urlencode({"password": "tajné"}))
    assert "Secure" not in entered.headers["Set-Cookie"]


def test_an_old_http_address_leads_to_https(secure):
    head = f"GET /results?round=2 HTTP/1.1\r\nAccept: */*\r\nHost: {HOST}:{secure.port}\r\n\r\n".encode()
    answer = plain(secure.port, head)
    assert answer.startswith(b"HTTP/1.1 307 ")
    assert f"location: https://{HOST}:{secure.port}/results?round=2\r\n".encode() in answer


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "localhost.evil.example", "[2001:db8::1]", "127.0.0.9"]
)
def test_a_foreign_host_leads_nowhere_else(secure, host):
    head = f"GET /results HTTP/1.1\r\nHost: {host.format(port=secure.port)}\r\n\r\n".encode()
    location = re.search(rb"location: (\S+)", plain(secure.port, head))[1]
    assert location == f"https://{HOST}:{secure.port}/results".encode()


NAMES = ("*.example.org", "table.local", "fd00::7")


@pytest.mark.parametrize(
    ("host", "to"),
    [
        ("Table.Local:8100", "Table.Local:8100"),
        ("[fd00::7]:8100", "[fd00::7]:8100"),
        ("desk.example.org", "desk.example.org"),
        ("example.org", "table.local:8100"),
        ("a.b.example.org", "table.local:8100"),
    ],
)
def test_a_host_counts_where_the_certificate_names_it(host, to):
    answer = redirect(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), NAMES, 8100)
    assert f"location: https://{to}/\r\n".encode() in answer


def test_of_a_certificate_without_names_nobody_is_led_anywhere(own):
    head = b"GET / HTTP/1.1\r\nHost: table.local\r\n\r\n"
    assert redirect(head) is None
    assert redirect(head, ("*.example.org",)) is None
    assert names_in(own.chain) == (HOST, "localhost")
    assert names_in(own.chain.with_name("missing.crt")) == ()


@pytest.mark.parametrize("head", [b"GET //x", b"\0\0\0", b"GET / HTTP/1.1\r\nHost: a b", b"GET /\r\nHost: a"])
def test_what_is_no_request_is_not_answered(head):
    assert redirect(head + b"\r\n" * 2, NAMES) is None


def test_the_sign_of_a_table_says_the_print_of_the_authority(store, own):
    state = doubles(store).read()
    wanted = PaperRequest(address="http://192.168.1.5:8000/", desk=DeskSign("https://192.168.1.5:8100/", own.print))
    text = pypdfium2.PdfDocument(signs(state, wanted))[0].get_textpage().get_text_range()
    assert re.fullmatch("([0-9A-F]{2}:){31}[0-9A-F]{2}", own.print)
    assert text.count(own.print) == 2, "on both sides"
    assert "https://192.168.1.5:8100/" in text
    without = signs(state, PaperRequest(address="http://192.168.1.5:8000/"))
    assert "SHA-256" not in pypdfium2.PdfDocument(without)[0].get_textpage().get_text_range()


@pytest.mark.parametrize(("host", "is_one"), [("127.0.0.1", True), ("::1", True), ("0.0.0.0", False), ("pisek", False)])
def test_only_a_desk_that_others_reach_has_to_speak_tls(host, is_one):
    assert is_loopback(host) is is_one


def started_program(folder, *options):
    """The organiser's program, and what it said until it said its desk's print, or its address alone."""
    port, board, door = free_port(), free_port(), free_port()
    ports = ["--desk-port", str(port), "--board-port", str(board), "--door-port", str(door), "--board-host", HOST]
    settings = folder / "dvojtah.toml"
    settings.write_text(f'journal = "{folder / "journal.db"}"\n')
    command = ["--lang", "en", "--settings", str(settings), "organiser", "--store", str(folder / "event.db")]
    process = subprocess.Popen(
        [*PROGRAM, *command, *ports, *options, "run"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"DVOJTAH_DESK_PASSWORD": "heslo"},
    )
    lines = []
    while not lines or not lines[-1].startswith("Desk:"):
        line = process.stdout.readline()
        assert line, lines
        lines.append(line)
    return process, port, lines


def answered(*address):
    """What a program answers, once it listens."""

    def answer():
        with contextlib.suppress(ConnectionRefusedError):
            return asked(*address)

    return until(answer)


def ended(process):
    process.terminate()
    rest = process.stdout.read()
    process.wait(timeout=60)
    return rest


def test_a_desk_for_the_network_says_its_print_and_serves_tls(tmp_path):
    process, port, lines = started_program(tmp_path, "--desk-host", "0.0.0.0")
    line = process.stdout.readline()
    try:
        own = certificate(tmp_path / "tls")
        assert own.print in line
        assert f":{port}/" in lines[-1]
        assert "https://" in lines[-1]
        assert answered(port, own, "/authority.crt").read() == own.authority.read_bytes()
    finally:
        ended(process)


def test_a_desk_for_this_computer_alone_stays_as_it_was_and_makes_no_certificate(tmp_path):
    process, port, lines = started_program(tmp_path)
    assert f"http://127.0.0.1:{port}/" in lines[-1]
    assert "print" not in ended(process)
    assert not (tmp_path / "tls").exists()


def test_a_certificate_of_ones_own_counts_everywhere(tmp_path, own):
    given = ("--certificate", str(own.chain), "--key", str(own.key), "--desk-address", "https://pult.example/")
    process, port, lines = started_program(tmp_path, *given)
    try:
        assert "https://pult.example/" in lines[-1]
        assert answered(port, own).status == 200
    finally:
        ended(process)
    assert not (tmp_path / "tls").exists()


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (("/dev/null", None), "not a readable certificate"),
        (("none.pem", None), "There is no file none.pem."),
        ((None, "/dev/null"), "name both"),
    ],
)
def test_files_that_are_no_certificate_end_the_start_in_one_sentence(tmp_path, files, sentence):
    options = [
        word for name, file in zip(("--certificate", "--key"), files, strict=True) if file for word in (name, file)
    ]
    command = ["--lang", "en", "organiser", "--store", str(tmp_path / "event.db"), *options, "run"]
    done = subprocess.run([*PROGRAM, *command], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
