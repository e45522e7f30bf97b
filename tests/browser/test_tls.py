"""``dvojtah serve --tls``: a certificate of one's own, and what browsers then allow the page."""

import base64
import contextlib
import hashlib
import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest

from device.common.web import certificates
from device.common.web.certificates import certificate
from rules.message import Refusal
from tests.browser.program import ServedTable
from tests.organiser.chromium import Browser, Chromium, chromium
from tests.services import needs

HOST = f"{socket.gethostname().partition('.')[0].lower()}.local"
"""This machine's name: on 127.0.0.1 a browser allows everything even without TLS."""
NAMES = ("hall.local", "localhost", "127.0.0.1")
OF_ALL = 32
"""Handshakes that may be under way."""
MAPPED = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
AWAKE = "document.getElementById('dark').textContent"


@pytest.fixture(scope="module")
def browsers(tmp_path_factory):
    needs(chromium(), "chromium")
    program = Chromium(tmp_path_factory.mktemp("chromium"), MAPPED)
    yield program
    program.close()


@pytest.fixture
def browser(browsers):
    new_browser = Browser(browsers)
    new_browser.size(390, 844, mobile=True)
    yield new_browser
    new_browser.close()


@pytest.fixture
def secure(tmp_path):
    table = ServedTable(tmp_path, "--tls")
    yield table
    table.close()


def known(table):
    """A context for whoever has been given the certificate that the table's page offers."""
    return ssl.create_default_context(cafile=table.folder / "tls" / "authority.crt")


def dark(browser):
    """What the page says of the screen that goes dark."""
    browser.read("document.getElementById('open').click()")
    return browser.read(AWAKE)


def test_who_knows_the_authority_finds_the_right_computer(secure):
    with urllib.request.urlopen(f"https://{secure.host}/", context=known(secure), timeout=10) as page:
        text = page.read().decode()
    assert "/authority.crt" in text
    with urllib.request.urlopen(f"https://{secure.host}/authority.crt", context=known(secure), timeout=10) as given:
        assert given.read() == (secure.folder / "tls" / "authority.crt").read_bytes()
        assert given.headers["Content-Type"] == "application/x-x509-ca-cert"
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"https://{secure.host}/", timeout=10)
    assert all("https://" in line for line in secure.lines if "://" in line)


def test_over_tls_the_screen_stays_on(secure, browser):
    browser.call("Security.setIgnoreCertificateErrors", ignore=True)  # as people do who go on all the same
    browser.open(f"https://{HOST}:{secure.port}/#{secure.code}")
    browser.wait("table.holds && table.whole")
    assert browser.read("isSecureContext")
    browser.wait("awake && !awake.released")
    assert dark(browser) == "Obrazovka zůstane rozsvícená."
    assert browser.read("!!navigator.vibrate")
    assert browser.complaints == []


