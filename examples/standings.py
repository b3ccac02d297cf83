"""The standings of a tournament, made again from its record alone. Needs nothing but Python, and nothing of Moothall.

python examples/standings.py tournament.zip

Results are those of the games' own records; points and tie-breaks are made as the rules TN-6 and TN-7 say. Signatures,
pairings and moves are not looked at: that is what `moothall verify` does.
"""

import hashlib
import json
import sys
import zipfile
from fractions import Fraction


def events(data):
    """The events of a log and their hashes, which must follow from each other."""
    head = bytes(32)
    for line in map(json.loads, data.decode().splitlines()[1:-1]):
        head = hashlib.sha256(head + line["data"].encode()).digest()
        if head.hex() != line["hash"]:
            raise SystemExit(f"event {line['seq']} does not have the hash that follows")
        yield json.loads(line["data"]), line["hash"]


class Tournament:
    """What the log and the games say."""

    def __init__(self, path):
        self.lots, self.names, self.rounds, self.corrections, self.taken = {}, {}, [], {}, {}
        self.games, self.recorded = {}, None
        with zipfile.ZipFile(path) as record:
            for each in json.loads(record.read("manifest.json"))["records"]:
                data = record.read(each["file"])
                if hashlib.sha256(data).hexdigest() != each["sha256"]:
                    raise SystemExit(f"{each['file']} is not the file that the manifest lists")
                self.games[each["game"]] = list(events(data))
            for event, _ in events(record.read("tournament.ndjson")):
                for change in event["changes"]:
                    getattr(self, change["type"], lambda change, seq: None)(change, event["seq"])

    def tournament_created(self, change, seq):
        self.settings = change["settings"]

    def entrant_entered(self, change, seq):
        self.lots[change["entrant"]], self.names[change["entrant"]] = change.get("lot", 0), change["name"]

    def entrant_substituted(self, change, seq):
        self.names[change["entrant"]] = change["name"]

    def tournament_started(self, change, seq):
        self.lots = {entrant: place for place, entrant in enumerate(change["lots"], 1)}

    def round_paired(self, change, seq):
        self.rounds.append({"byes": change["byes"], "tables": {each["table"]: dict(each) for each in change["tables"]}})

    def table_ended(self, change, seq):
        table = self.rounds[change["round"] - 1]["tables"][change["table"]]
        event, head = self.games[table["game"]][change["seq"] - 1]
        if head != change["head"]:
            raise SystemExit(f"table {change['table']} of round {change['round']} ended otherwise")
        end = next(each for each in event["changes"] if each["type"] == "game_finished")
        table.update(ranking=end["ranking"], scores=end["scores"])

    def table_annulled(self, change, seq):
        table = self.rounds[change["round"] - 1]["tables"][change["table"]]
        table.pop("ranking", None), table.pop("scores", None)

    def result_corrected(self, change, seq):
        self.corrections[seq] = (change["round"], change["table"]), change["ranking"]

    def points_taken(self, change, seq):
        self.taken[seq] = change["entrant"], change["points"]

    def ruling_withdrawn(self, change, seq):
        self.corrections.pop(change["seq"], None), self.taken.pop(change["seq"], None)

    def tournament_finished(self, change, seq):
        self.recorded = change["standings"]

    standings_revised = tournament_finished


def mean(numbers):
    found = list(numbers)
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def split(tied, value):
    """Groups of equals, the highest value first."""
    return [
        [each for each in tied if value[each] == key] for key in sorted({value[each] for each in tied}, reverse=True)
    ]


