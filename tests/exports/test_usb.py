"""A game's papers on a USB stick: all of them, or why not, in one sentence."""

from __future__ import annotations

from msgspec.structs import replace

from device.common import i18n
from device.common.exports import ExportError
from device.game_files import usb
from device.game_files.usb import write_to_stick
from rules.message import msg
from tests.cli.conftest import keep
from tests.exports.conftest import BOTH, sample
from tests.files.usb_machine import sentence_of


@BOTH
def test_all_papers_of_a_game_are_handed_over(machine, tmp_path, language):
    i18n.use(language)
    root = machine.stick()
    journal = keep(tmp_path / "journal.db", sample("polish-doubles-full"), sample("kourici-kocka"))
    first, second = write_to_stick(journal, 1, machine.system), write_to_stick(journal, None, machine.system)
    assert first.ok
    assert second.ok
    assert sorted(path.suffix for path in first.files) == [".csv", ".gcg", ".jsonl", ".pdf", ".pdf"]
    assert sorted(path.suffix for path in second.files) == [".csv", ".jsonl", ".pdf", ".pdf"]
    names = {path.name for path in (root / "dvojtah").iterdir()}
    assert len(names) == 9
    assert all(name.isascii() and name == name.lower() for name in names)
    pdf = next(path for path in first.files if path.suffix == ".pdf")
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_what_cannot_be_handed_over_is_said(machine, tmp_path):
    machine.stick()
    journal = keep(tmp_path / "journal.db")
    assert sentence_of(write_to_stick(journal, None, machine.system)) == "Ještě se nehrála žádná partie."
    assert "gone.db" in sentence_of(write_to_stick(tmp_path / "gone.db", 9, machine.system))
    keep(tmp_path / "one.db", sample("polish-doubles-short"))
    outcome = write_to_stick(tmp_path / "one.db", 9, machine.system)
    assert not outcome.ok
    assert "9" in sentence_of(outcome)
    (tmp_path / "other.db").write_text("nákup", encoding="utf-8")
    assert not write_to_stick(tmp_path / "other.db", None, machine.system).ok


def test_a_paper_that_cannot_be_made_does_not_keep_the_others_off_the_stick(machine, tmp_path, monkeypatch):
    machine.stick()
    journal = keep(tmp_path / "journal.db", sample("polish-doubles-short"))

    def unmade(filed):
        raise ExportError(msg("The font for PDF is missing; install font-source-sans-pro."))

    offered = {
        kind: replace(paper, make=unmade) if kind == "pdf" else paper
        for kind, paper in usb.export_formats_of("polish_doubles").items()
    }
    monkeypatch.setattr(usb, "export_formats_of", lambda key: offered)
    outcome = write_to_stick(journal, None, machine.system)
    assert not outcome.ok
    assert sorted(path.suffix for path in outcome.files) == [".csv", ".gcg", ".jsonl", ".pdf"], "the card is there"
    wanted = "Na USB disku není všechno: Chybí písmo pro PDF; nainstalujte font-source-sans-pro."
    assert sentence_of(outcome) == wanted
