-- Count a game that has begun.
-- KEYS: 1 game (hash), 2 revision, 3 changed (sorted set of slugs)
-- ARGV: 1 slug
-- Returns the number of times that it has been played, or 0 if it is not published.
if redis.call('HEXISTS', KEYS[1], 'rev') == 0 then return 0 end
redis.call('ZADD', KEYS[3], redis.call('INCR', KEYS[2]), ARGV[1])
return redis.call('HINCRBY', KEYS[1], 'plays', 1)
