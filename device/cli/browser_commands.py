"""``dvojtah serve`` and ``dvojtah demo``: tables whose screen is a browser; loaded once one of them is asked for."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path

import segno
from msgspec.structs import replace

from device.browser.places import SeatFile, TablePlace, only_address
from device.browser.serving import FILE, BrowserTable
from device.browser.tables import MOST, Tables, give_tickets, load_everything, places
from device.common import i18n, log
from device.common.cli.failure import Failure
from device.common.cli.reading import read_text
from device.common.cli.tls import chosen_certificate
from device.common.i18n import t
from device.common.languages import of_environment
from device.common.settings.reading import own_path, path_of
from device.common.settings.settings import Settings
from device.common.web.serve import free_port, port_for
from device.event.code_file import tickets_in
from device.registry import load_games

PORT = 8090
"""The usual port; the tables of `Tables` have those after it."""
HERE = "127.0.0.1"


def run_serve(options: argparse.Namespace, settings: Settings) -> int:
    """Run ``dvojtah serve``; its exit status. Raises `Failure`, `Refusal`, `JournalTrouble` and OSError."""
    log.set_up(options.log_level or settings.log_level)
    if options.tables is None:
        if options.codes is not None:
            raise Failure(t("Codes are for several tables: say how many with --tables."))
        return serve_one(options, settings)
    if not 1 <= options.tables <= MOST:
        raise Failure(t("One computer serves 1 to {n} tables.", n=MOST))
    front = port_for(options.port, PORT, HERE)
    table_places = places(
        settings, options.tables, options.host, front, options.first, chosen_certificate(options, settings, options.tls)
    )
    if options.codes is not None:
        tickets = tickets_in(read_text(str(options.codes)), strict=True)
        give_tickets(settings, tickets, [place.number for place in table_places])
    print(t("Starting page, on this computer: {address}", address=f"http://{HERE}:{front}/"))
    for place in table_places:
        print(t("Table {n}", n=place.number), place.address(), t("Code: {code}", code=place.code), sep="\t")
    print(t("Ctrl-C ends all of them."), flush=True)
    load_everything(load_games)
    return Tables(settings, table_places, options.host, front).run()


def serve_one(options: argparse.Namespace, settings: Settings) -> int:
    """One table, with the games and settings of this computer."""
    file = SeatFile(settings.journal_path.with_name(FILE))
    port, own = port_for(options.port, PORT, options.host), chosen_certificate(options, settings, options.tls)
    place = TablePlace(0, port, file.kept.code, only_address(options.host), own)

    def on_open() -> None:
        print(t("The table, on the same network: {address}", address=place.address()))
        print(t("Code: {code}", code=place.code))
        print(t("Starting page, on this computer: {address}", address=f"{place.address(HERE)}start"))
        if sys.stdout.isatty():
            segno.make(place.link(), error="l").terminal(compact=True)
        print(t("Ctrl-C ends it."), flush=True)

    table = BrowserTable(place, file, options.host, on_open=on_open)
    return table.run(settings, file=path_of(options.settings) or own_path())


def run_demo(options: argparse.Namespace, settings: Settings) -> int:
    """Run ``dvojtah demo``: a table of which nothing is kept, in this computer's browser; its exit status."""
    language = settings.language if options.lang else of_environment()
    i18n.use(language)
    with tempfile.TemporaryDirectory(prefix="dvojtah-demo-") as folder:
        mine = replace(Settings(language=language), journal=str(Path(folder) / "journal.db"))
        file = SeatFile(Path(folder) / FILE)
        place = TablePlace(0, free_port(PORT, HERE), file.kept.code, HERE)
        link = place.link()

        def on_open() -> None:
            if not open_in_browser(link, webbrowser.open):
                print(t("Open this address in a browser on this computer: {address}", address=link))
            print(t("Nothing is kept. Ctrl-C ends it."), flush=True)

        return BrowserTable(place, file, HERE, on_open=on_open).run(mine)


def open_in_browser(link: str, open_link: Callable[[str], bool]) -> bool:
    """Open a browser with a window, where there is one; whether there was."""
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return False  # a browser that writes into the terminal would take it from who reads what is printed
    return open_link(link)
