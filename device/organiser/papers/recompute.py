"""Adds a season up from its records with Python alone: python3 recompute.py [the digest as published]."""

import hashlib, json, sys
from collections import defaultdict
from fractions import Fraction


def with_places(lines, by):  # the largest first, equal ones share a place
    keys = sorted(([line[word] for word in by] for line in lines), reverse=True)
    return [line | {"place": 1 + keys.index([line[word] for word in by])} for line in lines]


def evening(rules, event):  # sums of the rounds that count and of what the desk gave, and what else decides places
    games, given, equals = defaultdict(list), defaultdict(list), defaultdict(set)
    for one in event["result"] + event["adjusted"]:
        for who, *score in one["scores"]:
            met = {other for other, *_ in one["scores"]} - {who}
            (games if one["what"] == "result" else given)[who].append((*map(Fraction, score), met, one["round"]))
    lines = {one["entrant"]: {"whose": one["whose"], "direct": 0} for one in event["entrant"]}
    wins = {who: sum(game[0] for game in games[who] + given[who]) for who in lines}
    for who, line in lines.items():
        kept = sorted(games[who], key=lambda game: game[:2])[min(rules["drop_worst"], len(games[who]) - 1) :]
        kept = sorted(kept, key=lambda game: game[:2], reverse=True)[min(rules["drop_best"], len(kept) - 1) :]
        line["wins"], line["margin"], line["points"] = (sum(game[n] for game in kept + given[who]) for n in range(3))
        faced = sorted(wins[other] for game in games[who] for other in game[3])
        line |= {"buchholz": sum(faced), "median": sum(faced[1:-1] if len(faced) > 2 else faced)}
        line["lately"] = sum(game[2] for game in games[who] if game[4] == rules["last"])
        before = rules["by"][: [*rules["by"], "direct"].index("direct")]
        equals[bool(line["whose"]), *(line[word] for word in before)].add(who)
    for group in equals.values():  # direct games count where all of them have met
        if all(group - {who} <= set().union(*(game[3] for game in games[who])) for who in group):
            for who in group:
                lines[who]["direct"] = sum(game[0] for game in games[who] if game[3] & group)
    return with_places([line for line in lines.values() if line["whose"]], rules["by"])


if __name__ == "__main__":
    digest, of, worth = "", defaultdict(lambda: defaultdict(list)), defaultdict(list)
    for number, text in enumerate(open("records.jsonl", encoding="utf-8"), 1):
        said = (record := json.loads(text)).pop("digest", "")
        digest = hashlib.sha256((digest + json.dumps(record, ensure_ascii=False, sort_keys=True)).encode()).hexdigest()
        digest == said or sys.exit(f"Record {number} was altered: {text}")
        of[record.get("event", "")][record["what"]].append(record)
    digest.startswith("".join(sys.argv[1:]).lower()) or sys.exit(f"Other records were published than these: {digest}")
    season = of[""]["season"][0]
    for event in (of[title] for title in season["events"]):
        lines = event["carried"] or evening(event["rules"][0], event)
        unit = {"sums": 0, "field": Fraction(1, 2), "hundred": Fraction(50, len(lines))}[season["scale"]]
        for line in lines:  # who share a place share the points of the places that they take up
            points = unit * (1 + sum((one["place"] > line["place"]) + (one["place"] >= line["place"]) for one in lines))
            for key in line["whose"]:
                worth[key].append((points, *(Fraction(line[word]) for word in season["sums"])))
    by = range(1 + len(season["sums"]))
    sums = {key: [*map(sum, zip(*sorted(many, reverse=True)[: season["counts"]]))] for key, many in worth.items()}
    lines = with_places([{"name": one["name"], **dict(enumerate(sums[one["key"]]))} for one in of[""]["who"]], by)
    found = sorted([line["place"], line["name"], *(str(line[n]) for n in by)] for line in lines)
    print("Digest of all records: " + digest, *("\t".join(map(str, line)) for line in found), sep="\n")
    json.load(open("standings.json", encoding="utf-8"))["season"] == found or sys.exit("standings.json says otherwise.")
