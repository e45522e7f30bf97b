"""What can become of a file: what it holds, or what lies in its place."""

import contextlib
import os
import random
import shutil
import socket

DEEP = 200_000
WRONG = {
    "a list": b"[]",
    "numbers": b'{"token":1,"stage":2,"done":"x","a":[],"b":{},"event":7,"ssid":null,"id":[],"args":1,"troubles":5}',
    "null": b"null",
    "a sentence that nothing fills in": b'{"token":"a","stage":"done","id":"{version}","args":{},'
    b'"done":true,"troubles":[{"id":"{a.b}","args":{}}]}',
    "a sentence with a brace": b'{"token":"a","stage":"done","id":"{","troubles":[{"id":"}"}]}',
    "a padded sentence": b'{"token":"a","stage":"done","id":"{a:>9999999999}","args":{"a":"b"},'
    b'"troubles":[{"id":"{a:>9999999999}","args":{"a":"b"}}]}',
    "half a surrogate": b'{"token":"\\ud800","hostname":"\\ud800","a":"\\ud800","ssid":"\\ud800"}',
    "a huge number": b'{"table":1' + b"0" * 5000 + b"}",
    "a network of endless name": b'{"ssid":"' + b"x" * 60000 + b'","password":"","address":"y"}',
    "deep lists": b"[" * DEEP,
    "deep objects": b'{"a":' * (DEEP // 5),
    "one bad byte": b'{"token":"a","stage":"done","ok":true,"id":"v\xffx","done":true,"hostname":"\xff","a":"\xff"}',
    "a NUL": b'{"done":true}\0',
    "zeros": bytes(4096),
    "noise": random.Random(14).randbytes(9000),
    "nothing": b"",
    "far too much": b"7" * 3_000_000,
}


def lying_in(folder):
    """What lies in a folder, and since when, without the games: whatever a start may change for the next one."""
    statuses = [(path, path.lstat()) for path in sorted(folder.rglob("*")) if not path.name.startswith("journal.db")]
    return [
        (path, status.st_mode, status.st_ino, status.st_size, not path.is_dir() and status.st_mtime_ns)
        for path, status in statuses
    ]


def clear(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


def a_socket(path):
    with socket.socket(socket.AF_UNIX) as listener, contextlib.chdir(path.parent):
        listener.bind(path.name)


def another_file(path):
    beside = path.with_name("another")
    beside.write_bytes(b'{"done":true,"token":"a","stage":"done"}')
    path.symlink_to(beside)


PLACE = {
    "a folder": lambda path: (path.mkdir(), (path / "inside").write_text("kept")),
    "a pipe": os.mkfifo,
    "a socket": a_socket,
    "a link to nothing": lambda path: path.symlink_to(path.parent / "unplugged" / "file"),
    "links in a circle": lambda path: path.symlink_to(path.name),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link": another_file,
    "no rights": lambda path: (path.write_bytes(b"{}"), path.chmod(0)),
}


def in_every_run(cases: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of all pairs of a file and a damage those of every run: each file with a third of what can become of it, and each
    damage at a third of the files. What remains is for a night.
    """
    names, damages = ([*dict.fromkeys(column)] for column in zip(*cases, strict=True))
    return [pair for pair in cases if (names.index(pair[0]) + damages.index(pair[1])) % 3 == 0]


DAMAGE = {name: (lambda path, raw=raw: path.write_bytes(raw)) for name, raw in WRONG.items()} | PLACE
