-- Keep a document for rooms, at least until a time. A published document has no time: it stays forever.
-- KEYS: 1 document, 2 sizes (hash by id), 3 due (sorted set of ids), 4 networks (hash by id)
-- ARGV: 1 id, 2 until (ms), 3 packed bytes, empty if the store should have them already, 4 network, empty if unknown
-- Returns 1, or 0 if the document is not stored and the caller sent no bytes.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then
  if ARGV[3] == '' then return 0 end
  redis.call('SET', KEYS[1], ARGV[3])
  redis.call('HSET', KEYS[2], ARGV[1], #ARGV[3])
  redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
  if ARGV[4] ~= '' then redis.call('HSET', KEYS[4], ARGV[1], ARGV[4]) end
end
local due = redis.call('ZSCORE', KEYS[3], ARGV[1])
if due and tonumber(due) < tonumber(ARGV[2]) then redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1]) end
return 1
