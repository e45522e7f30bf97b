"""Updates as the table finds them: on a stick, on the network; brought whole or not at all; what is told of them."""

import json
import os
from pathlib import Path

import pytest

from device.common.files import usb_sticks
from device.common.updates import asking, offers
from device.common.updates.offers import Offer
from device.common.version import version
from rules.message import Message
from tests.updates.files import SAID
from tools.image.update import index


def plug_in(tmp_path, disk):
    """A stick that is mounted; the folder in which it is."""
    root, known = tmp_path / f"stick-{disk}", tmp_path / "block" / disk
    (root / "dvojtah").mkdir(parents=True)
    (known / f"{disk}1").mkdir(parents=True)
    for name, text in (("removable", 1), ("size", 1000), ("ro", 0), (f"{disk}1/partition", 1), (f"{disk}1/size", 9)):
        (known / name).write_text(f"{text}\n")
    with (tmp_path / "mounts").open("a") as mounts:
        mounts.write(f"/dev/{disk}1 {root} vfat rw 0 0\n")
    return root


@pytest.fixture
def stick(tmp_path):
    """A stick that is plugged in and mounted."""
    root = plug_in(tmp_path, "sda")
    return root, usb_sticks.StickSystem(tmp_path / "block", tmp_path / "mounts", lambda _: None, lambda _: None)


def test_the_newest_update_on_a_stick_is_offered_and_brought(stick, make_update, tmp_path):
    root, system = stick
    make_update(root / "old.update", version="9.0.9")
    make_update(root / "dvojtah/new.update", version="9.0.10")
    offer = offers.find_on_stick(system, "0.2.0")
    assert (offer.version, offer.name) == ("9.0.10", "dvojtah/new.update")
    heard = []
    place = offers.bring(offer, tmp_path, heard.append, system)
    assert place.read_bytes() == (root / "dvojtah/new.update").read_bytes()
    assert heard[-1] == offer.size


def test_a_stick_without_an_update_says_what_is_missing(stick, make_update):
    root, system = stick
    assert str(offers.find_on_stick(system, "0.2.0")) == "The USB stick has no update; its name ends with .update."
    make_update(root / "old.update", version="0.2.0")
    assert str(offers.find_on_stick(system, "0.2.0")) == "There is nothing newer than version 0.2.0, which runs here."
    (root / "old.update").write_bytes(b"no tar at all")
    assert str(offers.find_on_stick(system, "0.2.0")) == "old.update is not an update of the table, or it is damaged."
    make_update(root / "old.update", architecture="m68k")
    assert "another kind of machine" in str(offers.find_on_stick(system, "0.2.0"))


def test_what_runs_here_is_what_an_update_is_compared_with(stick, network, make_update):
    root, system = stick
    folder, address = network
    index(make_update(folder / "x.update", version=version()), {**SAID, "version": version()})
    make_update(root / "same.update", version=version())
    nothing = f"There is nothing newer than version {version()}, which runs here."
    assert str(offers.find_on_stick(system)) == nothing
    assert str(offers.find_on_network(address)) == nothing
    make_update(root / "new.update", version="9.1.0")
    assert offers.find_on_stick(system).version == "9.1.0"


def test_no_stick_is_said(tmp_path):
    (tmp_path / "block").mkdir()
    (tmp_path / "mounts").write_text("")
    nothing = usb_sticks.StickSystem(tmp_path / "block", tmp_path / "mounts", lambda _: None, lambda _: None)
    assert "no USB stick" in str(offers.find_on_stick(nothing))


def test_a_stick_that_is_pulled_out_leaves_no_half_update(stick, make_update, tmp_path):
    root, system = stick
    make_update(root / "x.update")
    offer = offers.find_on_stick(system, "0.2.0")
    content = (root / "x.update").read_bytes()
    (root / "x.update").write_bytes(content[:-5000])
    assert str(offers.bring(offer, tmp_path, system=system)) == "The update did not arrive complete; try again."
    (root / "x.update").unlink()
    assert str(offers.bring(offer, tmp_path, system=system)) == "The update did not arrive complete; try again."
    (tmp_path / "mounts").write_text("")
    assert "pulled out" in str(offers.bring(offer, tmp_path, system=system))
    assert leftovers(tmp_path) == []


