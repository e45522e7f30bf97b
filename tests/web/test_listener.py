"""Sockets that listen: a crowd is taken in turns, and a program has all the descriptors that it may."""

import contextlib
import resource
import socket
import subprocess
import sys

import pytest

from device.common.web.arrivals import HANDSHAKES
from device.common.web.connections import Connections, Limits
from device.common.web.listener import A_TURN, listeners, raise_descriptors


def test_of_a_crowd_that_wants_tls_only_some_come_in_at_once():
    """Each takes half a megabyte, and one that makes way is gone only when the loop has come round."""
    (door,) = listeners("127.0.0.1", 0, 10_000)
    door.bounds = Connections(Limits())
    door.bounds.arrivals.most = HANDSHAKES
    door.listen(200)
    with contextlib.ExitStack() as stack:
        crowd = [socket.create_connection(door.getsockname()) for _ in range(A_TURN * 3)]
        for connection in crowd:
            stack.callback(connection.close)
        for _ in range(2):
            for _ in range(A_TURN):
                stack.callback(door.accept()[0].close)
            with pytest.raises(BlockingIOError):
                door.accept()
        door.close()


@pytest.mark.parametrize("tls", [False, True])
def test_of_a_burst_one_address_never_has_more_than_its_share(tls):
    """Also before the loop has come round, and while those that make way are not gone yet."""
    (door,) = listeners("127.0.0.1", 0, 10_000)
    door.bounds = Connections(Limits(per_address=8, exempt=()))
    door.bounds.arrivals.most = HANDSHAKES if tls else None
    door.listen(1000)
    with contextlib.ExitStack() as stack:
        crowd = [socket.create_connection(door.getsockname()) for _ in range(600)]
        for connection in crowd:
            stack.callback(connection.close)
        door.setblocking(False)
        open_ = []
        for _ in range(300):  # turns of a loop that makes nothing of them yet
            with contextlib.suppress(BlockingIOError):
                while True:
                    open_.append(door.accept()[0])
                    stack.callback(open_[-1].close)
        assert sum(not is_shut(connection) for connection in open_) == 8
        assert open_[-1].getpeername() == crowd[-1].getsockname(), "who comes last may be somebody who reads"
        door.close()


def is_shut(connection):
    """Whether this end has ended it."""
    try:
        connection.send(b"x")
    except OSError:
        return True
    return False


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_one():
    process = subprocess.run(
        [
            sys.executable,
            "-c",
            "import resource as r\nr.setrlimit(r.RLIMIT_NOFILE, (200, 1000))\n"
            "from device.common.web.listener import raise_descriptors as f\n"
            "print(f(), *r.getrlimit(r.RLIMIT_NOFILE))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.split() == ["1000", "1000", "1000"]
    assert raise_descriptors() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
