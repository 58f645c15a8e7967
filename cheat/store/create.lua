-- Make a room, unless the code is taken.
-- KEYS: 1 room hash, 2 log list
-- ARGV: 1 epoch, 2 room JSON, 3 log entry, 4 time to live (ms)
-- Returns 1, or 0 if a room with this code exists.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'version', 1, 'data', ARGV[2])
redis.call('RPUSH', KEYS[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1