def leftovers(folder):
    """What is on the card of an update, whole or in part."""
    return sorted(path.name for path in folder.glob(f"{Path(offers.KEPT).stem}*"))


def test_of_two_sticks_the_update_comes_from_the_one_that_has_it(stick, make_update, tmp_path):
    root, system = stick
    other = plug_in(tmp_path, "sdb")
    make_update(root / "x.update", version="9.0.9")
    newer = make_update(other / "x.update", version="9.1.0")
    offer = offers.find_on_stick(system, "0.2.0")
    assert offer.version == "9.1.0"
    assert offers.bring(offer, tmp_path, system=system).read_bytes() == newer.read_bytes()


def test_a_stick_changed_after_the_offer_leads_to_no_other_file(stick, make_update, tmp_path):
    root, system = stick
    update = make_update(root / "x.update")
    offer = offers.find_on_stick(system, "0.2.0")
    secret = tmp_path / "secret"
    secret.write_bytes(update.read_bytes())
    update.unlink()
    update.symlink_to(secret)
    assert str(offers.bring(offer, tmp_path, system=system)) == "The update did not arrive complete; try again."
    assert leftovers(tmp_path) == []


def test_a_stick_full_of_updates_is_not_looked_at_for_ever(stick, monkeypatch):
    root, system = stick
    looked = []
    monkeypatch.setattr(offers, "MOST", 3)
    monkeypatch.setattr(offers, "manifest_of", looked.append)
    for n in range(10):
        (root / f"{n}.update").touch()
    offers.find_on_stick(system, "0.2.0")
    assert len(looked) == 3


def test_an_update_lies_on_the_card_itself_before_it_counts_as_brought(network, make_update, tmp_path, monkeypatch):
    folder, address = network
    update = make_update(folder / "x.update")
    written = []
    monkeypatch.setattr(offers.os, "fsync", lambda file: written.append((os.fstat(file).st_size, leftovers(tmp_path))))
    offers.bring(Offer("9.1.0", update.stat().st_size, address=f"{address}x.update"), tmp_path)
    assert written == [(update.stat().st_size, ["incoming.part"])]
    assert leftovers(tmp_path) == [offers.KEPT]


def test_a_server_that_sends_without_end_fills_no_card(network, tmp_path, monkeypatch):
    folder, address = network
    monkeypatch.setattr(offers, "LARGEST", 2 * offers.BLOCK)
    (folder / "x.update").write_bytes(bytes(4 * offers.BLOCK))
    heard = []
    outcome = offers.bring(Offer("9.1.0", 5, address=f"{address}x.update"), tmp_path, heard.append)
    assert str(outcome) == "The update did not arrive complete; try again."
    assert heard == [offers.BLOCK, 2 * offers.BLOCK]
    assert leftovers(tmp_path) == []


def test_an_address_that_names_a_file_of_the_table_brings_nothing(make_update, tmp_path):
    """Whoever orders an update at the desk says where it is."""
    own = make_update(tmp_path / "own.update")
    outcome = offers.bring(Offer("9.1.0", own.stat().st_size, address=own.as_uri()), tmp_path)
    assert str(outcome) == "The update did not arrive complete; try again."


def test_the_newest_update_on_the_network_is_offered_and_brought(network, make_update, tmp_path):
    folder, address = network
    update = make_update(folder / "dvojtah 9.1.update")
    index(update, SAID)
    offer = offers.find_on_network(address, "0.2.0")
    assert (offer.version, offer.size) == ("9.1.0", update.stat().st_size)
    assert offers.bring(offer, tmp_path).read_bytes() == update.read_bytes()
    assert str(offers.find_on_network(address, "9.1")) == "There is nothing newer than version 9.1, which runs here."


