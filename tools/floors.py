"""The order of all folders, lowest first: what each of them may name lies on a lower floor.

Every folder with code has its place here, and every module that lies in ``device`` itself; ``.*`` are the folders of a
folder, equal among themselves. ``rules`` and ``firmware`` are one folder each. Two folders of the same floor do not
name each other. `tests/device/test_layers.py` holds all code to this, and ``python tools/structure.py`` says where a
checkout departs from it. What a folder needs of a higher one, it declares and gets from ``device.app``.
"""

from __future__ import annotations

from collections.abc import Mapping

FLOORS: tuple[Mapping[str, str], ...] = (
    {
        "rules": "what is true at a table: games, clocks, tallies, records; pure",
        "firmware": "the pod: what runs on it, and the wire that both ends speak",
        "device": "nothing but the name of the package",
        "device.languages": "the languages: one entry each",
    },
    {
        "device.address": "what is loaded when it is first used",
        "device.formats": "how a language writes numbers, days and times",
    },
    {
        "device.version": "which version this is",
        "device.trouble": "damage and failures, each with its sentence",
        "device.io": "what goes in and out of a table, as values: stamped edges, touches, signals, OLED content",
        "device.files": "small files, read within bounds and written whole; USB sticks",
        "device.i18n": "the words of the language that is spoken",
    },
    {
        "device.web": "pages for browsers: bounded connections, forms, templates, the network",
        "device.log": "what happens to the device, for the service's log",
        "device.progress": "a line for who waits at a terminal",
        "device.help_texts": "the pages of the help, by screen",
        "device.rule_texts": "the words of the rules, by number",
        "device.settings": "the settings: what they are, reading the file, writing a value back",
        "device.journal": "everything that happened at this table, on disk",
        "device.word_lists": "word lists: import, keeping, the answer about a word",
    },
    {
        "device.people": "who the people are: names, what was declared, erasing, drafts",
        "device.sheets": "the score sheets that are offered: this program's and the club's own files",
        "device.table": "the game on the table: where inputs, rules and journal meet",
        "device.input_devices": "keys of the kernel's input devices as clock buttons",
        "device.first_start.common": "the first start of a card: questions, answers, the request, what came of it",
    },
    {
        "device.first_start.phone": "the same questions as a page on the device's own hotspot",
        "device.event": "a table at an event: the wire, tickets, the connection; no screen",
        "device.pods": "clock buttons with a clock of their own: the table's end of the line",
        "device.carry": "the whole journal to a stick, and into another device's",
    },
    {
        "device.updates": "updates as the table sees them: found, brought, asked for",
        "device.first_start": "what root runs of the first start: the boot file, carrying answers out",
        "device.peripherals": "buttons, lamps, buzzer, OLEDs, sound: one job each",
        "device.graphics": "canvas, painter, typefaces, widgets; knows no table",
        "device.specs": "what a game declares; its types alone may stand higher",
    },
    {
        "device.exports": "a game as a file: formats, and what papers are drawn with",
        "device.pocket": "a game in a telephone: QR codes, the page that is open",
    },
    {"device.kiosk": "the loop, its controllers, what a screen is; knows no game and no screen of its own"},
    {"device.games": "what the controllers, menus and setups of games have in common"},
    {"device.games.*": "one game: setup, screens, exports, card"},
    {"device.registry": "every game's declarations, by its word"},
    {
        "device.game_files": "files of kept games: formats of each, sheet for a telephone, card, onto a stick",
        "device.statistics": "what games brought people and pairs",
    },
    {
        "device.screens": "home, help, big clock, carrying: screens of no game",
        "device.screens.event": "an event at the table: answers, the next round",
        "device.screens.history": "looking back at games",
    },
    {
        "device.screens.settings": "the settings, updates, the first start",
        "device.screens.statistics": "statistics",
    },
    {"device.organiser.acts": "what the organiser decides, as values"},
    {"device.organiser.store": "an event's log: SQLite or PostgreSQL"},
    {
        "device.organiser.log": "the log folded to its state",
        "device.organiser.tournament.draw": "who plays whom, at which table; pure",
    },
    {"device.organiser.tournament": "entrants, draws, results, ranking, money"},
    {
        "device.organiser.papers": "what is printed and published",
        "device.organiser.board": "the public live board",
    },
    {"device.organiser.desk": "the organiser's own pages"},
    {"device.organiser": "the organiser's program: ingest, announcer, its parts as processes"},
    {"device.app": "all parts of a table made and joined"},
    {
        "device.doctor": "what is well with this device and what is not",
        "device.demo": "the table in a window: simulator, recorded samples",
    },
    {"device.browser": "a table in browsers: pictures, touches, telephones as clock buttons"},
    {"device.cli": "the command"},
    {"device.__main__": "where it starts"},
)
