"""The file of an update that somebody brings to the desk: kept if it is whole and signed, else a sentence why not."""

import functools
import json
import subprocess
import tarfile

import pytest

from device.common.i18n import speaking
from device.common.updates.offers import MEMBERS
from device.common.updates.signature import NAMESPACE, known_keys
from device.organiser.desk import fleet_view, updates
from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.desk_app import LIMITS
from device.organiser.desk.updates import held_in, hold
from tests.crafted_updates import CRAFTED, write
from tests.organiser.desks import come_in, started
from tests.organiser.pages import refused, rows_of
from tests.updates.files import key_of, maker

LARGER_THAN_FORMS = LIMITS.body_bytes + 500_000


@pytest.fixture
def builders(tmp_path, monkeypatch):
    """This computer knows the builder's key. Makes updates signed with that key or another one's."""
    keys = tmp_path / "update-keys.pub"
    keys.write_text(f"# the club's builder\n{key_of(tmp_path).with_suffix('.pub').read_text()}")
    for module in (updates, fleet_view):
        monkeypatch.setattr(module, "known_keys", functools.partial(known_keys, keys))
    return lambda name="builder", size=LARGER_THAN_FORMS: maker(tmp_path, name and key_of(tmp_path, name), size)


@pytest.fixture
def desk_of_tables(desk, store, tmp_path):
    """A desk at which updates are held, of an event with a table."""
    store.append(rows_of(1)[:2])
    desk.read()
    keep_updates(desk, tmp_path / "updates")
    return desk


def keep_updates(desk, folder):
    desk.held_update = lambda: held_in(folder)
    desk.hold_update = lambda file, name: hold(file, name, folder)


def send(inside, data, name="dvojtah-9.1.0.update", word=None):
    body = b"".join(
        [
            f'--x\r\nContent-Disposition: form-data; name="word"\r\n\r\n{word or inside.word}\r\n'.encode(),
            f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode(),
            data,
            b"\r\n--x--\r\n",
        ]
    )
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    return inside.page.ask("/update", "POST", kind | inside.cookie, body)


@pytest.fixture
def inside(desk_of_tables, enter):
    return enter(desk_of_tables)


@pytest.mark.parametrize("width", [390, 1280])
def test_an_update_is_picked_in_a_browser(builders, desk_of_tables, store, browser, tmp_path, width):
    file = builders()(tmp_path / "dvojtah-9.1.0.update")
    page = started(store)
    keep_updates(page.desk, tmp_path / "updates")
    try:
        come_in(browser, page)
        browser.size(width, 900)
        browser.open(f"http://127.0.0.1:{page.port}/fleet?lang=en")
        browser.wait("document.querySelector('#updates') && (document.querySelector('#updates').open = true)")
        root = browser.call("DOM.getDocument")["root"]["nodeId"]
        node = browser.call("DOM.querySelector", nodeId=root, selector="#updates input[type=file]")["nodeId"]
        browser.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])
        browser.read("document.querySelector('#updates form[action=\"/update\"] button').click()")
        browser.wait("document.querySelector('#updates').textContent.includes('Held here: version 9.1.0')", 60)
        assert browser.wait("document.querySelector('#updates').open && document.readyState === 'complete'")
        assert browser.wait("document.documentElement.scrollWidth <= innerWidth")
        assert (tmp_path / "updates" / held_in(tmp_path / "updates").file).read_bytes() == file.read_bytes()
        assert browser.complaints == []
    finally:
        page.close()


