"""Somebody opens connections to the broker and says nothing: the tables connect all the same."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from device.common.event import broker
from device.common.event.ticket import PORT, TLS_PORT
from tests.event.rig import EVENT, mosquitto
from tests.systemd.conftest import SYSTEMD

RULES = SYSTEMD / "broker.nft"
NETWORK = "ip link set lo up; for n in 1 2 3; do ip addr add 10.9.0.$n/24 dev lo; done"
"""A network of its own: the broker is 10.9.0.1, the guest 10.9.0.2, the table 10.9.0.3."""
VISIT = """
import socket, sys
held, refused = [], 0
for _ in range(400):
    try:
        held.append(socket.create_connection(("10.9.0.1", %(port)d), 5, source_address=("10.9.0.2", 0)))
    except ConnectionRefusedError:
        refused += 1
    except ConnectionResetError:
        refused += 1
table = socket.create_connection(("10.9.0.1", %(port)d), 5, source_address=("10.9.0.3", 0))
table.settimeout(5)
table.sendall(bytes.fromhex("101000044d5154540500003c000003787878"))  # CONNECT, without a password
try:
    answer = table.recv(64)
except OSError:
    answer = b""
print(len(held), refused, len(answer))
"""


def in_a_network(command):
    return subprocess.run(
        ["unshare", "-rn", "sh", "-c", f"{NETWORK}; {command}"], capture_output=True, text=True, check=False
    )


def visited(tmp_path, before):
    """Connections that the guest holds, those refused to it, and the bytes that the table was answered."""
    if shutil.which("nft", path="/usr/sbin:/usr/bin") is None or in_a_network("/usr/sbin/nft list ruleset").returncode:
        pytest.skip("needs nft (apt install nftables), and namespaces that this user may make")
    files = broker.make(tmp_path / "files", EVENT, 12, "10.9.0.1")
    visit = tmp_path / "visit.py"
    visit.write_text(VISIT % {"port": files.port})
    serve = f"{mosquitto()} -c {files.configuration} 2> {tmp_path / 'log'} & sleep 1; {sys.executable} {visit}; kill $!"
    done = in_a_network(f"{before}; {serve}")
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]


def test_a_guest_gets_no_more_than_its_share_and_a_table_is_answered(tmp_path):
    held, refused, answered = visited(tmp_path, f"/usr/sbin/nft -f {RULES}; /usr/sbin/nft -f {RULES}")
    assert (held, refused) == (150, 250)
    assert answered > 0


def test_without_the_rules_the_same_guest_keeps_the_table_off(tmp_path):
    held, refused, answered = visited(tmp_path, "true")
    assert (held, refused, answered) == (400, 0, 0)


def test_the_rules_know_the_ports_and_leave_room_for_tables():
    text = RULES.read_text()
    assert f"{{ {PORT}, {TLS_PORT} }}" in text
    assert "over 150 }" in text
    assert broker.CONNECTIONS - 150 >= 50
