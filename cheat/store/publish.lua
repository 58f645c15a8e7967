-- Write a published game, with its new document if there is one, if no other worker wrote meanwhile.
-- KEYS: 1 game (hash), 2 revision, 3 changed (sorted set of slugs), 4 document, 5 sizes (hash by id),
--       6 due (sorted set of ids), 7 epoch, 8 networks (hash by id), then the holders of each picture (sets of slugs)
-- ARGV: 1 slug, 2 revision that the caller read, 0 for none, 3 game as JSON, 4 id of the document, empty for none,
--       5 its packed bytes, 6 epoch for a list that is still empty, 7 network that publishes, empty if unknown,
--       8 a time (ms), 9 the number of pictures, then their names in the order of the keys, then ids of documents that
--       are no longer published
-- With a new document, the game has these pictures from now on. Without a new document, it no longer has them.
-- Documents that are no longer published, and pictures that no game has, stay until the given time.
-- Returns the new revision, or 0 if another writer was faster.
if tonumber(redis.call('HGET', KEYS[1], 'rev') or 0) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[4] ~= '' then
  redis.call('SET', KEYS[4], ARGV[5])
  redis.call('HSET', KEYS[5], ARGV[4], #ARGV[5])
  redis.call('ZREM', KEYS[6], ARGV[4])
  if ARGV[7] ~= '' then redis.call('HSET', KEYS[8], ARGV[4], ARGV[7]) end
end
local pictures = tonumber(ARGV[9])
for i = 1, pictures do
  local picture, holders = ARGV[9 + i], KEYS[8 + i]
  if ARGV[4] == '' then
    if redis.call('SREM', holders, ARGV[1]) == 1 and redis.call('SCARD', holders) == 0 then
      redis.call('ZADD', KEYS[6], ARGV[8], picture)
      redis.call('HDEL', KEYS[8], picture)
    end
  elseif redis.call('HEXISTS', KEYS[5], picture) == 1 then
    if ARGV[7] ~= '' and redis.call('SCARD', holders) == 0 then redis.call('HSET', KEYS[8], picture, ARGV[7]) end
    redis.call('SADD', holders, ARGV[1])
    redis.call('ZREM', KEYS[6], picture)
  end
end
for i = 10 + pictures, #ARGV do
  redis.call('ZADD', KEYS[6], ARGV[8], ARGV[i])
  redis.call('HDEL', KEYS[8], ARGV[i])
end
redis.call('SET', KEYS[7], ARGV[6], 'NX')
local revision = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'rev', revision, 'data', ARGV[3])
redis.call('ZADD', KEYS[3], revision, ARGV[1])
return revision
