"""What people call the fields of forms, and the words that are chosen in them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.message import Message, msg

LABELS = {
    "title": msg("Name of the event"),
    "text": msg("In Czech"),
    "text_en": msg("In English"),
    "round": msg("Round"),
    "minutes": msg("Minutes"),
    "clock": msg("Countdown"),
    "calls": msg("Calls"),
    "pairing": msg("Pairing"),
    "released": msg("Number is free"),
    "result": msg("Result"),
    "counts": msg("Counts"),
    "claim": msg("What another device says"),
    "standby": msg("A second machine copies the event"),
    "telephones": msg("Telephones as clock buttons"),
    "status": msg("Status"),
    "since": msg("Plays from round"),
    "door": msg("Said so at the door"),
    "rests": msg("Bye in round"),
    "warnings": msg("Warnings"),
    "player": msg("Player 1"),
    "partner": msg("Player 2"),
    "name": msg("Name of the pair"),
    "club": msg("Club"),
    "team": msg("Team"),
    "contact": msg("Contact"),
    "initials": msg("Initials"),
    "classes": msg("Classes"),
    "rounds": msg("Rounds in all"),
    "accelerated": msg("The first rounds are accelerated"),
    "locked": msg("Players sure of their place do not meet players whose prize is still open"),
    "scale": msg("What is counted"),
    "counting": msg("Events that count"),
    "events": msg("Events (0: all)"),
    "persons": msg("Everybody on their own, in changing pairs"),
    "in_kind": msg("Prizes in kind from first place down, separated by commas"),
    "shared": msg("Those who share a place get"),
    "order": msg("Order after a play-off or a lot (numbers)"),
    "once": msg("Winners of an overall prize get no class prize"),
    "from_fund": msg("Money of classes comes out of the fund"),
    "code": msg("Code at the door"),
    "delay": msg("Minutes late"),
    "fee": msg("Fee of an entrant (Kč)"),
    "added": msg("Added"),
    "house_percent": msg("The house keeps, % of the fund"),
    "house": msg("and besides (Kč)"),
    "prizes": msg("Prizes"),
    "by": msg("Prizes are given as"),
    "step": msg("Paid out in"),
    "kind": msg("Game"),
    "settle": msg("Settle what people won and lost in mariáš, too"),
    "double": msg("double loss"),
    "winner": msg("the winner"),
    "bye": msg("Bye:"),
    "last": msg("Last decision"),
    "paid": msg("Paid"),
    "unpaid": msg("Have not paid"),
    "expected": msg("expected"),
    "drop_worst": msg("Worst rounds that do not count"),
    "drop_best": msg("Best rounds that do not count"),
    "team_best": msg("Members that count for a team (0: all)"),
    "team_size": msg("Members of a team (0: any number)"),
    "table": msg("Table"),
    "rest": msg("A bye that was asked for is worth"),
}
SHARES = {
    "equal": msg("equal parts of what these places bring"),
    "each": msg("each the whole prize of the place"),
    "order": msg("one place each, in the order below"),
}
"""What who share a place get."""
SCALES = {
    "sums": msg("the sums of what was played"),
    "field": msg("points for places: the last 1, each above one more"),
    "hundred": msg("points for places: the first 100, the others their share"),
}
"""How a season is counted."""
COUNTING = {"best": msg("the best events"), "drop": msg("all but the worst events")}
"""Which of everybody's events count for a season."""
RESTS = {"0": msg("nothing"), "1": msg("half a win"), "2": msg("a win")}
"""What a bye counts for."""
WORDS: Mapping[str, Mapping[str, Message]] = {
    "by": {"percent": msg("shares of the fund in %"), "amount": msg("amounts in Kč")},
    "scale": SCALES,
    "counting": COUNTING,
    "shared": SHARES,
    "rest": RESTS,
}
"""What is chosen in a field, by the field and the word that the form carries."""
