"""A bot for Moothall: plays any title from the legal moves alone. Needs nothing but Python.

python examples/bot.py manaforge http://127.0.0.1:8000               # one game against an AI
python examples/bot.py manaforge http://127.0.0.1:8000 TOURNAMENT    # enters it (an id) and plays its tables
"""

import json
import os
import random
import sys
import urllib.error
import urllib.request

TITLE, BASE, CUP = [*sys.argv[1:], *["manaforge", "http://127.0.0.1:8000", ""][len(sys.argv) - 1 :]]
headers = {"Content-Type": "application/json"}


def call(method, path, body=None, read=json.load):
    """The answer to a request; None if the game has moved on meanwhile (409)."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return read(answer)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            return None
        raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}") from error


def play(game):
    path, played, mine = f"/v1/games/{game['id']}", 0, None
    while game["status"] in ("open", "active"):
        mine = mine or call("GET", f"{path}/moves?wait=30")
        if mine["decision"]:  # our turn: any listed move can be posted as it is, and the answer says what next
            chosen, body = random.choice(mine["moves"]), {"decision": mine["decision"]["id"]}
            if done := call("POST", f"{path}/moves?include=moves", {**body, "move": chosen["move"]}):
                played += 1
                print(f"{mine['seq']:5}  {chosen['text']}")
            mine = done and done["moves"]
        else:
            game, mine = call("GET", path), None
    result = game["result"] or {"ranking": None, "scores": None}
    print(f"{game['status']} after {played} moves: ranking {result['ranking']}, scores {result['scores']}", flush=True)


def play_tournament(notices):
    for notice in (json.loads(line) for line in notices if line.strip()):
        if notice["type"] == "seat_reserved":  # our table is open: sit down and play
            play(call("POST", f"/v1/games/{notice['game']}/seats", {}))
        if notice["type"] == "tournament_finished":
            return


me = {"name": f"Fifty Lines {random.randrange(10**9)}", "kind": "bot"}
headers["Authorization"] = f"Bearer {os.environ.get('MOOTHALL_TOKEN') or call('POST', '/v1/players', me)['token']}"
if CUP:
    call("POST", f"/v1/tournaments/{CUP}/entries", {})
    headers["Accept"] = "application/x-ndjson"
    call("GET", "/v1/me/events?after=0", read=play_tournament)
else:
    seats = [{"kind": "human"}, {"kind": "ai", "level": "random"}]
    play(call("POST", "/v1/games", {"title": TITLE, "seats": seats, "clock": {"per_move_s": 60}}))
