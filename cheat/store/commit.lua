-- Write the next version of a room, if nobody else did. Commit first, announce second.
-- KEYS: 1 room hash, 2 log list
-- ARGV: 1 epoch, 2 version that was read, 3 room JSON, 4 log entry, 5 time to live (ms),
--       6 length of the log, 7 wake-up channel
-- Returns the new version, or 0 if the room is gone or has changed.
local now = redis.call('HMGET', KEYS[1], 'epoch', 'version')
if now[1] ~= ARGV[1] or tonumber(now[2]) ~= tonumber(ARGV[2]) then
  return 0
end
local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HSET', KEYS[1], 'data', ARGV[3])
redis.call('RPUSH', KEYS[2], ARGV[4])
redis.call('LTRIM', KEYS[2], -tonumber(ARGV[6]), -1)
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', ARGV[7],
  '{"epoch":"' .. ARGV[1] .. '","version":' .. version .. ',"entry":' .. ARGV[4] .. ',"data":' .. ARGV[3] .. '}')
return version
