"""The order of all folders, lowest first: what each of them may name lies below it.

Every folder with code has its place here, and every module that lies in ``device`` itself; ``.*`` are the folders of a
folder, equal among themselves. ``rules`` and ``firmware`` are one folder each. What stands on one floor does not name
each other. Folders that belong together share a place on a floor as its rooms: a room may name those before it.
`tests/device/test_layers.py` holds all code to this, and ``python tools/structure.py`` says where a checkout departs
from it. What a folder needs of a higher one, it declares and gets from ``device.app``.

Two programs stand on what they have in common: the table, from the third floor up, and the organiser beside it. Neither
names the other; the command has both.
"""

from __future__ import annotations

from collections.abc import Mapping

FLOORS: tuple[Mapping[str, str | Mapping[str, str]], ...] = (
    {
        "rules": "what is true at a table: games, clocks, tallies, records; pure",
        "firmware": "the pod: what runs on it, and the wire that both ends speak",
        "device": "nothing but the name of the package",
    },
    {
        "common": {
            "device.common": "languages, words and formats; addresses; log, rights, version",
            "device.common.files": "small files, read within bounds and written whole; USB sticks; the machine itself",
            "device.common.settings": "the settings: what they are, reading the file, changing a value in it",
            "device.common.sheets": "score sheets as files: this program's and the club's own",
            "device.common.web": "pages for browsers: bounded connections, forms, templates, the network",
            "device.common.updates": "updates: found, brought, checked, asked for",
            "device.common.exports": "a game as a file: formats, and what papers are drawn with",
            "device.common.cli": "what commands are declared with",
            "device.common.event": "an event's wire: messages, tickets, the broker and its files",
            "device.common.specs": "what a game declares for both: seats, card, figures",
            "device.common.games.*": "one game as both know it: declaration, card, notation",
            "device.common.games": "every game's declaration, by its word",
        },
        "device.io": "what goes in and out of a table, as values: stamped edges, touches, signals, OLED content",
    },
    {
        "organiser": {
            "device.organiser.acts": "what the organiser decides, as values",
            "device.organiser.store": "an event's log: SQLite or PostgreSQL",
            "device.organiser.log": "the log folded to its state",
            "device.organiser.tournament.draw": "who plays whom, at which table; pure",
            "device.organiser.tournament": "entrants, draws, results, ranking, money",
            "device.organiser.papers": "what is printed and published",
            "device.organiser.board": "the public live board",
            "device.organiser": "the organiser's service: ingest, announcer, its parts as processes",
            "device.organiser.desk": "the organiser's own pages",
            "device.organiser.cli": "the organiser's commands",
        },
        "first start": {
            "device.first_start.common": "the first start of a card: questions, answers, the request, what came of it",
            "device.first_start.phone": "the same questions as a page on the device's own hotspot",
            "device.first_start": "what root runs of the first start: the boot file, carrying answers out",
        },
        "device.help_texts": "the pages of the help, by screen",
        "device.rule_texts": "the words of the rules, by number",
        "device.input_devices": "keys of the kernel's input devices as clock buttons",
        "device.journal": "everything that happened at this table, on disk",
        "device.peripherals": "buttons, lamps, buzzer, OLEDs, sound: one job each",
        "device.pocket": "a game in a telephone: QR codes, the page that is open",
        "device.pods": "clock buttons with a clock of their own: the table's end of the line",
        "device.word_lists": "word lists: import, keeping, the answer about a word",
    },
    {
        "device.graphics": "canvas, painter, typefaces, widgets; knows no table",
        "device.people": "who the people are: names, what was declared, erasing, drafts",
        "device.table": "the game on the table: where inputs, rules and journal meet",
        "device.updates": "updates as the organiser orders them; room on the card",
    },
    {
        "device.carry": "the whole journal to a stick, and into another device's",
        "device.event": "a table at an event: its connection, what waits to be sent; no screen",
        "device.statistics": "what games brought people and pairs",
    },
    {"device.kiosk": "the loop, its controllers, what a screen and a game at the table are; knows no game"},
    {
        "games": {
            "device.games": "what the controllers, menus and setups of games have in common",
            "device.games.*": "one game at the table: setup, screens, papers",
        }
    },
    {
        "all games": {
            "device.registry": "every game's declaration for the table, by its word",
            "device.game_files": "kept games as files: formats of each, sheet for a telephone, card, onto a stick",
        }
    },
    {
        "screens": {
            "device.screens": "home, help, big clock, carrying: screens of no game",
            "device.screens.event": "an event at the table: answers, the next round",
            "device.screens.history": "looking back at games",
            "device.screens.settings": "the settings, updates, the first start",
            "device.screens.statistics": "statistics",
        }
    },
    {"device.app": "all parts of a table made and joined"},
    {
        "device.doctor": "what is well with this device and what is not",
        "device.demo": "the table in a window: simulator, recorded samples",
        "device.browser": "a table in browsers: pictures, touches, telephones as clock buttons",
    },
    {
        "command": {
            "device.cli": "the command: of the table, and of the organiser",
            "device.__main__": "where it starts",
        }
    },
)
