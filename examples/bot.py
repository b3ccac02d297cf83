"""A bot for Moothall: plays any title from the legal moves alone. Needs nothing but Python.

python examples/bot.py manaforge http://127.0.0.1:8000
"""

import json
import random
import sys
import urllib.error
import urllib.request

TITLE, BASE = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000"
headers = {"Content-Type": "application/json"}


def call(method, path, body=None, have=None):
    """The answer to a request; None if there is no news (304) or the game has moved on meanwhile (409)."""
    extra = {} if have is None else {"If-None-Match": f'"{have}"'}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, {**headers, **extra}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (304, 409):
            return None
        raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}") from error


token = call("POST", "/v1/players", {"name": "Forty Lines", "kind": "bot"})["token"]
headers["Authorization"] = f"Bearer {token}"
seats = [{"kind": "human"}, {"kind": "ai", "level": "random"}]
game = call("POST", "/v1/games", {"title": TITLE, "seats": seats, "clock": {"per_move_s": 60}})
path, played = f"/v1/games/{game['id']}", 0

while game["status"] == "active":
    mine = call("GET", f"{path}/moves")
    if mine["decision"]:  # it is our turn: any of the listed moves can be posted as it is
        chosen = random.choice(mine["moves"])
        if call("POST", f"{path}/moves", {"move": chosen["move"], "decision": mine["decision"]["id"]}):
            played += 1
            print(f"{mine['seq']:5}  {chosen['text']}")
    game = call("GET", f"{path}?wait=30", have=mine["seq"]) or game

print(f"{game['status']} after {played} moves: ranking {game['result']['ranking']}, scores {game['result']['scores']}")
