/** Which choices a journal tells of, and how few one visitor or one range of addresses has of them. */
import t from 'tap';
import type { NotificationRecord, Shown } from '../../../src/behaviour/activities/notification.js';
import { choiceFrom } from '../../../src/behaviour/ranking/chosen-from-lists.js';
import { JournalChoices, type SearchChoice } from '../../../src/behaviour/ranking/journal-choices.js';

const AT = Date.UTC(2026, 10, 1);
const BOUNDS = { ticketDays: 30, rangeSignals: 5 };

function click(visitor: string, n: number, more: Partial<Shown> = {}, context: object = {}): NotificationRecord {
  const place = { kind: 'product', locale: 'en-GB', pageType: 'SEARCH', pageReference: '', list: 'primary' } as const;
  const shown = { ...place, q: 'lamp', position: n, minute: AT / 60_000, generation: 1, ...more };
  const who = { sessionKey: visitor, userContext: 'UNPERSONALIZED' as const };
  return { type: 'click', at: AT, market: 'se', ...who, shown, productKey: `p${n}`, ...context };
}

function chosen(...records: NotificationRecord[]): SearchChoice[] {
  const journal = new JournalChoices(BOUNDS);
  for (const record of records) journal.add(record);
  return [...journal.all];
}

t.test('clicks on lists of searches count, more where the product was bought', async t => {
  const at = { at: AT, market: 'se', sessionKey: 'a', userContext: 'UNPERSONALIZED' as const };
  const lines = [{ quantity: 1, variantKey: 'v', productKey: 'p1' }];
  const payment: NotificationRecord = { ...at, type: 'payment', lines };
  const choices = chosen(
    click('a', 0),
    click('a', 1),
    click('a', 1),
    click('a', 2, { pageType: 'LANDING' }),
    click('a', 3, { q: '' }),
    click('a', 99),
    click('b', 4, {}, { userContext: 'SYNTHETIC' }),
    click('c', 5, {}, { unasked: true }),
    click('d', 6, { minute: AT / 60_000 - 40 * 1440 }),
    click('e', 7, {}, { sessionKey: undefined, userContext: 'ANONYMOUS' }),
    payment,
    payment,
  );
  t.strictSame(
    choices.map(({ visitor, productKey, position, weight, isPaid }) => [visitor, productKey, position, weight, isPaid]),
    [
      ['a', 'p0', 0, 1, false],
      ['a', 'p1', 1, 5, true],
    ],
  );
});

t.test('a visitor and a range of addresses have few', async t => {
  const many = Array.from({ length: 100 }, (_, n) => click('a', n % 20, { q: `lamp ${n}` }));
  t.equal(chosen(...many).length, 20);
  t.equal(chosen(...Array.from({ length: 100 }, (_, n) => click(`v${n}`, n % 20, {}, { range: 7 }))).length, 5);
  t.equal(chosen(...Array.from({ length: 100 }, (_, n) => click(`v${n}`, n % 20, {}, { range: n }))).length, 100);
});

t.test('a choice stands where it was made, unless the list was another one', async t => {
  const list = ['p0', 'p1', 'p2', 'p3', 'p4'].map((key, n) => ({ key, points: [n] }));
  const [choice] = chosen(click('a', 2));
  t.strictSame(choiceFrom(list, choice!), {
    ...{ visitor: 'a', points: list.map(one => one.points), chosen: 2, weight: 1, isPaid: false },
  });
  t.strictSame(choiceFrom(list, { ...choice!, position: 1 })!.points, [[0], [2], [1], [3], [4]]);
  t.equal(choiceFrom(list, { ...choice!, productKey: 'p4', position: 0 }), undefined, 'far away');
  t.equal(choiceFrom(list, { ...choice!, productKey: 'gone' }), undefined);
});

t.test('the last choices are kept, and ranges are counted by the day', async t => {
  const journal = new JournalChoices(BOUNDS, 10);
  for (let n = 0; n < 30; n++) journal.add(click('a', n % 20, { q: `lamp ${n}` }));
  t.strictSame(
    [...journal.all].map(({ q }) => q),
    Array.from({ length: 10 }, (_, n) => `lamp ${20 + n}`),
  );
  const days = Array.from({ length: 20 }, (_, n) => {
    const at = AT + Math.floor(n / 10) * 86_400_000;
    return click(`v${n}`, n, { minute: at / 60_000 }, { range: 7, at });
  });
  t.equal(chosen(...days).length, 10);
});
