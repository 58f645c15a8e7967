-- Forget a document that no list and no room keeps.
-- KEYS: 1 document, 2 sizes (hash by id), 3 due (sorted set of ids), 4 networks (hash by id)
-- ARGV: 1 id, 2 it is dropped if it was kept until then (ms) at most
-- Returns 1 if it is gone.
local due = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
return 1
