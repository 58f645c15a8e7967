-- Sweep rooms: write the heartbeats of one worker, and return those of all workers, with the versions of the rooms.
-- A heartbeat is the time of a player's last poll. Old heartbeats are forgotten.
-- KEYS: for each room, 1 heartbeats (hash: name -> ms since 1970), 2 room hash (left out if ARGV 4 is 1)
-- ARGV: 1 now (ms), 2 ms after which a name is forgotten, 3 maximum number of names of a room, 4 number of keys
--       for each room: 2, or 1 to exchange only heartbeats; then for each room the number of its heartbeats, and each
--       heartbeat as name and time; a negative time says that at this time a player polled as a page of this name, so
--       it is no watcher
-- Such a name stays in the hash with its negative time. Another worker may still send a heartbeat of this name, which
-- must not bring the name back.
-- Returns the time of Redis (seconds, microseconds), then for each room a list of names and times in turn, also negative
-- ones, and {epoch, version, private} if the room has a second key.
local now, ttl, most, keys_of_room = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local SEATED_MS = 40000 -- so long after a poll of its player, a page is no watcher: `AWAY_MS` of cheat/rooms/presence.py
local function newest_first(a, b) return a[2] > b[2] end

local function exchange(key, first, last)
  local stored, heartbeats, names = redis.call('HGETALL', key), {}, {}
  local changed, forgotten, answer, gone, count = {}, {}, {}, {}, 0
  for i = 1, #stored, 2 do
    local at = tonumber(stored[i + 1])
    if at < 0 then gone[stored[i]] = -at else heartbeats[stored[i]] = at end
  end
  for i = first, last, 2 do
    local name, at = ARGV[i], tonumber(ARGV[i + 1])
    local known = heartbeats[name] or 0
    if at <= 0 then
      heartbeats[name], gone[name] = nil, math.max(-at, gone[name] or 0)
      changed[#changed + 1], changed[#changed + 2] = name, string.format('%.0f', -gone[name])
    elseif (known < at or known > now) and not (gone[name] and gone[name] <= now and at <= gone[name] + SEATED_MS) then
      heartbeats[name], gone[name] = at, nil
      changed[#changed + 1], changed[#changed + 2] = name, ARGV[i + 1]
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
  for name, at in pairs(gone) do
    count = count + 1
    if count > most or math.abs(now - at) >= ttl then
      forgotten[#forgotten + 1] = name
    else
      answer[#answer + 1], answer[#answer + 2] = name, -at
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
