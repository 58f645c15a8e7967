-- Write a published game, with its new document if there is one, if no other worker wrote meanwhile.
-- KEYS: 1 game (hash), 2 revision, 3 changed (sorted set of slugs), 4 document, 5 sizes (hash by id),
--       6 due (sorted set of ids), 7 epoch, 8 networks (hash by id)
-- ARGV: 1 slug, 2 revision that the caller read, 0 for none, 3 game as JSON, 4 id of the document, empty for none,
--       5 its packed bytes, 6 epoch for a list that is still empty, 7 network that publishes, empty if unknown,
--       then a time (ms), and ids of documents that only rooms keep from now on, until that time
-- Returns the new revision, or 0 if another writer was faster.
if tonumber(redis.call('HGET', KEYS[1], 'rev') or 0) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[4] ~= '' then
  redis.call('SET', KEYS[4], ARGV[5])
  redis.call('HSET', KEYS[5], ARGV[4], #ARGV[5])
  redis.call('ZREM', KEYS[6], ARGV[4])
  if ARGV[7] ~= '' then redis.call('HSET', KEYS[8], ARGV[4], ARGV[7]) end
end
for i = 9, #ARGV do
  redis.call('ZADD', KEYS[6], ARGV[8], ARGV[i])
  redis.call('HDEL', KEYS[8], ARGV[i])
end
redis.call('SET', KEYS[7], ARGV[6], 'NX')
local revision = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'rev', revision, 'data', ARGV[3])
redis.call('ZADD', KEYS[3], revision, ARGV[1])
return revision
