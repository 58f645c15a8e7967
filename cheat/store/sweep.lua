-- Sweep rooms: write the heartbeats of one worker, and return those of all workers, with the versions of the rooms.
-- Old heartbeats are forgotten.
-- KEYS: for each room, 1 heartbeats (hash: name -> ms since 1970), 2 room hash; with one key for each, only heartbeats
-- ARGV: 1 now (ms), 2 ms after which a name is forgotten, 3 maximum number of names of a room, 4 keys of a room,
--       then for each room the number of its pairs, and the pairs of name and time; time 0 forgets the name
-- Returns the time of Redis (seconds, microseconds), then for each room a list of names and times in turn, and
-- {epoch, version, private} if its second key is given.
local now, ttl, most, keys_of_room = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local function newest_first(a, b) return a[2] > b[2] end

local function exchange(key, first, last)
  local stored, heartbeats, names = redis.call('HGETALL', key), {}, {}
  local changed, forgotten, answer = {}, {}, {}
  for i = 1, #stored, 2 do heartbeats[stored[i]] = tonumber(stored[i + 1]) end
  for i = first, last, 2 do
    local name, at = ARGV[i], tonumber(ARGV[i + 1])
    local known = heartbeats[name] or 0
    if at == 0 then
      heartbeats[name], forgotten[#forgotten + 1] = nil, name
    elseif known < at or known > now then
      heartbeats[name], changed[#changed + 1], changed[#changed + 2] = at, name, ARGV[i + 1]
    end
  end
  if changed[1] then
    redis.call('HSET', key, unpack(changed))
    redis.call('PEXPIRE', key, ttl)
  end
  for name, at in pairs(heartbeats) do names[#names + 1] = {name, at} end
  if #names > most then table.sort(names, newest_first) end
  for rank, heartbeat in ipairs(names) do
    if rank > most or math.abs(now - heartbeat[2]) >= ttl then
      forgotten[#forgotten + 1] = heartbeat[1]
    else
      answer[#answer + 1], answer[#answer + 2] = heartbeat[1], heartbeat[2]
    end
  end
  if forgotten[1] then redis.call('HDEL', key, unpack(forgotten)) end
  return answer
end

local rooms, at = {0, 0}, 5
for i = 1, #KEYS, keys_of_room do
  local last = at + 2 * tonumber(ARGV[at])
  rooms[#rooms + 1] = exchange(KEYS[i], at + 1, last)
  if keys_of_room == 2 then
    rooms[#rooms + 1] = redis.call('HMGET', KEYS[i + 1], 'epoch', 'version', 'private')
  end
  at = last + 1
end
local time = redis.call('TIME')
rooms[1], rooms[2] = time[1], time[2]
return rooms
