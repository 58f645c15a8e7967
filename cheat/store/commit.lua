-- Write the next public or private version of a room, if no other worker wrote. Commit first, announce second.
-- KEYS: 1 room hash, 2 log list, 3 list of the chunks of the recording; it may be left out if nothing is written to it
-- ARGV: 1 epoch, 2 version and 3 number of private versions since, all as the caller read them, 4 room JSON,
--       5 log entry, empty for a private version, 6 time to live (ms), 7 length of the log, 8 wake-up channel,
--       9 chunk of the recording, empty for none, 10 "1" if the stored chunks belong to another game,
--       11 the command that announces: PUBLISH, or SPUBLISH in a cluster, 12 the end of the announcement: a brace; in
--       a cluster, the name of this server and a brace, so that workers see which server wrote the version
-- Returns the new version of the room, or 0 if the room is gone or has changed. A commit is written even if it
-- cannot be announced: the other workers find it with their next sweep.
local now = redis.call('HMGET', KEYS[1], 'epoch', 'version', 'private')
if now[1] ~= ARGV[1] or tonumber(now[2]) ~= tonumber(ARGV[2])
    or tonumber(now[3] or 0) ~= tonumber(ARGV[3]) then
  return 0
end
local version, private, entry = tonumber(ARGV[2]), tonumber(ARGV[3]) + 1, 'null'
if ARGV[5] ~= '' then
  version, private, entry = version + 1, 0, ARGV[5]
  redis.call('RPUSH', KEYS[2], entry)
  redis.call('LTRIM', KEYS[2], -tonumber(ARGV[7]), -1)
  -- If the new entry is long, drop the oldest entries until the log fits into this limit. The short entries of a log
  -- alone cannot exceed the limit, so without a long new entry, this script need not add up the sizes.
  local max_bytes = 65536
  if #entry * tonumber(ARGV[7]) > max_bytes then
    local entries, bytes = redis.call('LRANGE', KEYS[2], 0, -1), 0
    for at = #entries, 1, -1 do
      bytes = bytes + #entries[at]
      if bytes > max_bytes and at < #entries then
        redis.call('LTRIM', KEYS[2], at - #entries, -1)
        break
      end
    end
  end
end
if ARGV[10] == '1' then redis.call('DEL', KEYS[3]) end
if ARGV[9] ~= '' then redis.call('RPUSH', KEYS[3], ARGV[9]) end
redis.call('HSET', KEYS[1], 'version', version, 'private', private, 'data', ARGV[4])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[6]) end
redis.pcall(ARGV[11], ARGV[8], '{"epoch":"' .. ARGV[1] .. '","version":' .. version ..
  ',"private":' .. private .. ',"entry":' .. entry .. ',"data":' .. ARGV[4] .. ARGV[12])
return version
