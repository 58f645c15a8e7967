-- Forget a document that is not published, and that no room needs any more.
-- KEYS: 1 document, 2 sizes (hash by id), 3 due (sorted set of ids), 4 networks (hash by id)
-- ARGV: 1 id, 2 a time (ms): the document stays if it has to be kept until a later time
-- Returns 1 if the document has been dropped, else 0.
local due = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
return 1
