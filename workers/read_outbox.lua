-- What is new in the outboxes, as one answer: Redis writes what it reads from many streams piece by piece, and whoever
-- waits for it is woken for each.
--
-- KEYS the outboxes
-- ARGV 1  entries of each at most
--      2.. for each outbox the id of the latest entry that is known
--
-- Returns, packed (msgpack), pairs of an outbox and its entries, each an id and its fields in a row; '' if there are
-- none.
local asked = {'XREAD', 'COUNT', ARGV[1], 'STREAMS'}
for _, outbox in ipairs(KEYS) do asked[#asked + 1] = outbox end
for i = 2, #ARGV do asked[#asked + 1] = ARGV[i] end
local found = redis.call(unpack(asked))
return found and cmsgpack.pack(found) or ''
