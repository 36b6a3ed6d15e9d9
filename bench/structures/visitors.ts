/**
 * A million visitors on disk: how much they take, and what reading one costs a query. Written by batches in an order by
 * chance, as visitors come; each has searched, looked around, and now and then liked, filled a cart and paid.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Activity } from '../../src/behaviour/activities/activity.js';
import type { ActivityContext, Shown } from '../../src/behaviour/activities/notification.js';
import { VisitorReader, VisitorStore } from '../../src/behaviour/visitors/index.js';
import { fraction, stream } from '../catalogs/chance.js';
import { quantile } from '../harness/figures.js';
import type { Row } from '../publishing/results.js';

const BATCH = 2_000;
const READS = 100_000;
/** A query thread refreshes its reader before each batch, here of so many queries. */
const READS_A_REFRESH = 4;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 1);
const VISITOR_DAYS = 90;
const MARKET = 'uk';
const LOCALE = 'en-GB';
/** Of `statSync().blocks`. */
const BLOCK_BYTES = 512;

/** Draws numbers of [0, 1). */
type Random = () => number;

/**
 * @param dir of the store, which is not there yet
 * @param count of visitors
 */
export async function measureVisitors(dir: string, count: number): Promise<Row> {
  const draws = stream('visitors');
  const random = () => fraction(draws);
  const writeSeconds = await writeVisitors(dir, count, random);
  const megabytes =
    readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).blocks * BLOCK_BYTES, 0) / 1e6;
  const { micros, cpuMicros, remembered } = await readVisitors(dir, count, random);
  const turn = {
    p50: quantile(micros, 0.5) / 1000,
    p99: quantile(micros, 0.99) / 1000,
    cpuMicros,
    diskMb: megabytes,
    remembered,
    seconds: writeSeconds,
  };
  return { measurement: 'visitors', catalog: { name: 'visitors', count }, turns: [turn] };
}

/** @returns seconds */
async function writeVisitors(dir: string, count: number, random: Random): Promise<number> {
  const warn = (_facts: object, message: string) => console.error(message);
  const store = new VisitorStore({
    dir,
    mostVisitors: Number.MAX_SAFE_INTEGER,
    visitorDays: VISITOR_DAYS,
    known: () => undefined,
    warn,
  });
  const started = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    const batch: Activity[] = [];
    for (let n = from; n < Math.min(count, from + BATCH); n++) batch.push(...activities(n, random));
    store.apply(batch);
  }
  const seconds = (performance.now() - started) / 1000;
  await store.close();
  return seconds;
}

/** @returns microseconds of each read, ascending; CPU of one; how much was remembered of one on average */
async function readVisitors(dir: string, count: number, random: Random) {
  const reader = new VisitorReader({ dir, visitorDays: VISITOR_DAYS });
  let remembered = 0;
  const micros = new Float64Array(READS);
  const cpu = process.cpuUsage();
  for (let i = 0; i < READS; i++) {
    const key = customerKey(Math.floor(random() * count));
    if (i % READS_A_REFRESH === 0) reader.refresh(NOW);
    const before = performance.now();
    const visitor = reader.get(MARKET, key);
    micros[i] = (performance.now() - before) * 1000;
    if (visitor === undefined) throw new Error(`nothing is remembered of ${key}`);
    remembered += visitor.searches.length + visitor.views.length + visitor.favorites.length + visitor.cart.length;
  }
  const { user, system } = process.cpuUsage(cpu);
  await reader.close();
  return { micros: micros.sort(), cpuMicros: (user + system) / READS, remembered: remembered / READS };
}

/** A key like a UUID, in an order by chance. */
function customerKey(n: number): string {
  const hex = (part: number) => (Math.imul(n + 1, part) >>> 0).toString(16).padStart(8, '0');
  const all = hex(0x9e3779b1) + hex(0x85ebca6b) + hex(0xc2b2ae35) + hex(0x27d4eb2f);
  return `${all.slice(0, 8)}-${all.slice(8, 12)}-${all.slice(12, 16)}-${all.slice(16, 20)}-${all.slice(20)}`;
}

const WORDS = ['red', 'dress', 'summer', 'shoes', 'black', 'jeans', 'jacket', 'wool', 'sneakers', 'linen'];
/** Where carts are filled from. */
const SHOWN: Omit<Shown, 'minute'> = {
  kind: 'variant',
  locale: LOCALE,
  pageType: 'PRODUCT',
  pageReference: '',
  list: 'primary',
  q: '',
  position: 0,
  generation: 1,
};

/** What visitor `n` did in the last month; few do much. */
function* activities(n: number, random: Random): Generator<Activity> {
  const few = (most: number) => 1 + Math.floor(most * random() ** 3);
  const visitor = {
    market: MARKET,
    customerKey: customerKey(n),
    sessionKey: 's',
    userContext: 'PERSONALIZED',
  } as const;
  const product = () => `product-${100_000 + Math.floor(random() * 100_000)}`;
  let at = NOW - 30 * DAY_MS * random();
  const happening = (): ActivityContext => ({ ...visitor, at: (at += 60_000 * few(30)) });
  for (let i = few(10); i > 0; i--) {
    const q = Array.from({ length: few(3) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
    yield { ...happening(), type: 'search', locale: LOCALE, q: `${q} ${i}`, totalHits: 9, corrected: false };
  }
  for (let i = few(20); i > 0; i--) yield { ...happening(), type: 'view', productKey: product() };
  if (random() < 0.2) {
    for (let i = few(10); i > 0; i--) yield { ...happening(), type: 'add-favorite', productKey: product() };
  }
  if (random() < 0.3) {
    for (let i = few(5); i > 0; i--) {
      const productKey = product();
      const shown = { ...SHOWN, minute: Math.floor(at / 60_000) };
      yield { ...happening(), type: 'add-to-cart', shown, productKey, variantKey: `${productKey}-${few(6)}` };
    }
  }
  if (random() < 0.1) {
    const productKey = product();
    yield { ...happening(), type: 'payment', lines: [{ quantity: 1, variantKey: `${productKey}-1`, productKey }] };
  }
}
