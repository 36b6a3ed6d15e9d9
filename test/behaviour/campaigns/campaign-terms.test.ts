/** What the ledger takes over of campaigns. */
import t from 'tap';
import { allTerms } from '../../../src/behaviour/campaigns/campaign-terms.js';
import type { Campaign } from '../../../src/catalog/site/campaign-document.js';
import type { Site } from '../../../src/index/site.js';

const PLAIN: Campaign = {
  name: 'Plain',
  advertiser: { id: 'b', name: 'B' },
  markets: ['uk'],
  bid: { type: 'CPM', amount: 2, currency: 'GBP' },
  budget: { total: 50, daily: 0.07 },
};

t.test('amounts are micros; of a time zone that is not known here, days are those of UTC', async t => {
  const campaigns = { far: { ...PLAIN, timeZone: 'Mars/Olympus' }, near: { ...PLAIN, timeZone: 'Europe/Stockholm' } };
  const entries = Object.entries(campaigns).map(([id, record]) => ({ key: `campaign|${id}`, record }));
  const unknown: string[] = [];
  const terms = allTerms({ all: () => entries } as unknown as Site, zone => unknown.push(zone));
  const amounts = { totalMicros: 50_000_000, dailyMicros: 70_000, mostMicros: 2000, isEven: true };
  t.same(terms.campaigns, [
    { id: 'far', zone: 'UTC', ...amounts },
    { id: 'near', zone: 'Europe/Stockholm', ...amounts },
  ]);
  t.same(unknown, ['Mars/Olympus']);
});
