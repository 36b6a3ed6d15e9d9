/** Bodies that are made to take long: each is refused with what is wrong, and the reply stays short. */
import t from 'tap';
import { MAX_BODY_VALUES, readJson } from '../../src/api/json-body.js';
import { Problem } from '../../src/errors/problem.js';
import { post, REQUIRED } from './queries.js';

function problemOf(parse: () => unknown): Problem {
  try {
    parse();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const members = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
const list = (member: object) => ({ recommendationLists: [{ id: 'a', ...member }] });

t.test('a body has a bound on its names and values, which counts none inside texts', async t => {
  const read = (text: string) => readJson('application/json', Buffer.from(text));
  const items = (count: number) => `[${Array(count).fill('1').join()}]`;
  t.equal((read(items(MAX_BODY_VALUES - 1)) as unknown[]).length, MAX_BODY_VALUES - 1);
  t.same(read(JSON.stringify([',:[{"\\'.repeat(MAX_BODY_VALUES)])), [',:[{"\\'.repeat(MAX_BODY_VALUES)]);
  for (const text of [
    items(MAX_BODY_VALUES),
    JSON.stringify(members(MAX_BODY_VALUES / 2, 1)),
    items(500_000),
    '{"a":'.repeat(200_000),
  ]) {
    const { code, message } = problemOf(() => read(text));
    t.equal(code, 'limit_exceeded');
    t.equal(message, 'body: found more than 10000 names and values, expected fewer');
  }
});

t.test('of very many faults the first are told', async t => {
  for (const [body, first] of [
    [members(4000, 1), '/k0: found 1, expected no member of this name'],
    [{ recommendationLists: Array(4000).fill(1) }, '/recommendationLists/0: found 1, expected an object'],
    [{ recommendationLists: Array(4000).fill({}) }, '/recommendationLists/0/id: found nothing, expected a value'],
    [list({ params: { cart: Array(4000).fill(1) } }), '/recommendationLists/0/params/cart/0: found 1, expected text'],
    [list({ productFilter: members(4000, 'x') }), '/recommendationLists/0/productFilter/k0: found "k0"'],
  ] as const) {
    const { message, errors } = problemOf(() => post('cart-page', REQUIRED['cart-page'], body));
    t.ok(message.startsWith(first), message);
    t.ok(errors!.length <= 20, `${errors!.length} faults`);
  }
});

t.test('a member that stands behind very many others is not missing', async t => {
  const { errors } = problemOf(() =>
    post('add-to-cart-popup', REQUIRED['add-to-cart-popup'], { recommendationLists: [{ ...members(400, 1), id: 1 }] }),
  );
  t.same(errors, [
    {
      path: '/recommendationLists/0/id',
      message: 'found 1, expected text',
    },
  ]);
});
