-- Ask for a job, unless it is known already.
--
-- KEYS 1 job      its hash
--      2 queue    the list it is to wait in
--      3 queues   RQ's set of all queues
-- ARGV 1 job id
--      2 1 to ask for it even if it is known: it has failed, or nobody holds it
--      3.. the hash's fields and values
--
-- Returns 1 if it was asked for, else 0.
if ARGV[2] == '0' and redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('PERSIST', KEYS[1])
redis.call('SADD', KEYS[3], KEYS[2])
redis.call('RPUSH', KEYS[2], ARGV[1])
return 1
