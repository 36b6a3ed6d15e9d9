/**
 * Our side: one query thread in a process of its own, which answers with complete responses and keeps nothing from
 * earlier ones. `node ours.js DATA_DIR FOLDER` reads commands from standard input as Yardstick.java does:
 * `totals COUNT` and `measure KIND SECONDS [MOST]`.
 */
import { createInterface } from 'node:readline';
import { Latencies } from '../harness/latencies.js';
import { openAnnounced } from '../harness/own-pages.js';
import { FACETS } from './fields.js';
import { KIND_NAMES, type Kind, readRequests } from './requests.js';
import { pagesWith } from './shop.js';
import type { Measured, Totals } from './turn.js';

const [, , dataDir, folder] = process.argv;
const snapshot = await openAnnounced(dataDir);
const withFacets = pagesWith(FACETS, snapshot);
const withoutFacets = pagesWith([], snapshot);

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(reply(line)));
}
withFacets.close();
withoutFacets.close();

function reply(line: string): Totals | Measured {
  const [command, first, second, third] = line.split(' ');
  if (command === 'totals') return totals(Number(first));
  const kind = KIND_NAMES.find(name => name === first);
  if (command === 'measure' && kind) return measure(kind, Number(second), Number(third ?? Infinity));
  throw new Error(`found "${line}", expected totals COUNT or measure KIND SECONDS [MOST]`);
}

function totals(count: number): Totals {
  const requests = readRequests(folder, 'page').slice(0, count);
  return { totals: requests.map(request => withFacets.answer(request, Date.now()).totalHits) };
}

/** Answers for some seconds, or so many requests at most. */
function measure(kind: Kind, seconds: number, most: number): Measured {
  const requests = readRequests(folder, kind);
  const pages = kind === 'page' ? withFacets : withoutFacets;
  const latencies = new Latencies();
  const cpu = process.cpuUsage();
  const started = performance.now();
  let [bytes, now] = [0, started];
  for (let i = 0; i < most && now - started < seconds * 1000; i++) {
    bytes += pages.answer(requests[i % requests.length], Date.now()).body.length;
    const after = performance.now();
    latencies.add(after - now);
    now = after;
  }
  const { count } = latencies;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: count / ((now - started) / 1000),
    cpuMicros: (user + system) / count,
    ...latencies.quantiles(),
    bytes: bytes / count,
  };
}
