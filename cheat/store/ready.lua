-- Test everything that a commit needs: a script, a write, a read, an announcement.
-- As in a commit, a failing announcement does not stop the write.
-- KEYS: a key of this server. ARGV: now, how long to keep it (ms), PUBLISH or SPUBLISH.
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.pcall(ARGV[3], KEYS[1], '')
return redis.call('GET', KEYS[1])
