-- Sends the requests of a file in their order, once or in turn, counts every status, and keeps the answers that carry the
-- request's number back. The file: "1" if they may be repeated or "0", then "<length>\n<bytes>" for each.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  repeatable = file:read("*l") == "1"
  requests = {}
  local length = file:read("*l")
  while length do
    requests[#requests + 1] = file:read(tonumber(length))
    length = file:read("*l")
  end
  file:close()
  sent, exhausted = 0, false
  counts, kept = {}, {}
end

function request()
  sent = sent + 1
  if sent > #requests then
    if repeatable then
      sent = 1
    else
      exhausted = true
      wrk.thread:stop()
      sent = #requests
    end
  end
  return requests[sent]
end

function response(status, headers, body)
  -- What comes after the last new request may be the answer to a repetition.
  if exhausted then return end
  counts[status] = (counts[status] or 0) + 1
  local id = headers["X-Request-Id"] or headers["x-request-id"]
  if id and string.sub(id, 1, 1) == "n" then kept[#kept + 1] = string.sub(id, 2) .. "\t" .. body end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("@summary\t%d\t%d\t%d\t%d\t%d\t%d\n", summary.duration, latency:percentile(50),
    latency:percentile(99), latency:percentile(99.9), latency.max,
    errors.connect + errors.read + errors.write + errors.timeout))
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("counts")) do io.write(string.format("@status\t%s\t%d\n", status, count)) end
    for _, answer in ipairs(thread:get("kept")) do io.write("@sample\t", answer, "\n") end
  end
end
