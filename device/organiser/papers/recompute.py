"""Adds a season up from its records with Python alone: python3 recompute.py [the digest as published]."""

import hashlib, json, sys
from collections import defaultdict
from fractions import Fraction

FEW = "The records begin so, but {n} digits prove nothing (earlier versions published 16): ask for all 32 digits."


def with_places(lines, by):  # the largest first, equal ones share a place
    keys = sorted(([line[word] for word in by] for line in lines), reverse=True)
    return [line | {"place": 1 + keys.index([line[word] for word in by])} for line in lines]


def evening(rules, event):  # sums of the rounds that count and of what the desk gave, and what else decides places
    games, given, equals = defaultdict(list), defaultdict(list), defaultdict(set)
    for row, (who, *score) in ((act, score) for act in event["result"] + event["adjusted"] for score in act["scores"]):
        met = {other for other, *_ in row["scores"]} - {who}
        (games if row["what"] == "result" else given)[who].append((*map(Fraction, score), met, row["round"]))
    lines = {entrant["entrant"]: {"whose": entrant["whose"], "direct": 0} for entrant in event["entrant"]}
    wins = {who: sum(game[0] for game in games[who] + given[who]) for who in lines}
    for who, line in lines.items():
        counted = sorted(games[who], key=lambda game: game[:2])[min(rules["drop_worst"], len(games[who]) - 1) :]
        best = sorted(counted, key=lambda game: game[:2], reverse=True)[min(rules["drop_best"], len(counted) - 1) :]
        line["wins"], line["margin"], line["points"] = (sum(game[n] for game in best + given[who]) for n in range(3))
        faced = sorted(wins[other] for game in games[who] for other in game[3])
        line |= {"buchholz": sum(faced), "median": sum(faced[1:-1] if len(faced) > 2 else faced)}
        line["lately"] = sum(game[2] for game in games[who] if game[4] == rules["last"])
        before = rules["by"][: [*rules["by"], "direct"].index("direct")]
        equals[bool(line["whose"]), *(line[word] for word in before)].add(who)
    for group in equals.values():  # direct games count where all of them have met
        for who in group if all(group - {a} <= set().union(*(game[3] for game in games[a])) for a in group) else ():
            lines[who]["direct"] = sum(game[0] for game in games[who] if game[3] & group)
    return with_places([line for line in lines.values() if line["whose"]], rules["by"])


if __name__ == "__main__":
    digest, of, worth = "", defaultdict(lambda: defaultdict(list)), defaultdict(list)
    for number, text in enumerate(open("records.jsonl", encoding="utf-8"), 1):
        claimed = (record := json.loads(text)).pop("digest", "")
        digest = hashlib.sha256((digest + json.dumps(record, ensure_ascii=False, sort_keys=True)).encode()).hexdigest()
        digest == claimed or sys.exit(f"Record {number} was altered: {text}")
        of[record.get("event", "")][record["what"]].append(record)
    published = "".join("".join(sys.argv[1:]).lower().split())
    digest.startswith(published) or sys.exit(f"Other records were published than these: {digest}")
    published and len(published) < 32 and sys.exit(FEW.format(n=len(published)))
    season = of[""]["season"][0]
    for lines in (of[event]["carried"] or evening(of[event]["rules"][0], of[event]) for event in season["events"]):
        unit = {"sums": 0, "field": Fraction(1, 2), "hundred": Fraction(50, len(lines))}[season["scale"]]
        for line, key in ((each, key) for each in lines for key in each["whose"]):  # a shared place shares its points
            points = unit * (1 + sum((row["place"] > line["place"]) + (row["place"] >= line["place"]) for row in lines))
            worth[key].append((points, *(Fraction(line[word]) for word in season["sums"])))
    by = range(1 + len(season["sums"]))
    sums = {key: [*map(sum, zip(*sorted(many, reverse=True)[: season["counts"]]))] for key, many in worth.items()}
    lines = with_places([{"name": who["name"], **dict(enumerate(sums[who["key"]]))} for who in of[""]["who"]], by)
    table = sorted([line["place"], line["name"], *(str(line[n]) for n in by)] for line in lines)
    published or print("No published digest was given: only the records themselves were checked.", file=sys.stderr)
    print("Digest of all records: " + digest, *("\t".join(map(str, line)) for line in table), sep="\n")
    json.load(open("standings.json", encoding="utf-8"))["season"] == table or sys.exit("standings.json says otherwise.")
