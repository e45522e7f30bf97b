"""An update from one file, on trial until it stands: made beside the version that runs, switched to, watched, put back.

A power cut at any moment leaves a device that starts. Until the switch the old version is untouched. The trial is
written down before the switch; a start that finds one which did not pass goes back to the version before (`settle`),
with that version's own code. One that passed is looked at once more at its first start with the device (`confirm`).
An update that comes before that start has the same version to go back to: the last one with which the device is known
to start. Only where it does not stand for its first seconds the version that ran until then comes back, still on trial.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from installer import parts, read_only, table
from installer.machine import Machine, Trouble, read_plain, remove, write
from installer.update_file import stage
from installer.versions import HOME, Versions
from installer.words import Sentence, msg

INCOMING = f"{HOME}/incoming"
TRIAL = f"{HOME}/trial.json"
REQUEST = "/run/dvojtah/update.json"
"""What the table asks for: ``file`` and a ``token`` by which it knows the answer."""
SMALL = 4096
"""Bytes that a request has at most."""
NEWS = "/var/lib/dvojtah/update.json"
"""What came of it, for the table to say."""
DEFAULTS = "share/settings.default.toml"

Place = Callable[[Machine, Versions, str, Path], bool]


@dataclass(frozen=True, slots=True)
class Trial:
    """A version that runs on trial: it, the one before, what was the one before that, and whether it stood once."""

    version: str
    before: str
    older: str | None = None
    passed: bool = False


def release_of(version: str | None) -> str:
    """The release number in the name of a version's folder."""
    return (version or "0").split("-", 1)[0]


class News:
    """Tells the table how far it is: ``stage``, and at the end ``ok`` and a sentence as text and what is filled in."""

    def __init__(self, machine: Machine, token: str) -> None:
        self._machine = machine
        self._token = token

    def stage(self, name: str) -> None:
        """How far it is: checking, making, switching."""
        self._write({"token": self._token, "stage": name})

    def end(self, ok: bool, sentence: Sentence) -> None:
        """What came of it."""
        self._write({"token": self._token, "stage": "done", "ok": ok, "id": sentence.id, "args": sentence.args})
        self._machine.say(str(sentence))

    def _write(self, news: dict[str, object]) -> None:
        with contextlib.suppress(OSError):  # the report to the table is best effort; the update does not hang on it
            write(self._machine.path(NEWS), json.dumps(news, ensure_ascii=False) + "\n")


def update(machine: Machine, file: Path, token: str, place: Place) -> int:
    """Install an update from a file; 0 where the new version runs. One sentence says what came of it."""
    news, versions = News(machine, token), Versions(machine)
    before = versions.target_of("current")
    incoming = machine.path(INCOMING)
    try:
        read_only.refuse(machine)
        if before is None or not versions.is_complete(before):
            raise Trouble("There is no table here that could be updated.")
        last = read_trial(machine)
        if last is not None and not last.passed:
            raise Trouble("The last update has not started yet: switch the device off and on once, then try again.")
        news.stage("checking")
        manifest = stage(machine, file, release_of(before), incoming)
        news.stage("making")
        if not versions.is_complete(manifest.name):
            versions.unpack(incoming, manifest.name)
    except Trouble as trouble:
        shutil.rmtree(incoming, ignore_errors=True)
        news.end(False, trouble.sentence)
        return 1
    except OSError as error:
        shutil.rmtree(incoming, ignore_errors=True)
        text = msg("The update cannot be installed ({error}); nothing was changed.", error=error.strerror or "?")
        news.end(False, text)
        return 1
    news.stage("switching")
    trial = Trial(manifest.name, before, versions.target_of("previous"))
    if last is not None:
        trial = replace(last, version=manifest.name, passed=False)
    if _switched(machine, versions, trial, place) and (not machine.is_booted or table.start(machine)):
        write_trial(machine, replace(trial, passed=True))
        versions.prune()
        shutil.rmtree(incoming, ignore_errors=True)
        news.end(True, msg("The table runs version {version} now.", version=manifest.version))
        return 0
    if last is None:
        undo(machine, trial)
    else:
        _run(machine, versions, before)
        write_trial(machine, last)
    is_up = table.start(machine)
    shutil.rmtree(incoming, ignore_errors=True)
    versions.prune()
    trial = replace(trial, before=before)
    news.end(False, went_back_sentence(trial) if is_up else neither_starts_sentence(trial))
    return 1


