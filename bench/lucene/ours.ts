/**
 * Our side: one query thread in a process of its own, which answers with complete responses and keeps nothing from
 * earlier ones. `node ours.mjs DATA_DIR FOLDER` reads commands from standard input as Yardstick.java does:
 * `totals COUNT` and `measure KIND SECONDS [MOST]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Latencies } from '../harness/load-generator.js';
import { FACETS } from './documents.js';
import { openSnapshot, pagesOf, parsed } from './shop.js';

const [, , dataDir, folder] = process.argv;
const snapshot = await openSnapshot(dataDir);
const withFacets = pagesOf(snapshot, FACETS);
const withoutFacets = pagesOf(snapshot, []);

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...given] = line.split(' ');
  const reply =
    command === 'totals' ? totals(Number(given[0])) : measure(given[0], Number(given[1]), Number(given[2] ?? Infinity));
  console.log(JSON.stringify(reply));
}
withFacets.close();
withoutFacets.close();

function requestsOf(kind) {
  const lines = readFileSync(join(folder, `requests-${kind}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  const query = kind === 'prefix' ? 'autocomplete' : 'search-page';
  return lines.map(line => parsed(query, line.split('\t')[3]));
}

function totals(count) {
  const answers = requestsOf('page').slice(0, count);
  return { totals: answers.map(request => withFacets.answer(request, Date.now()).totalHits) };
}

function measure(kind, seconds, most) {
  const requests = requestsOf(kind);
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
  const used = process.cpuUsage(cpu);
  return {
    perSecond: count / ((now - started) / 1000),
    cpuMicros: (used.user + used.system) / count,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    bytes: bytes / count,
  };
}
