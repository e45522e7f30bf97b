"""Updates to be found: packed here, and kept on the builder's own server."""

import http.server
import threading

import pytest

from tests.updates.files import maker


@pytest.fixture
def make_update(tmp_path):
    """Packs updates."""
    return maker(tmp_path)


@pytest.fixture
def network(tmp_path):
    """The folder in which the builder keeps updates, served on this machine."""
    folder = tmp_path / "network"
    folder.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *given, **named):
            super().__init__(*given, directory=folder, **named)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
