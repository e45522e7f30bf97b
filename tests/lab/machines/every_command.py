"""Runs in a system that has nothing but an installed Dvojtah, without a network: every command, with real work.

Arguments: the command, the Python that sees its libraries, a JSON list of what its help lists, the program's version.
Only the standard library is used here. The first thing that is not as it should be ends it with status 1.
"""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from functools import partial
from pathlib import Path

SOURCE = Path("/src")
SAMPLES = {
    "polish_doubles": "polish-doubles-full",
    "marias": "marias-evening",
    "polyssimo": "polyssimo",
    "kourici_kocka": "kourici-kocka-full",
    "chess_clock": "chess-clock-full",
}
"""A recorded game of each kind."""
PATIENCE = 300.0
KEEP = """
import sys
from pathlib import Path
from device.journal import Journal
from rules.record import read
journal = Journal(Path(sys.argv[1]))
for sample in sys.argv[2:]:
    history = read(Path(sample).read_text(encoding="utf-8").split("\\n"))
    number = journal.new_game(history.game, history.setup)
    for entry in history.entries:
        journal.append(number, entry, "touch", 0)
journal.close()
"""
BROKER_PORT, BOARD_PORT, DESK_PORT, TABLE_PORT, DEMO_PORT = "18830", "18831", "18832", "18840", "8090"


RUNNING = {}
"""Programs that have to run now, and how each was called."""


def until(condition, awaited):
    """Wait until ``condition`` gives something, and give it. A program that ends meanwhile ends it at once."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        for process, command in RUNNING.items():
            if process.poll() is not None:
                sys.exit(f"FAILED: {awaited}: {' '.join(command)} ended by itself with {process.returncode}")
        if time.monotonic() > end:
            sys.exit(f"FAILED: {awaited}: not within {PATIENCE:g} s")
        time.sleep(0.2)
    return value


def page(port, path="/"):
    """A page of this machine, or nothing while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return answer.read()
    except OSError:
        return b""


@contextmanager
def started(*command, **outputs):
    """Another program, which ends with the block at the latest."""
    with subprocess.Popen(command, **outputs) as process:
        RUNNING[process] = command
        try:
            yield process
        finally:
            del RUNNING[process]
            process.kill()


class Installed:
    """The command under test; its games and settings lie in the working folder."""

    def __init__(self, command, python):
        self._command, self._python = command, python
        self.ran = []

    def __call__(self, *words, feed=b"", status=0, words_of="en"):
        """Run it with these words; what it wrote on standard output."""
        done = subprocess.run([self._command, "--lang", words_of, *words], input=feed, capture_output=True, check=False)
        error_text = done.stderr.decode()
        if done.returncode != status or "Traceback" in error_text:
            sys.exit(f"FAILED: dvojtah {' '.join(words)}: status {done.returncode}\n{done.stdout.decode()}{error_text}")
        self.ran.append(words)
        print("dvojtah", *words, flush=True)
        return done.stdout

    def data(self, *words, **more):
        """What it prints as JSON."""
        return json.loads(self(*words, "--json", **more))

    def has_worked(self, command):
        """Whether the command did something else than to print its help."""
        journal = ("--journal",)
        runs = [words[2:] if words[:1] == journal else words for words in self.ran if "--help" not in words]
        return any(words[: len(command)] == command for words in runs)

    def keep(self, journal, *samples):
        """Put games into a journal."""
        subprocess.run([*self._python.split(), "-c", KEEP, journal, *samples], check=True)

    @contextmanager
    def running(self, *words):
        """It runs until the block ends, and Ctrl-C ends it then."""
        with started(self._command, "--lang", "en", *words, stdout=subprocess.DEVNULL) as process:
            yield
            if process.poll() is not None:
                sys.exit(f"FAILED: dvojtah {' '.join(words)} ended by itself with {process.returncode}")
            process.send_signal(signal.SIGINT)
            if (status := process.wait(PATIENCE)) not in (0, 130):
                sys.exit(f"FAILED: dvojtah {' '.join(words)}: Ctrl-C ended it with {status}")
            self.ran.append(words)


def expect(condition, *, of):
    """End where something is not so."""
    if not condition:
        sys.exit(f"FAILED: {of}")


def help_of_every_command(dvojtah, commands):
    """Each says in Czech what it is for."""
    for words in commands:
        help_text = dvojtah(*words.split()[1:], "--help", words_of="cs").decode()
        expect(help_text.startswith(f"použití: {words} "), of=f"{words} --help: {help_text}")


def games(dvojtah):
    """Records, exports, statistics, papers, word lists."""
    samples = {game: str(SOURCE / "samples" / f"{name}.jsonl") for game, name in SAMPLES.items()}
    dvojtah.keep("all.db", *samples.values())
    for number, (game, sample) in enumerate(samples.items(), 1):
        export = ("--journal", "all.db", "export", "--game", str(number))
        record = dvojtah("replay", sample, "--record")
        expect(dvojtah.data("replay", sample) == dvojtah.data("replay", "-", feed=record), of=f"{game} again")
        expect(dvojtah(*export, "--record") == record, of=f"{game} exported")
        expect(dvojtah(*export, "--pdf").startswith(b"%PDF"), of=f"{game} as PDF")
        expect(dvojtah(*export, "--csv"), of=f"{game} as tables")
        expect(dvojtah("card", game).startswith(b"%PDF"), of=f"the card of {game}")
    expect(b"#player1" in dvojtah("--journal", "all.db", "export", "--gcg", "--game", "1"), of="a game as GCG")
    expect(b"[%clk" in dvojtah("--journal", "all.db", "export", "--pgn", "--game", "5"), of="a game as PGN")
    expect(len(dvojtah.data("--journal", "all.db", "games")) == len(SAMPLES), of="the list of games")
    dvojtah("--journal", "all.db", "backup", "copy.db")
    dvojtah("--journal", "all.db", "backup", "copy.db", status=1)
    expect(dvojtah.data("--journal", "copy.db", "stats", "--game", "all"), of="statistics of the copy")
    dvojtah("words", "import", "-", "--name", "club", feed="kůň\npes\n".encode())
    expect("club" in json.dumps(dvojtah.data("words")), of="an imported list")
    dvojtah("words", "forget", "club")
    expect("club" not in json.dumps(dvojtah.data("words")), of="a forgotten list")