def test_a_network_that_has_nothing_or_is_away_is_one_sentence(network, make_update, tmp_path):
    folder, address = network
    assert str(offers.find_on_network(address)) == "At the address for updates there is none for this table."
    update = make_update(folder / "x.update")
    place = index(update, SAID)
    offer = offers.find_on_network(address, "0.2.0")
    update.write_bytes(update.read_bytes()[:1000])
    assert str(offers.bring(offer, tmp_path)) == "The update did not arrive complete; try again."
    for nonsense in ("[]", "{}", "<html>", '{"version": 3}'):
        place.write_text(nonsense)
        assert isinstance(offers.find_on_network(address, "0.2.0"), Message)
    assert "does not answer" in str(offers.find_on_network("http://127.0.0.1:9/", "0.2.0"))
    assert "has no address" in str(offers.find_on_network("", "0.2.0"))


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("https://example.org/updates\n", "https://example.org/updates/"),
        ("http://10.0.0.2:8000/\n", "http://10.0.0.2:8000/"),
        ("https://example.org/updates\nhttps://example.org/last-year\n", "https://example.org/updates/"),
        ("file:///etc/\n", ""),
        ("", ""),
    ],
)
def test_the_address_is_the_builders_and_nothing_but_an_address(tmp_path, monkeypatch, line, known):
    monkeypatch.setattr(offers, "ADDRESS", tmp_path / "update-address")
    (tmp_path / "update-address").write_text(line)
    assert offers.known_address() == known


def test_a_full_card_is_said_before_anything_is_copied(tmp_path, monkeypatch):
    monkeypatch.setattr(offers.shutil, "disk_usage", lambda _: offers.shutil._ntuple_diskusage(1, 1, 5))
    offer = Offer("9.1.0", 40 << 20, address="http://127.0.0.1:9/x")
    no_room = "There is no room for the update on the card: 41 MB are needed."
    assert str(offers.bring(offer, tmp_path)) == no_room
    monkeypatch.setattr(offers.shutil, "disk_usage", lambda _: offers.shutil._ntuple_diskusage(1, 1, (41 << 20) - 1))
    assert str(offers.bring(offer, tmp_path)) == no_room
    monkeypatch.setattr(offers.shutil, "disk_usage", lambda _: offers.shutil._ntuple_diskusage(1, 1, 41 << 20))
    assert str(offers.bring(offer, tmp_path)) == "The update did not arrive complete; try again.", (
        "nobody answers there"
    )


def test_asking_and_hearing_what_came_of_it(tmp_path):
    request = tmp_path / "request.json"
    token = asking.ask(tmp_path / "x.update", request)
    assert json.loads(request.read_text()) == {"token": token, "file": str(tmp_path / "x.update")}
    assert request.stat().st_mode & 0o777 == 0o600
    assert asking.news_of(token, tmp_path) is None
    (tmp_path / asking.NEWS).write_text(json.dumps({"token": token, "stage": "making"}))
    assert "being made" in str(asking.news_of(token, tmp_path).message)
    assert asking.news_of("another", tmp_path) is None, "of an update that somebody asked for before"
    assert asking.unread_news(tmp_path) is None, "nothing has ended"
    end = {
        "token": "",
        "stage": "done",
        "ok": True,
        "id": "The table runs version {version} now.",
        "args": {"version": "9"},
    }
    (tmp_path / asking.NEWS).write_text(json.dumps(end))
    assert str(asking.unread_news(tmp_path).message) == "The table runs version 9 now."
    (tmp_path / asking.KEPT).touch()
    asking.dismiss_news(tmp_path)
    assert asking.unread_news(tmp_path) is None
    assert leftovers(tmp_path) == [], "it takes no room any more"
    (tmp_path / asking.NEWS).write_text("{")
    assert asking.unread_news(tmp_path) is None
