/** Phrases: which are suggested and how they are weighed, what they are put right to, what follows them. */
import t from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { analyzerFor } from '../../../src/text/index.js';
import { clickHit, DAY_MS, learned, MINUTE_MS, Read, SECOND_MS, START, search, type Who } from './shop.js';

const SHOP = { uk: ['a', 'b'] };
const read = (activities: Activity[]) => new Read(learned(activities), SHOP);

/** One search each in so many sessions of different visitors. */
function searches(q: string, sessions: number, name = q, hits = 50): Activity[] {
  return Array.from({ length: sessions }, (_, i) => search(q, { session: `${name} ${i}` }, { hits }));
}

t.test('phrases with hits that two visitors have used are suggested, those used most first', async t => {
  const activities = [
    ...searches('red dress', 3),
    ...searches('blue dress', 5),
    ...searches('one visitor', 1),
    ...searches('nothing found', 9, 'nothing', 0),
  ];
  t.same(read(activities).suggested(), ['blue dress', 'red dress']);
  t.equal(read([]).learned(), undefined);
});

t.test('one customer is one visitor, whatever the sessions; who cannot be told apart is one a day', async t => {
  const of = (who: (i: number) => Who) => [0, 1, 2].map(i => search('gilet', who(i)));
  t.same(read(of(i => ({ session: `${i}`, customer: 'same' }))).suggested(), []);
  t.same(read(of(i => ({ session: `${i}`, customer: `${i}` }))).suggested(), ['gilet']);
  t.same(read(of(() => ({ userContext: 'ANONYMOUS' }))).suggested(), []);
  t.same(read(of(i => ({ userContext: 'ANONYMOUS', at: START + i * DAY_MS }))).suggested(), ['gilet']);
});

t.test('a session counts once', async t => {
  const often = Array.from({ length: 20 }, (_, i) => search('scarf', { session: 's', at: START + i * MINUTE_MS }));
  t.same(read([...often, ...searches('scarf', 1), ...searches('shawl', 3)]).suggested(), ['shawl', 'scarf']);
});

t.test('the hits of the last search hold', async t => {
  t.same(read([...searches('tent', 3), ...searches('tent', 1, 'later', 0)]).suggested(), []);
  t.same(read([...searches('tent', 3, 'early', 0), ...searches('tent', 1)]).suggested(), ['tent']);
  const corrected = [1, 2, 3].map(i => search('tnet', { session: `${i}` }, { hits: 40, corrected: true }));
  t.same(read(corrected).suggested(), [], 'the hits are those of another phrase');
});

t.test('a phrase is shown as it is typed most, whatever the case and spaces', async t => {
  const typed = ['iPhone', 'iphone', ' iPhone ', 'IPHONE', 'iPhone  '];
  const activities = typed.flatMap((q, i) => search(q, { session: `${i}` }));
  t.same(read(activities).suggested(), ['iPhone']);
});

t.test('uses that lead to clicks weigh more, many uses without weigh less', async t => {
  const clicked = Array.from({ length: 10 }, (_, i) => clickHit('a', 'boots', 0, { session: `boots ${i}` }));
  const activities = [...searches('boots', 10), ...searches('shoes', 10), ...clicked];
  const { phrases } = read(activities).learned()!;
  t.equal(phrases.at(0), 'boots');
  t.ok(phrases.weight[0]! > 1.5 * phrases.weight[1]!);
  const unclicked = read([...searches('boots', 3), ...searches('shoes', 40)]).learned()!.phrases;
  t.ok(unclicked.weight[0]! < 40 * 100, 'below one hundred a use');
});

t.test('a search on the way to the next hardly counts', async t => {
  const onTheWay = Array.from({ length: 6 }, (_, i) => [
    search('wint', { session: `${i}` }),
    search('winter coat', { session: `${i}`, at: START + 3 * SECOND_MS }),
  ]).flat();
  const { phrases } = read([...onTheWay, ...searches('sandals', 4)]).learned()!;
  t.same(
    [0, 1, 2].map(i => phrases.at(i)),
    ['winter coat', 'sandals', 'wint'],
  );
  t.ok(phrases.weight[2]! < phrases.weight[0]! / 4);
});

t.test('phrases fade', async t => {
  const activities = [
    ...searches('old', 8).map(activity => ({ ...activity, at: START - 28 * DAY_MS })),
    ...searches('new', 3),
  ];
  const learner = learned(activities, { halfLifeDays: 7 });
  t.same(new Read(learner, SHOP).suggested(), ['new', 'old']);
  t.same(new Read(learner, SHOP, { nowMs: START + 30 * DAY_MS }).suggested(), ['new']);
});

/** So many sessions that search for the one and then, after a time, for the other. */
function steps(
  first: string,
  then: string,
  sessions: number,
  { afterMs = 20 * SECOND_MS, hits = 0, clicks = false } = {},
): Activity[] {
  return Array.from({ length: sessions }, (_, i) => {
    const session = `${first} ${then} ${i}`;
    const clicked = clicks ? [clickHit('a', first, 0, { session })] : [];
    return [search(first, { session }, { hits }), ...clicked, search(then, { session, at: START + afterMs })];
  }).flat();
}

