-- Write the heartbeats of one worker, and return those of all workers. Old heartbeats are forgotten.
-- KEYS: 1 heartbeats (hash: name -> ms since 1970)
-- ARGV: 1 now (ms), 2 ms after which a name is forgotten, 3 maximum number of names, then pairs of name and time;
--       time 0 forgets the name
-- Returns names and times in turn, newest first.
local now, stored, heartbeats, names = tonumber(ARGV[1]), redis.call('HGETALL', KEYS[1]), {}, {}
local changed, forgotten, answer = {}, {}, {}
for i = 1, #stored, 2 do heartbeats[stored[i]] = stored[i + 1] end
for i = 4, #ARGV, 2 do
  local name, at = ARGV[i], tonumber(heartbeats[ARGV[i]] or 0)
  if ARGV[i + 1] == '0' then
    heartbeats[name], forgotten[#forgotten + 1] = nil, name
  elseif at < tonumber(ARGV[i + 1]) or at > now then
    heartbeats[name], changed[#changed + 1], changed[#changed + 2] = ARGV[i + 1], name, ARGV[i + 1]
  end
end
if changed[1] then
  redis.call('HSET', KEYS[1], unpack(changed))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
for name, at in pairs(heartbeats) do names[#names + 1] = {name, at} end
table.sort(names, function(a, b) return tonumber(a[2]) > tonumber(b[2]) end)
for rank, heartbeat in ipairs(names) do
  if rank > tonumber(ARGV[3]) or math.abs(now - heartbeat[2]) >= tonumber(ARGV[2]) then
    forgotten[#forgotten + 1] = heartbeat[1]
  else
    answer[#answer + 1], answer[#answer + 2] = heartbeat[1], heartbeat[2]
  end
end
if forgotten[1] then redis.call('HDEL', KEYS[1], unpack(forgotten)) end
return answer