class Standings:
    """The tables that count, and everybody's points and tie-breaks."""

    def __init__(self, tournament):
        self.of, self.tables, ruled = tournament, [], dict(tournament.corrections.values())
        for number, each in enumerate(tournament.rounds, 1):
            for place, table in each["tables"].items():
                ranking = ruled.get((number, place), table.get("ranking"))
                if ranking is not None:
                    self.tables.append(self.counted(number, table, ranking))
        self.points = dict.fromkeys(tournament.lots, Fraction(0))
        for each in tournament.rounds:
            for entrant in each["byes"]:
                self.points[entrant] += tournament.settings["bye"]
        for table in self.tables:
            worth, ahead = tournament.settings["points"][str(len(table["seats"]))], 0
            for group in table["ranking"]:
                for seat in group:  # equals share what their places are worth
                    self.points[table["seats"][seat]] += Fraction(sum(worth[ahead : ahead + len(group)]), len(group))
                ahead += len(group)
        for entrant, points in tournament.taken.values():
            self.points[entrant] -= points

    @staticmethod
    def counted(number, table, ranking):
        place, ahead = {}, 0
        for group in ranking:
            place |= {table["seats"][seat]: ahead + 1 for seat in group}
            ahead += len(group)
        scores = table.get("scores", [])
        return {"round": number, "seats": table["seats"], "ranking": ranking, "scores": scores, "place": place}

    def at(self, entrant):
        return [table for table in self.tables if entrant in table["seats"]]

    def opponents(self, entrant, tied):
        return mean(mean(self.points[o] for o in t["seats"] if o != entrant) for t in self.at(entrant))

    def head_to_head(self, entrant, tied):
        net = 0
        for table in self.at(entrant):
            own = table["place"][entrant]
            net += sum((own < other) - (own > other) for each, other in table["place"].items() if each in tied)
        return Fraction(net)

    def score_share(self, entrant, tied):
        shares = []
        for table in self.at(entrant):
            if scores := table["scores"]:
                raised = [score - min(0, *scores) for score in scores]
                own = raised[table["seats"].index(entrant)]
                shares.append(Fraction(own, sum(raised)) if sum(raised) else Fraction(1, len(raised)))
        return mean(shares)

    def wins(self, entrant, tied):
        return Fraction(sum(table["place"][entrant] == 1 for table in self.at(entrant)))

    def same_seat(self, entrant, tied):
        rounds = []
        for table in self.at(entrant):
            if table["scores"]:
                seat, size = table["seats"].index(entrant), len(table["seats"])
                own = table["scores"][seat]
                others = [
                    each["scores"][seat]
                    for each in self.tables
                    if each is not table
                    and each["round"] == table["round"]
                    and each["scores"]
                    and len(each["seats"]) == size
                ]
                if others:
                    rounds.append(mean(Fraction((own > other) * 2 + (own == other), 2) for other in others))
        return mean(rounds)

    def lot(self, entrant, tied):
        return Fraction(-self.of.lots[entrant])

    def far(self):
        """Of a knockout: the last round that one was paired in, then the place in the final."""
        far = dict.fromkeys(self.of.lots, (0, 0))
        if self.of.settings["format"] != "knockout":
            return far
        for number, each in enumerate(self.of.rounds, 1):
            seats = [entrant for table in each["tables"].values() for entrant in table["seats"]]
            far |= dict.fromkeys([*each["byes"], *seats], (number, 0))
        if self.of.rounds and len(self.of.rounds[-1]["tables"]) == 1 and not self.of.rounds[-1]["byes"]:
            for table in self.tables:
                if table["round"] == len(self.of.rounds):
                    far |= {entrant: (table["round"], -place) for entrant, place in table["place"].items()}
        return far

    def rows(self):
        far, many = self.far(), len(self.of.lots) + 1
        order = sorted(self.of.lots, key=lambda each: (self.of.lots[each] or many, int(each[1:])))
        tied = split(order, {each: (far[each], self.points[each]) for each in order})
        broken = {each: [] for each in order}
        for kind in self.of.settings["tie_breaks"]:
            found = []
            for group in tied:
                value = {each: getattr(self, kind)(each, group) for each in group}
                for each in group:
                    broken[each].append(str(value[each]))
                found += split(group, value)
            tied = found
        ahead = 0
        for group in tied:
            for each in group:
                points = str(self.points[each])
                yield {"rank": ahead + 1, "entrant": each, "points": points, "tie_breaks": broken[each]}
            ahead += len(group)


def main(path):
    tournament = Tournament(path)
    rows = list(Standings(tournament).rows())
    for row in rows:
        print(row["rank"], tournament.names[row["entrant"]], row["points"], *row["tie_breaks"], sep="\t")
    if tournament.recorded is None:
        return "the tournament recorded no standings"
    return "as recorded" if rows == tournament.recorded else "NOT as recorded"


if __name__ == "__main__":
    said = main(sys.argv[1])
    print(said)
    sys.exit(said.startswith("NOT"))
