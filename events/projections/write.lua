-- Write to the ratings of a title if they are still what they were when they were read: all of it or nothing.
--
-- KEYS 1 live     the generation that people read; none is generation 0
--      2 state    of the generation that is written to
--      3..        every other key that the commands write
-- ARGV 1 the generation that must be live
--      2 the version that the state must have
--      3 the commands, as a msgpack list of lists of words
--
-- Returns 1, or 0 if somebody else was faster.
if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then return 0 end
if (redis.call('HGET', KEYS[2], 'version') or '0') ~= ARGV[2] then return 0 end
for _, words in ipairs(cmsgpack.unpack(ARGV[3])) do redis.call(unpack(words)) end
redis.call('HINCRBY', KEYS[2], 'version', 1)
return 1
