"""Who has made a HAT or a case, by the files of hardware/evidence; ``python -m tools.evidence`` writes the pages."""

from __future__ import annotations

import datetime
import re
import sys
import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from rules.loading import readable
from tools.reports import judge, read_report

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "hardware" / "evidence"
PAGES = {"docs/build-one.md": "en", "docs/cs/build-one.md": "cs", "hardware/README.md": "en"}
BEGIN, END = "<!-- made: tools/evidence.py -->", "<!-- end of made -->"
WORDS = {
    "en": {
        "hat": (
            "No board has been made yet.",
            "Boards made: {n}, the last one of revision {revision} by {builder} on {day}.",
        ),
        "case": ("No case has been printed yet.", "Cases printed: {n}, the last one by {builder} on {day}."),
    },
    "cs": {
        "hat": (
            "Žádnou desku zatím nikdo nevyrobil.",
            "Vyrobených desek: {n}, poslední revize {revision}: {builder}, {day}.",
        ),
        "case": ("Žádnou skříňku zatím nikdo nevytiskl.", "Vytištěných skříněk: {n}, poslední: {builder}, {day}."),
    },
}


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that was made; ``photo_sha256`` is the photo's, ``report`` the doctor's file beside it."""

    what: Literal["hat", "case"]
    revision: str
    builder: str
    day: datetime.date
    photo_sha256: str
    report: str


class NoEvidence(Exception):
    """A file that proves nothing; its text says why."""


def read(file: Path) -> Evidence:
    """One file with its report. Raises `NoEvidence`, or `tools.reports.NoReport` where the report is none."""
    try:
        proof = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), readable(Evidence))
    except (ValueError, msgspec.ValidationError) as error:
        raise NoEvidence(f"{file.name}: {error}") from None
    if not re.fullmatch("[0-9a-f]{64}", proof.photo_sha256):
        raise NoEvidence(f"{file.name}: photo_sha256 is no SHA-256 of 64 digits")
    report = read_report(file.parent / Path(proof.report).name)
    if not str(report.parts.get("versions", {}).get("board", "")).startswith("Raspberry Pi"):
        raise NoEvidence(f"{file.name}: its report is from no Raspberry Pi")
    if bad := [
        f"{part}.{name}" for part, name, _, well in judge(report) if part in ("buttons", "lamps", "oleds") and not well
    ]:
        raise NoEvidence(f"{file.name}: its report has {', '.join(bad)} not as it should be")
    return proof


def all_made(folder: Path = FOLDER) -> list[Evidence]:
    """Everything that was made, the oldest first."""
    reports = set(folder.glob("*-report.toml"))
    return sorted(
        (read(file) for file in sorted(folder.glob("*.toml")) if file not in reports), key=lambda proof: proof.day
    )


def sentence(language: str, proofs: list[Evidence]) -> str:
    """What the pages say of it."""
    parts = []
    for kind, (nobody, somebody) in WORDS[language].items():
        of_it = [evidence for evidence in proofs if evidence.what == kind]
        values = msgspec.to_builtins(of_it[-1]) if of_it else {}
        parts.append(somebody.format(n=len(of_it), **values) if of_it else nobody)
    return f"**{' '.join(parts)}**"


def page(name: str, proofs: list[Evidence]) -> str:
    """A page with that sentence."""
    before, _, rest = (ROOT / name).read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}{sentence(PAGES[name], proofs)}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    for target in PAGES:
        (ROOT / target).write_text(page(target, all_made()), encoding="utf-8")
    sys.exit(0)