def _switched(machine: Machine, versions: Versions, trial: Trial, place: Place) -> bool:
    """Switch to the version on trial; whether all of it could be put in place."""
    try:
        # First this: what goes back after a power cut is the code of the version before (dvojtah-settle.service).
        versions.point("previous", trial.before)
        write_trial(machine, trial)
        place(machine, versions, trial.version, versions.folder / trial.version / DEFAULTS)
    except OSError:
        return False
    return True


def settle(machine: Machine) -> int:
    """Before the table starts: what a power cut left of an update goes, and a version that did not pass goes back."""
    versions, trial = Versions(machine), read_trial(machine)
    incoming = machine.path(INCOMING)
    cut = incoming.exists()
    if trial is not None and not trial.passed:
        cut = True
        undo(machine, trial)
    elif trial is None:
        remove(machine.path(TRIAL))  # damaged: left there, it would stand in the way of the next update
    if versions.target_of("previous") == versions.target_of("current"):
        versions.point("previous", None)  # cut off just before the trial was written down
    for folder in versions.unfinished_folders():
        shutil.rmtree(folder, ignore_errors=True)
    if cut:
        now = release_of(versions.target_of("current"))
        sentence = msg("The update was interrupted; version {version} runs, with all games.", version=now)
        News(machine, _last_token(machine)).end(False, sentence)
    shutil.rmtree(incoming, ignore_errors=True)
    return 0


def _last_token(machine: Machine) -> str:
    """By what the table knows the update that was under way; empty where nobody can say."""
    try:
        return str(json.loads(read_plain(machine.path(NEWS)))["token"])[:32]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""


def confirm(machine: Machine) -> int:
    """After the first start with the device: a version that stands is no trial any more, another one goes back."""
    trial = read_trial(machine)
    if trial is None:
        return 0
    if trial.passed and table.stays_up(machine):
        machine.path(TRIAL).unlink(missing_ok=True)
        return 0
    undo(machine, trial)
    sentence = went_back_sentence(trial) if table.start(machine) else neither_starts_sentence(trial)
    News(machine, _last_token(machine)).end(False, sentence)
    return 1


def went_back_sentence(trial: Trial) -> Sentence:
    """The sentence where the version before runs again."""
    return msg(
        "Version {version} does not start; version {before} runs again, with all games.",
        version=release_of(trial.version),
        before=release_of(trial.before),
    )


def neither_starts_sentence(trial: Trial) -> Sentence:
    """The sentence where that does not run either: not for the program's sake, then."""
    return msg(
        "Neither version {version} nor {before} starts; sudo dvojtah doctor says more.",
        version=release_of(trial.version),
        before=release_of(trial.before),
    )


def undo(machine: Machine, trial: Trial) -> None:
    """Put the version before back, units and all. Done twice, it comes to the same."""
    versions = Versions(machine)
    if trial.passed:  # from here on a power cut ends in `settle` doing the rest
        write_trial(machine, replace(trial, passed=False))
    if versions.is_complete(trial.before):
        _run(machine, versions, trial.before)
        versions.point("previous", trial.older if versions.is_complete(trial.older) else None)
    machine.path(TRIAL).unlink(missing_ok=True)


def _run(machine: Machine, versions: Versions, version: str) -> None:
    """Put a version in place that was made earlier, units and all."""
    versions.point("current", version)
    parts.put(machine, versions.parts(version))
    parts.tell_the_system(machine)


def read_trial(machine: Machine) -> Trial | None:
    """The version on trial; None where none is. A file that is none counts as none: it was written whole or not."""
    try:
        trial = Trial(**json.loads(read_plain(machine.path(TRIAL))))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    texts = (trial.version, trial.before, trial.older or "")
    return trial if all(isinstance(text, str) for text in texts) and isinstance(trial.passed, bool) else None


def write_trial(machine: Machine, trial: Trial) -> None:
    """Write the trial down, on the card itself."""
    write(machine.path(TRIAL), json.dumps(asdict(trial)) + "\n")


def take_request(machine: Machine) -> tuple[Path, str] | None:
    """What the table asked for, taken away; None where it did not, or where that is nothing that can be done."""
    place = machine.path(REQUEST)
    try:
        given = json.loads(read_plain(place, SMALL))
        return Path(str(given["file"])), str(given["token"])[:32]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    finally:
        remove(place)  # left there, it would be taken up again and again
