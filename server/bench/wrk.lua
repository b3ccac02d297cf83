-- What wrk sends: each thread has one connection and one lane, a file of requests that are sent in order.
--
-- Arguments: the folder of the lanes (0, 1, ...), the status of a good answer, 1 if a lane begins again at its end.
-- A lane's file holds requests, each after a line with its length.
-- Prints a line per thread: good answers, how many of them came too early at first, bytes of their bodies, and the
-- number of the first unexpected status if there was one; then the microseconds that passed.

local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  requests, at = {}, 1
  answered, waited, received, tries, trouble = 0, 0, 0, 0, 0
  expected, endless = tonumber(args[2]), args[3] == "1"
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
  return requests[at] or requests[#requests]
end

function delay()
  if tries > 0 then return 5 end
  return 0
end

function response(status, headers, body)
  if status ~= expected then
    tries = tries + 1
    if (status ~= 403 and status ~= 409 and status ~= 422) or tries > 2000 then
      trouble = status
      wrk.thread:stop()
    end
    return
  end
  answered = answered + 1
  received = received + #body
  if tries > 0 then waited = waited + 1 end
  tries = 0
  at = at + 1
  if at > #requests then
    if endless then at = 1 else wrk.thread:stop() end
  end
end

function done(summary)
  for _, thread in ipairs(threads) do
    print("lane", thread:get("answered"), thread:get("waited"), thread:get("received"), thread:get("trouble"))
  end
  print("took", summary.duration)
end