def test_who_was_given_the_certificate_may_keep_the_page_as_an_app(secure, tmp_path_factory):
    (chain,) = (path for path in (secure.folder / "tls").glob("*.crt") if path.name != "authority.crt")
    key = subprocess.run(["openssl", "x509", "-in", chain, "-noout", "-pubkey"], check=True, capture_output=True).stdout
    number = hashlib.sha256(ssl.PEM_cert_to_DER_cert(key.decode().replace("PUBLIC KEY", "CERTIFICATE"))).digest()
    flags = (MAPPED, f"--ignore-certificate-errors-spki-list={base64.b64encode(number).decode()}")
    program = Chromium(tmp_path_factory.mktemp("chromium"), *flags)
    try:
        tab = Browser(program)
        tab.open(f"https://{HOST}:{secure.port}/#{secure.code}")
        tab.wait("table.holds && table.whole")
        assert tab.call("Page.getAppManifest")["errors"] == []
        errors = [each["errorId"] for each in tab.call("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert errors == ["in-incognito"], "a page of these tests has a profile that keeps nothing"
        assert tab.complaints == []
    finally:
        program.close()


def test_a_telephone_is_a_button_over_tls_and_stays_awake(secure, browser):
    browser.call("Security.setIgnoreCertificateErrors", ignore=True)
    browser.open(f"https://{HOST}:{secure.port}/button/a#{secure.code}")
    browser.wait("document.getElementById('line').textContent.includes('±')")
    assert browser.read("document.getElementById('said').textContent") == ""
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 180, "y": 500}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    locked = "new Promise(done => navigator.wakeLock.request('screen').then(() => done(true), () => done(false)))"
    assert browser.call("Runtime.evaluate", expression=locked, awaitPromise=True)["result"]["value"]


def test_without_tls_the_page_says_how_to_keep_the_screen_on(table, browser):
    browser.open(f"http://{HOST}:{table.port}/#{table.code}")
    browser.wait("table.holds && table.whole")
    assert not browser.read("isSecureContext")
    assert "nastavte telefonu delší dobu do zhasnutí" in dark(browser)
    assert browser.read("document.querySelector('[href=\"/authority.crt\"]')") is None


def test_hands_that_are_never_shaken_keep_nobody_out(secure):
    """A handshake is bounded before anything else is: whoever only connects takes the place of others like it."""
    with contextlib.ExitStack() as silent:
        hands = [
            silent.enter_context(socket.create_connection(("127.0.0.1", secure.port), 5)) for _ in range(OF_ALL + 20)
        ]
        for hand in hands[:20]:
            assert hand.recv(1) == b"", "the oldest ones have made way"
        with urllib.request.urlopen(f"https://{secure.host}/", context=known(secure), timeout=10) as page:
            assert page.status == 200


def test_a_certificate_stays_until_the_names_change(tmp_path):
    first = certificate(tmp_path / "tls", NAMES)
    text = first.chain.read_bytes()
    assert certificate(tmp_path / "tls", NAMES).chain.read_bytes() == text
    authority = first.authority.read_bytes()
    other = certificate(tmp_path / "tls", ("hall.local", "10.0.0.7"))
    assert other.chain != first.chain
    assert other.authority.read_bytes() == authority, "who has accepted it is not asked again elsewhere"
    assert certificate(tmp_path / "tls", NAMES).chain.read_bytes() == text
    assert not any(path.stat().st_mode & 0o077 for path in (first.key, other.key, tmp_path / "tls"))


@pytest.mark.parametrize("file", ["chain", "key", "authority"])
def test_what_is_damaged_is_made_anew(tmp_path, file):
    parts = certificate(tmp_path / "tls", NAMES)
    getattr(parts, file).write_text("damaged")
    again = certificate(tmp_path / "tls", NAMES)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(again.chain, again.key)
    subprocess.run(["openssl", "verify", "-CAfile", again.authority, again.chain], check=True, capture_output=True)


def test_one_that_ends_soon_is_made_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(certificates, "DAYS", 30)
    first = certificate(tmp_path / "tls", NAMES).chain.read_bytes()
    monkeypatch.undo()
    assert certificate(tmp_path / "tls", NAMES).chain.read_bytes() != first


def test_the_authority_is_none_for_sites_of_the_internet(tmp_path):
    folder = tmp_path / "tls"
    certificate(folder, NAMES)
    wrong = certificates.Certificate(folder / "bank.crt", folder / "bank.key", folder / "authority.crt")
    by = certificates.Certificate(folder / "authority.crt", folder / "authority.key", folder / "authority.crt")
    certificates._make(wrong, by, "bank.example", ("bank.example",))
    checked = subprocess.run(
        ["openssl", "verify", "-CAfile", wrong.authority, wrong.chain], check=False, capture_output=True, text=True
    )
    assert "permitted subtree violation" in checked.stderr


def test_without_openssl_it_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refusal, match="openssl"):
        certificate(tmp_path / "tls", NAMES)
