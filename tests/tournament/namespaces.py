"""A network of its own for what strangers do: nobody else's rules, ports and addresses are touched."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NFT = "/usr/sbin/nft"
SCRIPT = """
import importlib, json, sys
from pathlib import Path
print(json.dumps(getattr(importlib.import_module(sys.argv[1]), sys.argv[2])(Path(sys.argv[3]))))
"""
ADDRESSES = "; ".join(["ip link set lo up", *(f"ip addr add 10.9.0.{n}/24 dev lo" for n in (1, 2, 3))])


def in_a_network(function: Callable[[Path], Any], folder: Path) -> Any:
    """What a function of a test's module gives that runs in a network with the addresses 10.9.0.1 to 10.9.0.3."""
    inside = ["unshare", "-rn", "sh", "-c", f'{ADDRESSES}; exec "$@"', "sh"]
    if subprocess.run([*inside, NFT, "list", "ruleset"], capture_output=True, check=False).returncode:
        pytest.skip("needs nft (apt install nftables), and namespaces that this user may make")
    done = subprocess.run(
        [*inside, sys.executable, "-c", SCRIPT, function.__module__, function.__name__, folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])
