"""Runs in a system that has shells and an installed Dvojtah: what each makes of the beginning of a command.

The arguments are beginnings. Each is typed at a terminal with Tab and Enter behind it, and a command of that name says
how it was called. Only the standard library is used here.
"""

import os
import pty
import re
import select
import signal
import sys
import time

PATIENCE_S = 300.0
SHELLS = {
    "bash": (("bash", "--norc", "-i"), ". /usr/share/bash-completion/bash_completion; dvojtah() { echo called: $*; }"),
    "zsh": (("zsh", "-f", "-i"), "autoload -Uz compinit; compinit -u -D; dvojtah() { print -r called: $*; }"),
    "fish": (("fish", "-i"), "function dvojtah; echo called: $argv; end"),
}
"""How each is started without a user's settings, and what it is told first."""
CALLED = re.compile(r"called: ([^$\r\n]*)\r?\n")
"""What the command says; the line that declares it, which the terminal repeats, has a dollar there."""


def completed(shell, beginnings):
    """Each beginning as that shell completes it."""
    program, set_up = SHELLS[shell]
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "dumb"
        os.execvp(program[0], program)
    try:
        called(terminal, f"{set_up}\ndvojtah is there\n")
        for beginning in beginnings:
            yield f"dvojtah {called(terminal, beginning + chr(9) + chr(10))}".rstrip()
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def called(terminal, typed):
    """With which words the command is called once that was typed."""
    os.write(terminal, typed.encode())
    heard, end = "", time.monotonic() + PATIENCE_S
    while not (match := CALLED.search(heard)):
        if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
            sys.exit(f"FAILED: after {typed!r} the terminal has {heard!r}")
        heard += os.read(terminal, 4096).decode(errors="replace")
    return match[1]


if __name__ == "__main__":
    for name in SHELLS:
        for line in completed(name, sys.argv[1:]):
            print(f"{name}: {line}", flush=True)
