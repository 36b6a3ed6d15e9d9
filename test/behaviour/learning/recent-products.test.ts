/** What customers come back for, and that they can be forgotten. */
import t from 'tap';
import { Learner } from '../../../src/behaviour/learning/index.js';
import { RecentProducts } from '../../../src/behaviour/learning/recent-products.js';
import { Part, PartWriter } from '../../../src/index/part.js';
import { DAY_MS, end, FOREVER, learned, Read, START, view } from './shop.js';

const UK = { uk: ['a', 'b', 'c', 'd', 'e', 'f'] };

/** Customers who look at one product one day and at another the next. */
function comeBack(first: string, then: string, names: readonly string[], userContext?: 'UNPERSONALIZED') {
  return names.flatMap(name => [
    view(first, { session: `${name} 1`, customer: name, userContext }),
    view(then, { session: `${name} 2`, customer: name, at: START + DAY_MS, userContext }),
  ]);
}

/** Others, so that there is something to be likelier than. */
const OTHERS = comeBack('e', 'f', ['o1', 'o2', 'o3', 'o4', 'o5', 'o6']);

t.test('what customers look at in different sessions goes together, by how much likelier it is', async t => {
  const read = new Read(learned([...OTHERS, ...comeBack('a', 'b', ['x', 'y', 'z'])]), UK);
  for (const [key, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const partners = read.partners('liked', key);
    t.same(
      partners.map(([found]) => found),
      [other],
    );
    t.ok(partners[0]![1] > 0);
  }
  t.same(read.partners('seen', 'a'), [], 'not within a session');
});

t.test('within one session nothing is come back for', async t => {
  const names = ['x', 'y', 'z'];
  const activities = names.flatMap(name => [
    view('a', { session: name, customer: name }),
    view('b', { session: name, customer: name }),
  ]);
  t.same(new Read(learned([...OTHERS, ...activities]), UK).partners('liked', 'a'), []);
});

t.test('only who may be known is remembered', async t => {
  const names = ['x', 'y', 'z'];
  t.same(
    new Read(learned([...OTHERS, ...comeBack('a', 'b', names, 'UNPERSONALIZED')]), UK).partners('liked', 'a'),
    [],
    'not for personalisation',
  );
  const strangers = comeBack('a', 'b', names).map(({ customerKey, ...activity }) => activity);
  t.same(new Read(learned([...OTHERS, ...strangers]), UK).partners('liked', 'a'), [], 'without a key');
});

t.test('one market’s products are not come back for in another', async t => {
  const activities = ['x', 'y', 'z'].flatMap(name => [
    view('a', { session: `${name} 1`, customer: name }),
    view('b', { session: `${name} 2`, customer: name, market: 'se', at: START + DAY_MS }),
  ]);
  const read = new Read(learned([...OTHERS, ...activities]), { uk: UK.uk, se: UK.uk });
  t.same(read.partners('liked', 'a'), []);
  t.same(read.partners('liked', 'b', 'se'), []);
});

t.test('a customer that is forgotten is a new one, also after a restart', async t => {
  const names = ['x', 'y', 'z'];
  const first = names.map(name => view('a', { session: `${name} 1`, customer: name }));
  const then = names.map(name => view('b', { session: `${name} 2`, customer: name, at: START + DAY_MS }));
  const partners = (forget: boolean) => {
    const learner = learned([...OTHERS, ...first]);
    const { changed } = learner;
    if (forget) for (const name of names) learner.forget(name);
    t.equal(learner.changed > changed, forget, 'there is news to be written');
    const again = Learner.decode(learner.encode(), FOREVER);
    for (const activity of then) again.learn(activity);
    return new Read(again, UK).partners('liked', 'b').length;
  };
  t.equal(partners(false), 1);
  t.equal(partners(true), 0);
  const learner = learned(OTHERS);
  const { changed } = learner;
  learner.forget('who never came');
  t.equal(learner.changed, changed);
});

t.test('a session under way ends with the customer that is forgotten', async t => {
  const learner = learned([
    ...OTHERS,
    ...['1', '2', '3'].map(i => view('a', { session: i, customer: `c${i}` })),
    end({ session: '1' }),
  ]);
  for (const i of ['1', '2', '3']) {
    learner.forget(`c${i}`);
    learner.learn(view('b', { session: i, customer: `c${i}` }));
  }
  t.same(new Read(learner, UK).partners('seen', 'a'), []);
});

t.test('the newest products of a customer stay, each once', async t => {
  const customers = new RecentProducts(80);
  t.same(customers.productsOf('c'), []);
  t.notOk(customers.forget('c'));
  for (let product = 0; product < 15; product++) customers.look('c', product, START);
  t.same(
    customers.productsOf('c'),
    Array.from({ length: 12 }, (_, i) => i + 3),
  );
  customers.look('c', 5, START);
  t.same(customers.productsOf('c'), [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 5]);
  customers.drop(Uint8Array.from({ length: 15 }, (_, product) => (product === 3 || product === 14 ? 1 : 0)));
  t.same(customers.productsOf('c'), [4, 6, 7, 8, 9, 10, 11, 12, 13, 5]);
  customers.look('c', 3, START);
  t.same(customers.productsOf('c'), [4, 6, 7, 8, 9, 10, 11, 12, 13, 5, 3]);
});

t.test('there are never more customers than the limit, and who came last is among them', async t => {
  const customers = new RecentProducts(16);
  for (let i = 0; i < 400; i++) {
    customers.look(`c${i}`, i, START + i * 60_000);
    t.same(customers.productsOf(`c${i}`), [i]);
  }
  const left = Array.from({ length: 400 }, (_, i) => i).filter(i => customers.productsOf(`c${i}`).length > 0);
  t.equal(left.length, 16);
  t.ok(left[0]! > 300, `the oldest left is ${left[0]}`);
  const write = (from: RecentProducts) => {
    const part = new PartWriter('test');
    from.write(part);
    return part.encode();
  };
  const again = new RecentProducts(16);
  again.read(new Part(write(customers).slice().buffer));
  for (const i of left) t.same(again.productsOf(`c${i}`), [i]);
  t.ok(customers.forget(`c${left[0]}`));
  t.same(customers.productsOf(`c${left[0]}`), []);
  t.equal(left.filter(i => customers.productsOf(`c${i}`).length > 0).length, 15);
});
