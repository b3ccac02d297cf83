-- Compare and append: all of it or nothing.
--
-- KEYS 1 events   the game's stream
--      2 due      the shard's set of games with work to do
--      3 feed     the shard's outbox
--      4 meta     what listings show of the game
--      5 secret   the game's secret
--      6 idem     the answer to this idempotency key
-- ARGV 1 expected seq: the stream must hold exactly this many events
--      2 game id
--      3 due since, or from the moment on when a clock runs out (ms); '' if nothing is due
--      4 meta (JSON)
--      5 secret, or '' to leave it alone (given with a game's first events only)
--      6 answer to keep under the idempotency key, or '' if there is no key
--      7 seconds to keep it
--      8 chain hash of the latest event as the caller knows it, or '' if there is none
--      9 work that the outbox shall ask for, or '' if there is none or the writer sees to it
--      10.. pairs: event bytes, chain hash
--
-- The hash tells a log of the right length from the right log: after a failover that lost events, others may have
-- been written in their place.
--
-- A game that has a secret but no stream is packed (packed.py): it is at no seq that could be written on.
--
-- Returns the new seq; -1 - the seq now on a conflict; the answer already given, which is no number. Never a table: Redis
-- writes each of those to the socket by itself, and whoever waits for many answers at once is woken for every one.
if ARGV[6] ~= '' then
  local answered = redis.call('GET', KEYS[6])
  if answered then return answered end
end
local seq = redis.call('XLEN', KEYS[1])
if seq ~= tonumber(ARGV[1]) then return -1 - seq end
if seq == 0 and redis.call('EXISTS', KEYS[5]) == 1 then return -1 end
if ARGV[8] ~= '' then
  local latest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  if latest and latest[2][4] ~= ARGV[8] then return -1 - seq end
end
if #ARGV < 10 then return seq end

for i = 10, #ARGV, 2 do
  seq = seq + 1
  redis.call('XADD', KEYS[1], seq .. '-0', 'd', ARGV[i], 'h', ARGV[i + 1])
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[2])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
end
if ARGV[9] == '' then
  redis.call('XADD', KEYS[3], '*', 'g', ARGV[2], 's', seq)
else
  redis.call('XADD', KEYS[3], '*', 'g', ARGV[2], 's', seq, 'w', ARGV[9])
end
redis.call('SET', KEYS[4], ARGV[4])
if ARGV[5] ~= '' then redis.call('SET', KEYS[5], ARGV[5]) end
if ARGV[6] ~= '' then redis.call('SET', KEYS[6], ARGV[6], 'EX', ARGV[7]) end
return seq
