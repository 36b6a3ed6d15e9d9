/** Accounts of campaigns stay within a number of rows, with whole sums, and the details of the newest days. */
import t from 'tap';
import { CampaignAccounts, OTHERS } from '../../../src/behaviour/campaigns/campaign-accounts.js';
import { AT, ledgerOf, SHOPPER, sponsored, terms } from './sponsored-traffic.js';

const DAY_MS = 86_400_000;

t.test('details of the oldest days are counted together where there are too many rows', async t => {
  const ledger = ledgerOf(terms('a', { mostMicros: 10_000 }), terms('b', { mostMicros: 10_000 }));
  const accounts = new CampaignAccounts(100);
  const expected = new Map<string, number>();
  let clicks = 0;
  const click = (day: number, campaign: string, product: string, q: string) => {
    const who = { customerKey: `c-${clicks++}`, at: AT + day * DAY_MS };
    const record = sponsored('click', campaign, { ...who, product, q, priceMicros: 10_000 });
    ledger.judge(record, SHOPPER);
    accounts.apply(record);
    const name = `${new Date(who.at).toISOString().slice(0, 10)} ${campaign}`;
    expected.set(name, (expected.get(name) ?? 0) + 10_000);
  };
  for (let day = 0; day < 10; day++) {
    for (let n = 0; n < 30; n++) click(day, n % 2 ? 'a' : 'b', `p-${n}`, n === 0 ? OTHERS : `boots ${n}`);
  }
  const { rows } = accounts.list(() => true);
  t.ok(rows.length <= 100, `${rows.length} rows`);
  const sums = new Map<string, number>();
  for (const { day, campaign, spendMicros } of rows) {
    sums.set(`${day} ${campaign}`, (sums.get(`${day} ${campaign}`) ?? 0) + spendMicros);
  }
  t.same(Object.fromEntries(sums), Object.fromEntries(expected));
  t.equal(rows.filter(({ day }) => day === '2026-09-10').length, 30, 'the newest day has its details');
  t.same(
    rows.filter(({ day }) => day === '2026-09-01').map(({ product, phrase, page }) => [product, phrase, page]),
    Array.from({ length: 2 }, () => [OTHERS, OTHERS, OTHERS]),
  );
});

t.test('one day alone does not pass the bound, whatever is searched for', async t => {
  const ledger = ledgerOf(terms('a'));
  const accounts = new CampaignAccounts(100);
  for (let n = 0; n < 300; n++) {
    const event = { customerKey: `c-${n}`, product: `p-${n}`, q: n % 2 ? OTHERS : `boots ${n}`, priceMicros: 10_000 };
    const record = sponsored('click', 'a', event);
    ledger.judge(record, SHOPPER);
    accounts.apply(record);
  }
  const { rows } = accounts.list(() => true);
  t.equal(rows.length, 81);
  t.equal(
    rows.reduce((sum, { clicks }) => sum + clicks, 0),
    300,
  );
});