def test_what_is_not_the_builders_or_not_whole_is_refused_with_a_sentence_and_nothing_is_kept(
    builders, inside, desk_of_tables, tmp_path
):
    file = tmp_path / "x.update"
    good = builders(size=3000)(file).read_bytes()
    damaged = bytearray(good)
    with tarfile.open(file) as archive:
        payload = archive.getmembers()[2].offset_data
    damaged[payload + 20] ^= 1
    another, unsigned = (builders(name, 3000)(file).read_bytes() for name in ("stranger", None))
    for data, sentence in (
        (another, "dvojtah-9.1.0.update is not signed by the builder, and no table would take it."),
        (unsigned, "dvojtah-9.1.0.update is not signed, and no table would take it."),
        (bytes(damaged), "dvojtah-9.1.0.update is not an update of the table, or it is damaged."),
        (good[: payload + 100], "dvojtah-9.1.0.update is not an update of the table, or it is damaged."),
        (b"", "dvojtah-9.1.0.update is not an update of the table, or it is damaged."),
    ):
        assert refused(send(inside, data)) == (409, sentence)
    assert list((tmp_path / "updates").iterdir()) == []
    assert send(inside, good).status == 303
    assert desk_of_tables.held_update().version == "9.1.0"


@pytest.mark.parametrize("more", [-1, 1])
def test_an_update_of_another_size_than_it_says_is_refused_as_by_a_table(builders, inside, tmp_path, more):
    file, parts = builders(size=3000)(tmp_path / "x.update"), tmp_path / "parts"
    with tarfile.open(file) as archive:
        archive.extractall(parts)
    manifest, signature, payload = (parts / name for name in MEMBERS)
    content = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(content | {"size": content["size"] + more}))
    signature.unlink()
    sign = ("ssh-keygen", "-q", "-Y", "sign", "-f", key_of(tmp_path), "-n", NAMESPACE, manifest)
    subprocess.run(sign, check=True, stderr=subprocess.DEVNULL)
    with tarfile.open(file, "w", format=tarfile.USTAR_FORMAT) as archive:
        for path in (manifest, signature, payload):
            archive.add(path, path.name)
    sentence = "dvojtah-9.1.0.update is not an update of the table, or it is damaged."
    assert refused(send(inside, file.read_bytes())) == (409, sentence)


@pytest.mark.parametrize("name", [name for name, (_, hole) in CRAFTED.items() if not hole])
def test_crafted_files_are_refused(builders, inside, tmp_path, name):
    status, sentence = refused(send(inside, write(tmp_path / "x", name).read_bytes()))
    assert (status, sentence[:24]) == (409, "dvojtah-9.1.0.update is ")
    assert list((tmp_path / "updates").iterdir()) == []


def test_without_a_key_here_the_page_says_that_tables_alone_check(inside, builders, tmp_path, monkeypatch):
    assert "knows no builder" not in inside.get("/fleet?lang=en")
    for module in (updates, fleet_view):
        monkeypatch.setattr(module, "known_keys", lambda: [])
    assert send(inside, builders("stranger", 3000)(tmp_path / "x").read_bytes()).status == 303
    assert "knows no builder" in inside.get("/fleet?lang=en")


def test_nobody_else_keeps_one_and_nothing_of_theirs_is_read(builders, desk_of_tables, tmp_path, enter):
    good = builders(size=3000)(tmp_path / "x").read_bytes()
    accounts = DeskAccounts(tmp_path)
    word = accounts.make("Jana", "arbiter")
    organiser = enter(desk_of_tables, accounts=accounts)
    assert send(organiser, good, word="of another site").status == 400
    accounts.set_password("Jana", word + "x")
    entered = organiser.page.ask(
        "/enter", "POST", {"Content-Type": "application/x-www-form-urlencoded"}, f"name=Jana&password={word}x"
    )
    organiser.cookie = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}
    with speaking("en"):
        assert refused(send(organiser, good))[0] == 409
    organiser.cookie = {}
    assert send(organiser, good).status == 303
    assert held_in(tmp_path / "updates") is None


def test_one_that_is_too_large_is_refused_before_it_is_read(inside, monkeypatch):
    small = updates.UPLOAD.__class__(body=4096, fields=8, file=1_000_000)
    monkeypatch.setattr(updates, "UPLOAD", small)
    assert refused(send(inside, b"x" * 1_200_000)) == (409, "An update has at most 1 MB.")
