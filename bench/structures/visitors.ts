/**
 * A million visitors on disk: how much they take, and what reading one costs a query. Written by batches in an order by
 * chance, as visitors come; each has searched, looked around, and now and then liked, filled a cart and paid.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VisitorReader, VisitorStore } from '../../src/behaviour/visitors/index.js';
import { stream } from '../catalogs/chance.js';
import { whole } from '../harness/markdown.js';

/** @typedef {import('../harness/markdown.js').Row} Row */

const MOST_MB = 500;
const MOST_READ_MICROS = 20;
const BATCH = 2_000;
const READS = 100_000;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 1);
const RESOLUTION = 2 ** 32;

/** @param {string} dir of the store, which is not there yet. @param {number} count @returns {Promise<Row>} */
export async function measureVisitors(dir, count) {
  const options = { dir, visitorDays: 90 };
  const store = new VisitorStore({ ...options, known: () => undefined, warn: (_, message) => console.error(message) });
  const draws = stream('visitors');
  const random = () => draws.below(RESOLUTION) / RESOLUTION;
  const started = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    const batch = [];
    for (let n = from; n < Math.min(count, from + BATCH); n++) batch.push(...activities(n, random));
    store.apply(batch);
  }
  const writeSeconds = (performance.now() - started) / 1000;
  const megabytes = readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).blocks * 512, 0) / 1e6;
  const reader = new VisitorReader(options);
  let remembered = 0;
  const micros = new Float64Array(READS);
  const cpu = process.cpuUsage();
  for (let i = 0; i < READS; i++) {
    const key = customerKey(Math.floor(random() * count));
    // As a query thread does before each batch.
    if (i % 4 === 0) reader.refresh(NOW);
    const before = performance.now();
    const visitor = reader.get('uk', key);
    micros[i] = (performance.now() - before) * 1000;
    remembered += visitor.searches.length + visitor.views.length + visitor.favorites.length + visitor.cart.length;
  }
  const { user, system } = process.cpuUsage(cpu);
  micros.sort();
  const cpuMicros = (user + system) / READS;
  await reader.close();
  await store.close();
  return {
    what: `${whole(count)} visitors`,
    p50: micros[READS >> 1] / 1000,
    p99: micros[Math.floor(READS * 0.99)] / 1000,
    cpuMicros,
    memoryMb: megabytes,
    note: `reading one; MB on disk; ${(remembered / READS).toFixed(1)} things remembered of each; written in ${writeSeconds.toFixed(0)} s`,
    target: `${MOST_READ_MICROS} µs, ${MOST_MB} MB`,
    met: cpuMicros <= MOST_READ_MICROS && megabytes <= MOST_MB,
  };
}

/** A key like a UUID, in an order by chance. */
function customerKey(n) {
  const hex = part => (Math.imul(n + 1, part) >>> 0).toString(16).padStart(8, '0');
  const all = hex(0x9e3779b1) + hex(0x85ebca6b) + hex(0xc2b2ae35) + hex(0x27d4eb2f);
  return `${all.slice(0, 8)}-${all.slice(8, 12)}-${all.slice(12, 16)}-${all.slice(16, 20)}-${all.slice(20)}`;
}

const WORDS = ['red', 'dress', 'summer', 'shoes', 'black', 'jeans', 'jacket', 'wool', 'sneakers', 'linen'];

/** What visitor `n` did in the last month; few do much. */
function* activities(n, random) {
  const few = most => 1 + Math.floor(most * random() ** 3);
  const who = { market: 'uk', customerKey: customerKey(n), sessionKey: 's', userContext: 'PERSONALIZED' };
  const product = () => `product-${100_000 + Math.floor(random() * 100_000)}`;
  let at = NOW - 30 * DAY_MS * random();
  const happening = () => ({ ...who, at: (at += 60_000 * few(30)) });
  for (let i = few(10); i > 0; i--) {
    const q = Array.from({ length: few(3) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
    yield { ...happening(), type: 'search', locale: 'en-GB', q: `${q} ${i}`, totalHits: 9, corrected: false };
  }
  for (let i = few(20); i > 0; i--) yield { ...happening(), type: 'view', productKey: product() };
  if (random() < 0.2)
    for (let i = few(10); i > 0; i--) yield { ...happening(), type: 'add-favorite', productKey: product() };
  if (random() < 0.3) {
    for (let i = few(5); i > 0; i--) {
      const productKey = product();
      yield { ...happening(), type: 'add-to-cart', shown: {}, productKey, variantKey: `${productKey}-${few(6)}` };
    }
  }
  if (random() < 0.1) {
    const productKey = product();
    yield { ...happening(), type: 'payment', lines: [{ quantity: 1, variantKey: `${productKey}-1`, productKey }] };
  }
}
