-- Put a game back, whole or behind what is there of it: all of it or nothing.
--
-- KEYS 1 events   2 packed   3 secret   4 meta   5 due   6 feed   7 over   8 snapshot   9 past
-- ARGV 1 game id
--      2 secret
--      3 how many of its events are there
--      4 the chain hash there; not looked at if there are none
--      5 how many there will be
--      6 meta (JSON)
--      7 due since (ms), or '' if nothing is
--      8 over since (ms), or '' if it is not to be packed
--      9 1 if the pairs are the fields of a packed log, 0 if they are events
--      10.. pairs: field and value, or event bytes and chain hash
--
-- Returns 1, or 0 if the game is not as the caller found it.
local seq = redis.call('XLEN', KEYS[1])
if seq ~= tonumber(ARGV[3]) or redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
if seq == 0 then
  redis.call('DEL', KEYS[8], KEYS[9])
else
  if redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][2][4] ~= ARGV[4] then return 0 end
  if redis.call('GET', KEYS[3]) ~= ARGV[2] then return 0 end
end
for i = 10, #ARGV, 2 do
  if ARGV[9] == '1' then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  else
    seq = seq + 1
    redis.call('XADD', KEYS[1], seq .. '-0', 'd', ARGV[i], 'h', ARGV[i + 1])
  end
end
redis.call('SET', KEYS[3], ARGV[2])
redis.call('SET', KEYS[4], ARGV[6])
if ARGV[7] == '' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[7], ARGV[1])
end
if ARGV[8] ~= '' then redis.call('ZADD', KEYS[7], ARGV[8], ARGV[1]) end
redis.call('XADD', KEYS[6], '*', 'g', ARGV[1], 's', ARGV[5])
return 1
