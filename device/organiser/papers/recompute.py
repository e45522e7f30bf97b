"""Adds a season up from its records with the standard library alone: python3 recompute.py [the digest as published]."""

import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any


def read() -> Iterator[dict[str, Any]]:
    """The records, each as it was written."""
    digest = ""
    for number, line in enumerate(Path("records.jsonl").read_text("utf-8").splitlines(), 1):
        record = json.loads(line)
        said = record.pop("digest", "")
        text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256((digest + text).encode()).hexdigest()
        if digest != said:
            sys.exit(f"Record {number} was altered: {text}")
        yield record
    if not digest.startswith("".join(sys.argv[1:]).lower()):
        sys.exit(f"These are not the records that were published: their digest is {digest}")
    print("Digest of all records:", digest)


def with_places(lines: Iterable[Any], key: Callable[[Any], Any]) -> Iterator[tuple[int, Any]]:
    """Places and lines, the largest key first; equal places are shared."""
    before, place = None, 0
    for number, line in enumerate(sorted(lines, key=key, reverse=True), 1):
        before, place = (before, place) if key(line) == before else (key(line), number)
        yield place, line


def event_figures(rules: Any, results: Any, given: Any) -> dict[int, dict[str, Fraction]]:
    """What places are decided by, for everybody who played an evening, by their numbers."""
    games, found = defaultdict(list), {}
    for one in results:
        for who, *score in one["scores"]:
            games[who].append((one["round"], *map(Fraction, score), {other[0] for other in one["scores"]} - {who}))
    wins = {who: sum(game[1] for game in many) + given[who][0] for who, many in games.items()}
    for who, many in games.items():
        order = sorted(many, key=lambda game: (game[1], game[2], game[0]))
        rest = sorted(order[min(rules["drop_worst"], len(order) - 1) :], key=lambda one: (-one[1], -one[2], one[0]))
        kept = rest[min(rules["drop_best"], len(rest) - 1) :]
        faced = sorted(wins.get(other, 0) for game in many for other in game[4])
        won, margin, points = (sum(game[n] for game in kept) + given[who][n > 1] for n in (1, 2, 3))
        found[who] = {"wins": won, "won": won, "margin": margin, "points": points, "buchholz": sum(faced), "direct": 0}
        found[who]["median"] = sum(faced[1:-1] if len(faced) > 2 else faced)
        found[who]["lately"] = sum(game[3] for game in many if game[0] == rules["last"])
    before = rules["by"][: rules["by"].index("direct")] if "direct" in rules["by"] else []
    groups = defaultdict(set)
    for who, of in found.items():
        groups[who in rules["expelled"], *(of[word] for word in before)].add(who)
    for group in groups.values():
        if len(group) > 1 and all(group - {who} <= set().union(*(game[4] for game in games[who])) for who in group):
            for who in group:
                found[who]["direct"] = sum(game[1] for game in games[who] if game[4] & group)
    return found


def event_lines(season: Any, of: Any) -> list[dict[str, Any]]:
    """The standings of an event."""
    lines = of["carried"]
    if of["rules"]:
        rules = of["rules"][0]
        given: Any = defaultdict(lambda: [Fraction(0)] * 2)
        for one in of["adjusted"]:
            given[one["entrant"]] = [a + Fraction(b) for a, b in zip(given[one["entrant"]], one["gets"], strict=True)]
        found = event_figures(rules, of["result"], given)
        ranked = with_places(
            found.keys() - set(rules["expelled"]), lambda who: [found[who][word] for word in rules["by"]]
        )
        whose = {one["entrant"]: one["whose"] for one in of["entrant"]}
        lines = [found[who] | {"place": place, "whose": whose[who]} for place, who in ranked]
    if not all(line["place"] for line in lines):
        by_sums = with_places(lines, lambda line: [Fraction(line[word]) for word in season["sums"]])
        lines = [line | {"place": place} for place, line in by_sums]
    return list(lines)


def main() -> None:
    """The season's standings; compared with those that go with the records."""
    of: Any = defaultdict(lambda: defaultdict(list))
    for record in read():
        of[record.get("event", "")][record["what"]].append(record)
    season, worth = of[""]["season"][0], defaultdict(list)
    for event in season["events"]:
        lines = event_lines(season, of[event])
        unit = {"sums": 0, "field": 1, "hundred": Fraction(100, len(lines))}[season["scale"]]
        shared = Counter(line["place"] for line in lines)
        for line in lines:
            points = unit * (len(lines) + 1 - line["place"] - Fraction(shared[line["place"]] - 1, 2))
            for key in line["whose"]:
                worth[key].append((points, *(Fraction(line[word]) for word in season["sums"])))
    most = max(1, len(season["events"]) - season["drop"]) if season["drop"] else None
    totals = {
        key: [sum(part) for part in zip(*sorted(many, reverse=True)[:most], strict=True)] for key, many in worth.items()
    }
    names = {one["key"]: one["name"] for one in of[""]["who"]}
    found = [[place, names[key], *map(str, totals[key])] for place, key in with_places(totals, lambda key: totals[key])]
    print(*("\t".join(map(str, line)) for line in found), sep="\n")
    if sorted(found) != sorted(json.loads(Path("standings.json").read_text("utf-8"))["season"]):
        sys.exit("These are not the standings of standings.json.")


if __name__ == "__main__":
    main()
