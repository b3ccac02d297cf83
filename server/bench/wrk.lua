-- What wrk sends: each thread has one connection and one lane, a file of requests that are sent in order.
--
-- Arguments: the folder of the lanes (0, 1, ...), the status of a good answer, 1 if a lane begins again at its end, the
-- seconds at the beginning that do not count.
-- A lane's file holds requests, each after a line with its length.
-- Prints a line per thread: all good answers; of those that count how many there were, how many came too early at first,
-- bytes of their bodies, the seconds until the last of them; and the number of the first unexpected status if there was
-- one. Every thread has a time of its own: wrk starts one after the other, and ends each some time after it is told to.

local ffi = require("ffi")
ffi.cdef("struct moment { long s; long us; }; int gettimeofday(struct moment *now, void *zone);")
local moment = ffi.new("struct moment")
local threads = {}

local function now()
  ffi.C.gettimeofday(moment, nil)
  return tonumber(moment.s) + tonumber(moment.us) / 1e6
end

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  requests, at = {}, 1
  done_with, answered, waited, received, seconds, tries, trouble = 0, 0, 0, 0, 0, 0, 0
  expected, endless, warm = tonumber(args[2]), args[3] == "1", tonumber(args[4])
  local file = io.open(args[1] .. "/" .. number, "rb")
  local length = file:read("*n")
  while length do
    file:read(1)
    table.insert(requests, file:read(length))
    length = file:read("*n")
  end
  file:close()
end

function request()
  counts_from = counts_from or now() + warm
  return requests[at] or requests[#requests]
end

function delay()
  if tries > 0 then return math.min(5 * 2 ^ (tries - 1), 320) end
  return 0
end

function response(status, headers, body)
  if status ~= expected then
    tries = tries + 1
    if (status ~= 403 and status ~= 409 and status ~= 422) or tries > 200 then
      trouble = status
      wrk.thread:stop()
    end
    return
  end
  done_with = done_with + 1
  local passed = now() - counts_from
  if passed > 0 then
    answered, seconds = answered + 1, passed
    received = received + #body
    if tries > 0 then waited = waited + 1 end
  end
  tries = 0
  at = at + 1
  if at > #requests then
    if endless then at = 1 else wrk.thread:stop() end
  end
end

function done()
  for _, thread in ipairs(threads) do
    local counted = {}
    for _, name in ipairs({ "done_with", "answered", "waited", "received", "seconds", "trouble" }) do
      table.insert(counted, thread:get(name))
    end
    print("lane", unpack(counted))
  end
end
