/** Which view counts as the most asked, and when its name is written. */
import t from 'tap';
import type { StorefrontRequest } from '../../../src/pages/shared/requests.js';
import { AskedViews, KeptAskedView } from '../../../src/server/queries/asked-views.js';
import type { SharedSnapshot, ViewName } from '../../../src/snapshot/index.js';

const UK = { market: 'uk', locale: 'en-GB' };
const SE = { market: 'se', locale: 'sv-SE' };
/** One view for all locales. */
const DE = { market: 'de', locale: '*' };
const snapshot = { manifest: { views: [SE, UK, DE] } } as unknown as SharedSnapshot;

function ask(views: AskedViews, request: ViewName, times: number): void {
  for (let i = 0; i < times; i++) views.add(snapshot, request as StorefrontRequest);
}

t.test('the view of most queries, whatever its locale is called', async t => {
  const views = new AskedViews();
  t.equal(views.most(), undefined);
  ask(views, UK, 2);
  ask(views, { market: 'de', locale: 'de-DE' }, 2);
  ask(views, { market: 'de', locale: 'de-AT' }, 1);
  ask(views, { market: 'uk', locale: 'fr-FR' }, 9);
  t.same(views.most(), DE);
});

t.test('later queries weigh more', async t => {
  const views = new AskedViews();
  ask(views, UK, 8);
  t.same(views.most(), UK);
  ask(views, SE, 5);
  t.same(views.most(), SE);
});

t.test('at the end the name is written, once; a write that fails is logged', async t => {
  const written: ViewName[] = [];
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => warnings.push(text) } as never;
  const keep = async (most: ViewName | undefined, write: (view: ViewName) => Promise<void>) => {
    const kept = new KeptAskedView({ most: () => most, write, log });
    await kept.close();
    await kept.close();
  };
  await keep(undefined, async view => void written.push(view));
  t.same(written, []);
  await keep(UK, async view => void written.push(view));
  t.same(written, [UK]);
  await keep(UK, () => Promise.reject(new Error('no disk')));
  t.equal(warnings.length, 1);
});
