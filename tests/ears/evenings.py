"""An evening of each game, from switching on to the signatures, for a player who hears and presses, and no more.

What a player knows beforehand is what its entries are called; each is found by listening to the menu.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.ears.table import Ears


def switch_on(ears: Ears, game: str) -> None:
    """The table that was just switched on is made to speak; the game is chosen."""
    ears.must("Časy se hlásí", ears.hold(0))
    ears.must("Podržte obě tlačítka", ears.press(1))
    ears.both()
    ears.choose(game)


def sign(ears: Ears) -> None:
    """Both sides sign what was read out to them."""
    ears.must("podepisuje", ears.hold(0))
    ears.must("podepsáno", ears.hold(1))


def chess_clock(ears: Ears) -> None:
    """Nobody gives a name; two moves, a pause, and White resigns."""
    switch_on(ears, "Šachové hodiny")
    ears.choose("Dál")
    ears.must("běží soupeř", ears.choose("Hrát"))
    ears.must("Černý, 15 minut", ears.press(0))
    ears.wait(61)
    for _ in range(3):
        ears.ask(0, "Černý: na tahu, ")  # that button ends nobody's turn now
    ears.must("Bílý, 15 minut", ears.press(1))
    for _ in range(3):
        ears.ask(1, "Bílý: na tahu, 15 minut")
    ears.must("pauza", ears.both())
    ears.choose("Výsledek")
    ears.choose("Černý")
    ears.must("podpis: držte", ears.choose("vzdáním soupeře"))
    sign(ears)


def polish_doubles(ears: Ears) -> None:
    """Names, the starting draw, three moves that are written in pauses, the end, the racks."""
    switch_on(ears, "Polská čtyřhra")
    ears.spell("EVA")
    ears.choose("dvojice B")
    ears.spell("JAN")
    ears.choose("Dál")
    ears.must("začíná dvojice", ears.choose("Začíná"))
    ears.must("Eva, 3 minuty", ears.press(0))
    for _ in range(4):
        ears.ask(1, "Eva: na tahu, 2 minuty")
    ears.must("Jan, 3 minuty", ears.press(0))
    ears.must("pauza", ears.both())
    write(ears, "PES", "7")
    ears.choose("Pokračovat")
    ears.wait(30)
    ears.ask(0, "2 minuty")
    ears.press(1)
    ears.ask(1, "2 minuty 55 sekund")
    ears.both()
    write(ears, "KO", "9")
    write(ears, "KOS", "9")
    ears.choose("Další")
    ears.choose("Konec partie")
    ears.must("nikdo nezavírá", ears.choose("Nikdo: konec"))
    for _ in range(2):
        heard = ears.choose("Potvrdit")
    ears.must("podpis: držte", heard)
    sign(ears)


def write(ears: Ears, word: str, points: str) -> None:
    """A move on the sheet."""
    ears.choose("Zapsat")
    ears.spell(word + points)
    ears.must(f"{word} {points}", ears.choose("Hotovo"))


def marias(ears: Ears) -> None:
    """One round of an hour: two deals, time that runs out, the slip."""
    switch_on(ears, "Mariáš")
    for rounds in (5, 4, 3, 2):
        ears.choose(f"kola: {rounds}, méně")
    for seat, name in zip("ABCD", ("EVA", "JAN", "IVO", "OTA"), strict=True):
        ears.choose(f"místo {seat}")
        ears.spell(name)
    ears.choose("Dál")
    ears.must("1. kolo z 1", ears.choose("Hrát"))
    ears.must("začátek kola", ears.press(0))
    ears.must("rozdáno", ears.press(1))
    for side in (1, 1, 0, 0):
        ears.ask(side, "minut")
    deal(ears, "B, Jan", "C, Ivo")
    ears.must("pokračuje se", ears.choose("Pokračovat"))
    ears.press(0)
    ears.must("čas vypršel", ears.wait(3000))
    deal(ears, "D, Ota", "A, Eva")
    ears.choose("Konec kola")
    counted = ears.choose("Podle záznamu")  # the money on the table is as the deals say
    for seat in "ABCD":
        ears.must(f"místo {seat} má", counted)
    ears.must("podpis: držte", counted)
    sign(ears)


def deal(ears: Ears, chooser: str, partner: str) -> None:
    """A deal is written in a pause: who chose, with whom, and that nobody raised it."""
    ears.must("pauza", ears.both())
    ears.choose("Zapsat rozdání")
    ears.choose(chooser)
    ears.choose(partner)
    ears.choose("hra")
    ears.must("rozdání: hra", ears.choose("Zapsat rozdání"))


def polyssimo(ears: Ears) -> None:
    """Two players pick their pieces, place some, and stand aside one after the other."""
    switch_on(ears, "Polyssimo")
    ears.spell("EVA")
    ears.choose("hráč 2")
    ears.spell("JAN")
    ears.choose("Dál")
    ears.choose("Zbylé dílky")
    ears.must("Výběr: 0 z 24", ears.choose("Začít"))
    heard = ears.choose("výběr: I (")
    for _ in range(23):
        while not heard[0].startswith("výběr"):  # the mark has left the pieces behind
            heard = ears.press(1)
        heard = ears.hold(1)
    ears.must("umístěno? stisk", heard)
    for _ in range(3):
        ears.ask(1, "umístěno? stisk")
    ears.press(0)
    ears.press(1)
    ears.must("stojí", ears.hold(0))
    ears.must("vyhrává", ears.hold(1))
    sign(ears)


def kourici_kocka(ears: Ears) -> None:
    """Three rounds for a word of three letters: the one who collects all of it has lost."""
    switch_on(ears, "Kouřící kočka")
    for seat, name in zip("ABDC", ("EVA", "JAN", "OTA", "IVO"), strict=True):
        ears.choose(f"místo {seat}")
        ears.spell(name)
    ears.choose("Dál")
    ears.spell("PES")
    ears.must("rozdává A: stisk", ears.choose("Dál"))
    for lost in range(3):
        ears.must("3 doleva: stisk", ears.press(0))
        ears.press(0)
        ears.ask(0, "3 doleva")
        ears.must("vyjíždí", ears.press(1))
        ears.both()
        ears.choose("Eva")
        ears.choose("Prohrává")
        ears.must("kolo prohrálo místo A", ears.choose("Ano"))
        if lost < 2:  # the last one completes the word, and the result closes the menu
            ears.both()
    sign(ears)


def rounds(ears: Ears) -> None:
    """Rummy for two: one round below zero for one of them, one to the end."""
    switch_on(ears, "Bodovací list")
    ears.choose("Rummy 500")
    for seat, name in zip("12", ("EVA", "JAN"), strict=True):
        ears.choose(f"místo {seat}")
        ears.spell(name)
    ears.must("rozdává Eva", ears.choose("Dál"))
    for first, second in (("120", "-45"), ("400", "0")):
        ears.choose("Zapsat kolo")
        ears.spell(first)
        ears.choose("Jan")
        ears.spell(second)
        heard = ears.choose("Hotovo")
        if first == "120":
            ears.must("rozdává Jan", heard)
    ears.must("podpis: držte", heard)
    sign(ears)


EVENINGS: dict[str, Callable[[Ears], None]] = {
    "chess_clock": chess_clock,
    "polish_doubles": polish_doubles,
    "marias": marias,
    "polyssimo": polyssimo,
    "kourici_kocka": kourici_kocka,
    "rounds": rounds,
}
