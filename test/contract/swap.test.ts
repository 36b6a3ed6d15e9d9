/**
 * Catalogs replaced under load: not one query fails, each answer is wholly of one catalog, and from the moment an
 * import or a rollback is acknowledged no query is answered from the one before.
 */
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { importLines, rollback, snapshots } from './admin.js';
import { daemon, replaceCatalog } from './shared-daemon.js';
import { editionsOf, groupLines, searchUrl } from './shop.js';

const GROUPS = 40;
const SWAPS = 11;
const CLIENTS = 4;
/** Between two queries of a client, so that they do not keep the processor from the import for good. */
const THINK_MS = 8;
/** One query of this many asks for a compressed answer, as browsers do, which takes as long as the rest of it. */
const COMPRESSED = 4;

/** Lists of several lengths, so that some answers are in the cache and some are computed. */
const QUESTIONS: [q: string, parameters: (n: number) => Record<string, string>][] = [
  ['', () => ({ limit: '40' })],
  ['lamp', () => ({})],
  ['red chair', n => ({ limit: String((n % 30) + 1) })],
  ['', n => ({ sort: 'PRICE_DESCENDING', skip: String(n % 20), limit: String((n % 17) + 5) })],
  ['tabel', n => ({ limit: String((n % 50) + 1) })],
];

t.test('eleven swaps and a rollback under load: no failure, no mixture, nothing old after the reply', async t => {
  await replaceCatalog(groupLines(GROUPS, { edition: 1 }));

  /** Editions in the order in which they were to go live; those before `acknowledged` must not be seen any more. */
  const planned = [1];
  let acknowledged = 0;
  let asked = 0;
  let loading = true;
  const wrong: string[] = [];
  const seen = new Set<number>();

  const ask = async (q: string, parameters: Record<string, string>): Promise<void> => {
    const since = acknowledged;
    const encoding = asked % COMPRESSED === 0 ? 'gzip, br' : 'identity';
    const what = `${q} ${JSON.stringify(parameters)}`;
    try {
      const response = await fetch(searchUrl(daemon.url, q, parameters), { headers: { 'Accept-Encoding': encoding } });
      const page = (await response.json()) as { primaryList?: { productGroups: unknown[] } };
      if (response.status !== 200 || !page.primaryList?.productGroups.length) {
        wrong.push(`${what}: ${response.status} ${JSON.stringify(page).slice(0, 200)}`);
        return;
      }
      const [edition, ...others] = editionsOf(page);
      seen.add(edition!);
      if (others.length > 0) wrong.push(`${what}: a mixture of ${[edition, ...others]}`);
      else if (!planned.slice(since).includes(edition!)) {
        wrong.push(`${what}: ${edition} after ${planned[since]} was acknowledged`);
      }
    } catch (error) {
      wrong.push(`${what}: ${(error as Error).cause ?? error}`);
    }
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (loading) {
      const n = asked++;
      const [q, parameters] = QUESTIONS[n % QUESTIONS.length]!;
      await ask(q, parameters(n));
      await pause(THINK_MS);
    }
  });
  const swap = async (edition: number, start: () => Promise<number>): Promise<void> => {
    planned.push(edition);
    const before = asked;
    t.equal(await start(), 204, `edition ${edition}`);
    acknowledged = planned.length - 1;
    // What this client asks next, in words that were asked before and in new ones.
    await ask('', { limit: '40' });
    await ask('lamp', {});
    await ask('', { limit: String(60 + planned.length) });
    t.ok(asked > before, 'queries went on meanwhile');
  };

  const whole = (edition: number) => () =>
    importLines(daemon, 'PUT', groupLines(GROUPS, { edition })).then(({ status }) => status);
  for (let edition = 2; edition <= SWAPS + 1; edition++) await swap(edition, whole(edition));
  const { live, snapshots: kept } = await snapshots(daemon);
  t.equal(live, kept[0]?.id);
  await swap(SWAPS, () => rollback(daemon, kept[1]!.id));
  await swap(SWAPS + 2, whole(SWAPS + 2));
  loading = false;
  await Promise.all(clients);

  t.same(wrong, []);
  t.same(
    [...seen].sort((a, b) => a - b),
    [...new Set(planned)].sort((a, b) => a - b),
    'every edition was answered from',
  );
  t.ok(asked > SWAPS * CLIENTS, `${asked} queries`);
});
