-- Keep documents or pictures at least until a time. This changes only ids that have a time already: published documents
-- have none, because they stay forever, and deleted documents have none.
-- KEYS: 1 due (sorted set of ids)
-- ARGV: 1 until (ms), then ids
for i = 2, #ARGV do
  local due = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if due and tonumber(due) < tonumber(ARGV[1]) then redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i]) end
end
return 1
