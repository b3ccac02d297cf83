#!/usr/bin/env bash
# A tour of Moothall with curl and sed: two people and a clock, a pause, a move and its undo, a refusal, a resignation.
#
#   examples/tour.sh [TITLE] [BASE]
set -euo pipefail

TITLE=${1:-manaforge}
BASE=${2:-http://127.0.0.1:8000}

say() { printf '\n== %s\n' "$*"; }
ask() { # ask METHOD PATH TOKEN [BODY]: the answer, problems included
  local body=()
  [ $# -gt 3 ] && body=(-H 'Content-Type: application/json' -d "$4")
  curl -sS -X "$1" "$BASE$2" -H "Authorization: Bearer $3" "${body[@]}"
}
field() { sed -nE "s/.*\"$1\":\"?([^\",}]+).*/\1/p"; } # the last field of that name
first() { sed -nE 's/^\{"id":"([^"]+)".*/\1/p'; }

say "Two players register; each token is shown once"
register() { curl -sS "$BASE/v1/players" -H 'Content-Type: application/json' -d "{\"name\":\"$1\"}" | field token; }
ADA=$(register "Ada $RANDOM$RANDOM") # no two players have the same name
BEN=$(register "Ben $RANDOM$RANDOM")
echo "Ada and Ben have their tokens"

say "Ada creates a game of $TITLE with ten minutes each and five seconds per move; Ben joins, and it starts"
GAME=/v1/games/$(ask POST /v1/games "$ADA" "{\"title\": \"$TITLE\", \"seats\": [{\"kind\": \"human\"}, {\"kind\": \"human\"}],
  \"clock\": {\"bank_s\": 600, \"increment_s\": 5, \"on_timeout\": \"forfeit\"}}" | first)
ask POST "$GAME/seats" "$BEN" '{"entropy": "a handful of my own luck"}' | grep -o '"awaiting":{[^}]*}[^}]*}'

say "Whoever is asked looks at the legal moves, each ready to be posted, and plays the first"
asked() { ask GET "$GAME/moves?limit=1" "$1" | grep -q '"decision":{'; }
if asked "$ADA"; then ME=$ADA; else ME=$BEN; fi
ask GET "$GAME/moves?limit=3" "$ME"; echo
MOVE=$(ask GET "$GAME/moves?limit=1" "$ME" | sed -nE 's/.*"moves":\[\{"move":(.*),"text":.*/\1/p')
ask POST "$GAME/moves?dry_run=true" "$ME" "{\"move\": $MOVE}"; echo
ask POST "$GAME/moves" "$ME" "{\"move\": $MOVE}"; echo

say "What nobody has built on can be taken back; otherwise the answer names the rule"
ask POST "$GAME/undo" "$ME" '{}'; echo

say "Both ask for a pause: the clocks stand. Nobody can move now. Then both ask to go on"
ask POST "$GAME/pause" "$ADA" > /dev/null
ask POST "$GAME/pause" "$BEN" | grep -o 'All agree[^"]*'
ask POST "$GAME/moves" "$ME" "{\"move\": $MOVE}"; echo
ask POST "$GAME/resume" "$ADA" > /dev/null
ask POST "$GAME/resume" "$BEN" | grep -o 'All agree[^"]*'

say "A bad field is refused by its path"
ask POST /v1/games "$ADA" "{\"title\": \"$TITLE\", \"seats\": [{\"kind\": \"human\"}], \"clock\": {\"per_move_s\": 0}}"; echo

say "Ben resigns, an AI plays on in his seat; a spectator needs no token and sees what all may see"
ask POST "$GAME/resign" "$BEN" '{}' | grep -o 'Seat [0-9] resigns[^"]*'
curl -sS "$BASE$GAME/events?after=2" | grep -o '"text":\["[^]]*\]'
curl -sS "$BASE$GAME/scores"; echo
