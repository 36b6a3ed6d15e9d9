-- Requests of the comparison for wrk: the paths of a file, one a line, in their order, from the first again behind the
-- last. Its path and that of the file for what was measured stand in the environment.
local requests = {}
local last = 0

function init()
  for path in io.lines(os.getenv('WRK_PATHS')) do
    requests[#requests + 1] = wrk.format('GET', path)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

-- Times in microseconds. Of the failed, those with another status than 2xx or 3xx have been answered.
function done(summary, latency)
  local errors = summary.errors
  local out = io.open(os.getenv('WRK_MEASURED'), 'w')
  out:write(string.format(
    '{"requests":%d,"micros":%d,"bytes":%d,"refused":%d,"lost":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)
  ))
  out:close()
end
