/**
 * What campaigns have spent and sold follows from the journal: after a crash at any moment, damage to the checkpoint, and an
 * erasure. The report is what a naive reading of the journal adds up to.
 */
import { copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { NotificationRecord } from '../../../src/behaviour/activities/notification.js';
import { CampaignMemory } from '../../../src/behaviour/campaigns/campaign-memory.js';
import { formatReport, isOrdered, type ReportedRow } from '../../../src/behaviour/campaigns/campaign-report.js';
import type { CampaignLedger } from '../../../src/behaviour/campaigns/ledger.js';
import { ledgerFile, peekLedger } from '../../../src/behaviour/campaigns/ledger-file.js';
import { Journal, replay } from '../../../src/behaviour/index.js';
import { draws } from '../../../src/kernel/draws.js';
import { testFolder } from '../../folder.js';
import { AT, cart, ledgerOf, payment, sponsored, terms } from './sponsored-traffic.js';

const CAMPAIGNS = [
  terms('a', { totalMicros: 20_000_000 }),
  terms('b', { cap: 3 }),
  terms('c', { dailyMicros: 3_000_000 }),
];
const ALL = { format: 'json' } as const;
/** Groups of two products. */
const groupOf = (key: string) => `g-${Number(key.slice(2)) >> 1}`;

/** Shoppers of some days, judged by a ledger. */
function traffic(count: number, ledger: CampaignLedger): NotificationRecord[] {
  const draw = draws(16);
  const pick = (n: number) => Math.floor(draw() * n);
  return Array.from({ length: count }, (_, n) => {
    const at = AT + n * 900_000;
    const who = { at, customerKey: `c-${pick(20)}`, product: `p-${pick(8)}`, q: ['boots', '=1+1', 'a,"b"'][pick(3)]! };
    const campaign = ['a', 'b', 'c', 'gone'][pick(4)]!;
    const billing = campaign === 'b' ? 'CPM' : 'CPC';
    const records = [
      () => sponsored('click', campaign, { ...who, billing, position: pick(4) }),
      () => sponsored('ad-impression', campaign, { ...who, billing, position: pick(4) }),
      () => cart(who.customerKey, who.product, at),
      () => payment(who.customerKey, who.product, at, 10 + pick(5)),
    ];
    const record = records[pick(4)]!();
    ledger.judge(record, { groupOf, isBot: pick(10) === 0 });
    return record;
  });
}

async function shop(t: Parameters<typeof testFolder>[0]) {
  const dir = testFolder(t);
  const journalDir = join(dir, 'journal');
  const warnings: string[] = [];
  const open = async () => {
    const files = { dir: join(dir, 'behaviour'), journalDir, attributionDays: 7 };
    return CampaignMemory.open({ ...files, damagedSegment: () => undefined, warn: (_, why) => warnings.push(why) });
  };
  const journal = await Journal.open({
    dir: journalDir,
    segmentBytes: 60_000,
    maxBytes: 1 << 30,
    maxAgeMs: 1e15,
    maxWaiting: 10_000,
    recorded: () => undefined,
    warn: () => undefined,
  });
  t.teardown(() => journal.close());
  return { dir: join(dir, 'behaviour'), journalDir, journal, open, warnings };
}

const report = (memory: CampaignMemory): { rows: ReportedRow[]; invalid: object[] } =>
  JSON.parse(
    formatReport(
      memory.list(() => true),
      ALL,
    ).toString(),
  );

/** The state of a ledger that was restored from the pieces of a memory. */
function restored(memory: CampaignMemory): CampaignLedger {
  const ledger = ledgerOf(...CAMPAIGNS);
  for (const { book, trails } of memory.pieces()) ledger.book.restore(book, trails);
  return ledger;
}

const stateOf = ({ book }: CampaignLedger) => ({ book: book.stored(), trails: [...book.trails.stored()] });

const DAY_MS = 86_400_000;

interface Hit {
  at: number;
  customerKey: string | undefined;
  type: string;
  product: string;
  /** Of the account that is owed. */
  place: (string | undefined)[];
}

/** By campaign, product, phrase, page and day, straight from the records: none of what they say is owed is believed. */
async function naive(dir: string): Promise<Map<string, Record<string, number>>> {
  const sums = new Map<string, Record<string, number>>();
  const add = (key: (string | undefined)[], name: string, value: number) => {
    const row = sums.get(key.join('|')) ?? {};
    row[name] = (row[name] ?? 0) + value;
    sums.set(key.join('|'), row);
  };
  const hits: Hit[] = [];
  /** The last click within seven days on the product or its group, or else the last view within one. */
  const owed = (customerKey: string | undefined, product: string, at: number) => {
    const last = (type: string, maxAgeMs: number) =>
      hits.findLast(
        hit =>
          hit.type === type &&
          hit.customerKey === customerKey &&
          at - hit.at <= maxAgeMs &&
          groupOf(hit.product) === groupOf(product),
      );
    return last('click', 7 * DAY_MS) ?? last('ad-impression', DAY_MS);
  };
  for await (const batch of replay(dir)) {
    for (const { record } of batch) {
      const { at, customerKey, type } = record;
      const day = new Date(at).toISOString().slice(0, 10);
      const isReaction = type === 'click' || type === 'ad-impression';
      if (isReaction && record.verdict && 'invalid' in record.verdict) {
        add([day, record.shown.sponsored!.campaign, record.verdict.invalid], type, 1);
      } else if (isReaction && record.verdict) {
        const { shown, productKey = '' } = record;
        const { campaign, billing, priceMicros } = shown.sponsored!;
        const place = [campaign, productKey, shown.q, shown.pageType];
        hits.push({ at, customerKey, type, product: productKey, place });
        add([day, ...place], type === 'click' ? 'clicks' : 'impressions', 1);
        if (billing === 'CPC' && type === 'click') add([day, ...place], 'spend', priceMicros);
        if (billing === 'CPM' && type === 'ad-impression') add([day, ...place], 'spend', priceMicros / 1000);
      }
      const lines =
        type === 'payment'
          ? record.lines
          : type === 'add-to-cart'
            ? [{ productKey: record.productKey!, quantity: 1, sellingPrice: 0 }]
            : [];
      for (const { productKey, quantity, sellingPrice = 0 } of lines) {
        const hit = owed(customerKey, productKey, at);
        if (!hit) continue;
        const via = hit.type === 'click' ? 'click' : 'view';
        if (type === 'add-to-cart') add([day, ...hit.place], `${via} carts`, 1);
        else {
          add([day, ...hit.place], `${via} sales`, quantity);
          add([day, ...hit.place], `${via} revenue`, quantity * sellingPrice);
        }
      }
    }
  }
  return sums;
}

t.test('the report is what the journal adds up to', async t => {
  const { journal, journalDir, open } = await shop(t);
  await Promise.all(traffic(1500, ledgerOf(...CAMPAIGNS)).map(record => journal.append(record)));
  const memory = await open();
  await memory.follow(journal.size);
  const { rows, invalid } = report(memory);
  const found = new Map<string, Record<string, number>>();
  for (const { day, campaign, product, phrase, page, impressions, clicks, spend, viewThrough, ...clicked } of rows) {
    const sums = {
      impressions,
      clicks,
      spend: Math.round(spend * 1e6),
      'click carts': clicked.addToCarts,
      'click sales': clicked.sales,
      'click revenue': clicked.revenue,
      'view carts': viewThrough.addToCarts,
      'view sales': viewThrough.sales,
      'view revenue': viewThrough.revenue,
    };
    const some = Object.entries(sums).filter(([, value]) => value > 0);
    found.set([day, campaign, product, phrase, page].join('|'), Object.fromEntries(some));
  }
  for (const row of invalid as {
    day: string;
    campaign: string;
    reason: string;
    clicks: number;
    impressions: number;
  }[]) {
    const { day, campaign, reason, clicks, impressions } = row;
    const counts = { ...(clicks && { click: clicks }), ...(impressions && { 'ad-impression': impressions }) };
    found.set([day, campaign, reason].join('|'), counts);
  }
  const expected = await naive(journalDir);
  for (const sums of expected.values()) for (const name in sums) if (sums[name] === 0) delete sums[name];
  t.same(Object.fromEntries(found), Object.fromEntries(expected));
  t.ok(rows.length > 100 && invalid.length > 10);
  const csv = formatReport(memory.list(isOrdered({ ...ALL, campaign: 'a', from: '2026-09-02', to: '2026-09-02' })), {
    format: 'csv',
  }).toString();
  t.ok(
    csv
      .split('\r\n')
      .slice(1, -1)
      .every(line => line.startsWith('2026-09-02,a,')),
  );
  t.match(csv, /,'=1\+1,/, 'no formula of a spreadsheet');
  t.match(csv, /,"a,""b""",/);
});

t.test('neither a crash at any record nor a damaged checkpoint loses or doubles spend', async t => {
  const { dir, journal, open, warnings } = await shop(t);
  const ledger = ledgerOf(...CAMPAIGNS);
  const records = traffic(400, ledger);
  let memory = await open();
  await memory.follow(0);
  for (const [n, record] of records.entries()) {
    memory.take(await journal.append(record), record);
    // The process ends: only what was saved is left, and the journal.
    if (n % 90 === 40) await memory.save();
    if (n % 60 !== 59) continue;
    memory = await open();
    await memory.follow(journal.size);
  }
  t.same(stateOf(restored(memory)), stateOf(ledger));
  await memory.save();
  const whole = report(memory);
  for (const damage of [
    (file: string) => truncateSync(file, 100),
    (file: string) =>
      writeFileSync(
        file,
        readFileSync(file).map((byte, at) => (at === 500 ? byte ^ 1 : byte)),
      ),
  ]) {
    damage(ledgerFile(dir));
    await t.rejects(peekLedger(ledgerFile(dir)), { code: 'behaviour_damaged' });
    const again = await open();
    await again.follow(journal.size);
    t.match(warnings.splice(0), ['the accounts of campaigns cannot be read; they are made again from the journal']);
    t.same(report(again), whole);
    t.same(stateOf(restored(again)), stateOf(ledger));
    t.ok(await peekLedger(ledgerFile(dir)), 'written again');
  }
});

t.test('an erased customer is in no file, and sums stay', async t => {
  const { dir, journal, open } = await shop(t);
  const records = traffic(300, ledgerOf(...CAMPAIGNS));
  const memory = await open();
  await memory.follow(0);
  for (const record of records) memory.take(await journal.append(record), record);
  await memory.save();
  copyFileSync(ledgerFile(dir), `${ledgerFile(dir)}-before`);
  const before = report(memory);
  t.match(readFileSync(ledgerFile(dir), 'utf8'), /"c c-7"/);
  await memory.forget('c-7');
  for (const file of readdirSync(dir)) t.notMatch(readFileSync(join(dir, file), 'utf8'), /c-7"/, file);
  for (const file of [ledgerFile(dir), `${ledgerFile(dir)}-before`]) {
    t.ok(await peekLedger(file), 'a damaged one has another');
  }
  const again = await open();
  await again.follow(journal.size);
  t.same(report(again), before);
});

t.test(
  'what was spent before the journal begins outlives any one file, and where it cannot, the log says so',
  async t => {
    const { dir, journalDir, journal, open, warnings } = await shop(t);
    const records = traffic(600, ledgerOf(...CAMPAIGNS));
    const memory = await open();
    await memory.follow(0);
    for (const record of records) memory.take(await journal.append(record), record);
    await memory.save();
    const whole = report(memory);
    const segments = readdirSync(journalDir).sort();
    t.ok(segments.length > 1);
    const file = ledgerFile(dir);
    const reopened = async () => {
      const again = await open();
      await again.follow(journal.size);
      return report(again);
    };
    rmSync(join(journalDir, segments[0]!));
    for (const damaged of [file, `${file}-before`]) {
      truncateSync(damaged, 100);
      t.same(await reopened(), whole, `${damaged} is damaged`);
      rmSync(damaged);
      t.same(await reopened(), whole, `${damaged} is missing`);
    }
    warnings.splice(0);
    for (const damaged of readdirSync(dir)) truncateSync(join(dir, damaged), 100);
    t.notSame(await reopened(), whole);
    t.match(warnings, [/cannot be read/, /cannot be read/, /is lost$/]);
  },
);

t.test('records behind a journal that is shorter than the checkpoint are billed, also after a crash', async t => {
  const { dir, journal, open, warnings } = await shop(t);
  const records = traffic(60, ledgerOf(...CAMPAIGNS));
  const memory = await open();
  await memory.follow(0);
  for (const [number, record] of records.entries()) memory.take(number, record);
  await memory.save();
  // The journal is that of an older backup.
  for (const record of records.slice(0, 20)) await journal.append(record);
  const restarted = await open();
  await restarted.follow(journal.size);
  t.equal(warnings.length, 1);
  t.equal((await peekLedger(ledgerFile(dir)))?.next, 20);
  for (const record of records.slice(20, 40)) restarted.take(await journal.append(record), record);
  // The process ends here.
  const again = await open();
  await again.follow(journal.size);
  t.same(report(again), report(restarted));
});