def device(dvojtah, version):
    """The rest of what one machine has."""
    expect(dvojtah("--version").decode() == f"dvojtah {version}\n", of="its version")
    findings = dvojtah.data("doctor", status=1)  # buttons and displays are not there, and it says so
    expect(findings["findings"] and not all(finding["ok"] for finding in findings["findings"]), of="the doctor")
    dvojtah.data("pods")
    for name in ("record", "event"):
        published = (SOURCE / f"docs/{name}.schema.json").read_bytes()
        expect(dvojtah("schema", name) == published, of=f"the schema {name}")
    for shell in ("bash", "zsh", "fish"):
        expect(b"standings" in dvojtah("completion", shell), of=f"completion for {shell}")
    for words in ("", "kiosk", "simulate"):
        games = Path(f"table-{words}.db")
        with dvojtah.running("--journal", str(games), *words.split()):
            until(games.exists, "a table that keeps games")
    with dvojtah.running("demo"):
        expect(b"<html" in until(lambda: page(DEMO_PORT), "the demo"), of="the demo's page")


def event(dvojtah):
    """An evening: broker, organiser, two tables, every decision, and every paper."""
    codes = ("broker", "--event", "evening", "--tables", "2", "--host", "127.0.0.1", "--port", BROKER_PORT)
    dvojtah(*codes, "broker", "--codes", "codes.txt")
    organiser = ("organiser", "--broker-files", "broker", "--board-port", BOARD_PORT, "--desk-port", DESK_PORT)
    tables = ("serve", "--tables", "2", "--codes", "codes.txt", "--port", TABLE_PORT, "--host", "127.0.0.1")
    part = partial(dvojtah, "organiser")

    def known():
        return [table for table in dvojtah.data("organiser", "state")["tables"] if table["online"]]

    with (
        started("mosquitto", "-c", "broker/mosquitto.conf", stderr=subprocess.DEVNULL),
        dvojtah.running(*organiser),
        dvojtah.running(*tables),
    ):
        until(lambda: page(BOARD_PORT) and page(DESK_PORT), "board and desk")
        until(lambda: page(TABLE_PORT), "tables")
        until(lambda: len(known()) == 2, "two tables at the organiser's")
        part("name", "Open")
        part("pair", feed=b"1: Ada, Ben - Cyd, Dan\n2: Eva, Fil - Gil, Hal\n")
        part("round", "1")
        for decision in ("pause-round", "resume-round", "end-round", "take-end-back", "notice", "delete-contacts"):
            part(decision)
        part("round", "2")
        part("take-start-back")
        part("coming", "1", status=1)  # no table has called a referee
        for decision in ("back 1 wrong", "take-return-back 1", "set-aside 1", "count 1"):
            part(*decision.split(), status=1)  # no table has a game
        for decision in ("settled 1", "tell 1 now", "unpair 2", "release 2", "take-release-back 2"):
            part(*decision.split())
    for words in ("standings", "games", "refused"):
        dvojtah.data("organiser", words)
        part(words)
    part("records")
    part("files")
    part("site")
    expect(list(Path("site").rglob("*.html")) and list(Path("event-files").iterdir()), of="papers and pages")
    part("update", "codes.txt", status=1)  # that is no update
    part("standby", "ABCD", "second", status=1)  # and that no code
    part("backup", "event.zip", "--broker-files", "broker")
    part("restore", "event.zip", "restored")
    part("end-round")
    part("new-evening", "Second")
    with dvojtah.running("organiser", "run", *organiser[1:]):
        until(lambda: page(BOARD_PORT) and page(DESK_PORT), "board and desk again")
    with dvojtah.running("organiser", "board", "--port", BOARD_PORT):
        expect(b"Second" in until(lambda: page(BOARD_PORT), "the board alone"), of="the name on the board")


def main(command, python, commands, version):
    """Everything, in a folder of its own."""
    folder = Path("/tmp/every-command")
    folder.mkdir()
    os.chdir(folder)
    os.environ.update(XDG_DATA_HOME=f"{folder}/data", XDG_CONFIG_HOME=f"{folder}/config", SDL_VIDEODRIVER="dummy")
    dvojtah = Installed(command, python)
    listed = json.loads(commands)
    help_of_every_command(dvojtah, listed)
    device(dvojtah, version)
    games(dvojtah)
    event(dvojtah)
    idle = [words for words in listed if not dvojtah.has_worked(tuple(words.split()[1:]))]
    expect(not idle, of=f"commands that did not work: {', '.join(idle)}")
    print(f"All {len(listed)} commands did their work in {len(dvojtah.ran)} runs.")


if __name__ == "__main__":
    main(*sys.argv[1:])
