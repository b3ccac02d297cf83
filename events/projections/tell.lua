-- Tell a player what is new in a game: each thing once, however often and in whatever order this is run.
--
-- KEYS 1 inbox    the player's stream of notices
--      2 told     what the player was last told of each game
--      3 bell     the outbox of the player's shard
-- ARGV 1 player id
--      2 game id
--      3 notices an inbox keeps
--      4 seq of the game that the rest is true for
--      5 notice that the game has started
--      6 id of the player's open decision, or '' if there is none
--      7 notice that it is the player's turn; read only if there is a decision
--      8 notice that the game is finished, or '' while it is not
--      9 notice that a seat is kept for the player, while the game has not started; else ''. Then nothing else is told
--
-- Returns how many notices were new.
local known = redis.call('HGET', KEYS[2], ARGV[2])
local seq, decision = 0, ''
if known then
  seq, decision = string.match(known, '^(%d+):(%d*)$')
  if tonumber(ARGV[4]) <= tonumber(seq) then return 0 end
end

local new = 0
local function tell(notice)
  local number = redis.call('HINCRBY', KEYS[2], '#', 1)
  redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[3], number .. '-0', 'd', notice)
  redis.call('XADD', KEYS[3], '*', 'p', ARGV[1], 'n', number)
  new = new + 1
end

if ARGV[9] ~= '' then
  if not known and redis.call('HSETNX', KEYS[2], 'reserved:' .. ARGV[2], ARGV[4] .. ':') == 1 then tell(ARGV[9]) end
  return new
end
if not known then tell(ARGV[5]) end
if ARGV[6] ~= '' and ARGV[6] ~= decision then tell(ARGV[7]) end
if ARGV[8] ~= '' then tell(ARGV[8]) end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[4] .. ':' .. ARGV[6])
return new
