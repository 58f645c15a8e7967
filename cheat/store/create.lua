-- Make a room, unless the code is taken.
-- KEYS: 1 room hash, 2 log list, 3 list of the chunks (packed parts) of the recording
-- ARGV: 1 epoch, 2 room JSON, 3 log entry, 4 time to live (ms), 5 chunk of the recording, empty for none
-- Returns 1, or 0 if a room with this code exists. The write that needs most memory comes first, because Redis checks
-- only before the first write of a script whether it has enough memory.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'version', 1, 'data', ARGV[2])
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('RPUSH', KEYS[2], ARGV[3])
if ARGV[5] ~= '' then redis.call('RPUSH', KEYS[3], ARGV[5]) end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[4]) end
return 1
