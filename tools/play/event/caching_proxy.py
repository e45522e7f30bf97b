"""Debian's nginx as a caching proxy before a board, with the configuration that the project gives people."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from device.common.web.serve import free_port
from tools.play.event.demo import LOOPBACK, reach

GIVEN = Path(__file__).parents[3] / "systemd" / "board-cache.conf"
AROUND = """{user}
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 15000; }}
http {{
client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
{given}
}}
"""


def program() -> str | None:
    """Where nginx is; None where it is not installed."""
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")


class CachingProxy:
    """nginx in ``folder`` before the board at port ``board``; ``port`` is its own (None: one that is free now)."""

    def __init__(self, folder: Path, board: int, streams: bool = False, port: int | None = None) -> None:
        nginx = program()
        if nginx is None:
            raise FileNotFoundError("nginx is not installed: apt install nginx-light")
        folder.mkdir()
        self.port = port or free_port(18400)
        given = GIVEN.read_text().replace("listen 80;", f"listen {LOOPBACK}:{self.port} backlog=8192;")
        given = given.replace("127.0.0.1:8000", f"{LOOPBACK}:{board}").replace("/var/cache/nginx/dvojtah", "cache")
        if streams:
            given = given.replace("events$", "nowhere$")
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(AROUND.format(user=user, given=given))
        self._command = [nginx, "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"]
        self.start()

    def start(self) -> None:
        """Start it, again where it was ended; what it kept it still has."""
        self.process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
        reach(self.port)

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(timeout=20)
