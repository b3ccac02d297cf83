-- Tell a player something, once, however often this is run.
--
-- KEYS 1 inbox    the player's stream of notices
--      2 told     what the player was told
--      3 bell     the outbox of the player's shard
-- ARGV 1 player id
--      2 notices an inbox keeps
--      3 what it is about: the field of `told` that says that it was told
--      4 what stands there then
--      5 the notice
--
-- Returns how many notices were new.
if redis.call('HSETNX', KEYS[2], ARGV[3], ARGV[4]) == 0 then return 0 end
local number = redis.call('HINCRBY', KEYS[2], '#', 1)
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], number .. '-0', 'd', ARGV[5])
redis.call('XADD', KEYS[3], '*', 'p', ARGV[1], 'n', number)
return 1