t.test('what visitors put right is learned, from three sessions on', async t => {
  const meant = (activities: Activity[], folded = 'snekers') => read(activities).learned()!.meant(folded);
  t.same(meant(steps('snekers', 'sneakers', 3)), ['sneakers']);
  t.same(meant(steps('snekers', 'sneakers', 2)), []);
  t.same(meant(steps('snekers', 'sneakers', 3, { afterMs: 2 * MINUTE_MS })), [], 'too long ago');
  t.same(meant(steps('snekers', 'sandals', 3)), [], 'something else');
  t.same(meant(steps('snekers', 'sneakers', 3, { hits: 40 })), ['sneakers'], 'nothing was clicked');
  t.same(meant(steps('snekers', 'sneakers', 3, { hits: 40, clicks: true })), [], 'it was what they wanted');
  t.same(meant(steps('iphone 14', 'iphone 15', 5), 'iphone 14'), [], 'another number is another thing');
  t.same(meant(steps('sneaker', 'sneakers', 5, { hits: 40 }), 'sneaker'), [], 'both are right');
  t.same(meant([...steps('snekers', 'sneakers', 3), ...searches('snekers', 90, 'many', 0)]), [], 'hardly anybody does');
  const both = [...steps('snekers', 'sneakers', 3), ...steps('sneakers', 'snekers', 5, { hits: 2 })];
  t.same(meant(both.map(activity => (activity.type === 'search' ? { ...activity, totalHits: 2 } : activity))), []);
});

t.test('what visitors go on with is related when it is more than chance', async t => {
  const activities = [
    ...steps('jeans', 'belt', 6, { hits: 50, clicks: true }),
    ...steps('jeans', 'shirt', 3, { hits: 50 }),
    ...steps('jeans', 'socks', 2, { hits: 50 }),
    ...steps('lamp', 'rug', 8, { hits: 50 }),
  ];
  const learned = read(activities).learned()!;
  t.same(learned.related('jeans'), ['belt', 'shirt']);
  t.same(learned.related('lamp'), ['rug']);
  t.same(learned.related('belt'), []);
  t.same(learned.meant('jeans'), []);
});

t.test('what everybody searches for in between is related to nothing', async t => {
  const firsts = ['jeans', 'lamp', 'tent', 'watch', 'coat', 'sofa', 'desk', 'ring'];
  const activities = firsts.flatMap(first => steps(first, 'sale', 4, { hits: 50 }));
  const learned = read([...activities, ...steps('jeans', 'belt', 4, { hits: 50 })]).learned()!;
  t.same(learned.related('jeans'), ['belt']);
});

t.test('corrections and relations to phrases that are not suggested are left out', async t => {
  const same = steps('snekers', 'sneakers', 4).map(activity => ({ ...activity, customerKey: 'one alone' }));
  t.same(read(same).learned()!.meant('snekers'), []);
});

t.test('locales have phrases of their own', async t => {
  const activities = [
    ...['1', '2'].map(session => search('dress', { session }, { locale: 'en-GB' })),
    ...['3', '4'].map(session => search('klänning', { session }, { locale: 'sv-SE' })),
  ];
  const found = new Read(learned(activities), SHOP, { locales: ['en-GB', 'sv-SE', 'da-DK'] });
  t.same(found.suggested('uk', 'en-GB'), ['dress']);
  t.same(found.suggested('uk', 'sv-SE'), ['klänning']);
  t.equal(found.learned('uk', 'da-DK'), undefined);
});

t.test('a view of any locale has the phrases of all that have no view of their own', async t => {
  const of = (q: string, locale: string, sessions: number, market = 'uk') =>
    Array.from({ length: sessions }, (_, i) => search(q, { session: `${q} ${locale} ${i}`, market }, { locale }));
  const activities = [
    ...of('Nike', 'en-GB', 3),
    ...of('nike', 'fr-FR', 5),
    ...of('robe', 'fr-FR', 2),
    ...of('klänning', 'sv-SE', 2),
    ...of('kjole', 'da-DK', 2, 'se'),
  ];
  const found = new Read(learned(activities), { uk: ['a'], se: ['a'] }, { locales: ['sv-SE', '*'] });
  t.same(found.suggested('uk', '*'), ['nike', 'robe']);
  t.same(found.suggested('uk', 'sv-SE'), ['klänning']);
  t.same(found.suggested('se', '*'), ['kjole']);
  // Swedish keeps the dots that no language at all folds away.
  const swedish = steps('klänning', 'bälte', 4, { hits: 50 }).map(step =>
    step.type === 'search' ? { ...step, locale: 'sv-SE' } : step,
  );
  const any = new Read(learned(swedish), SHOP, { locales: ['*'] });
  t.same(any.learned('uk', '*')!.related(analyzerFor('*').normalize('Klänning')), ['bälte']);
  t.same(any.learned('uk', '*')!.related('klänning'), []);
});
