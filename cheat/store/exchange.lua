-- Tell who was heard of when, and learn it of all; forget who was not heard of for long.
-- KEYS: 1 heartbeats (hash: name -> ms since 1970)
-- ARGV: 1 now (ms), 2 ms after which a name is forgotten, 3 most names, then pairs of name and time;
--       time 0 forgets the name
-- Returns names and times in turn, the newest first.
for i = 4, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or 0)
  if ARGV[i + 1] == '0' then
    redis.call('HDEL', KEYS[1], ARGV[i])
  elseif known < tonumber(ARGV[i + 1]) or known > tonumber(ARGV[1]) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
local all, names, answer = redis.call('HGETALL', KEYS[1]), {}, {}
for i = 1, #all, 2 do names[#names + 1] = {all[i], all[i + 1]} end
table.sort(names, function(a, b) return tonumber(a[2]) > tonumber(b[2]) end)
for place, one in ipairs(names) do
  if place > tonumber(ARGV[3]) or math.abs(ARGV[1] - one[2]) >= tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], one[1])
  else
    answer[#answer + 1], answer[#answer + 2] = one[1], one[2]
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return answer
