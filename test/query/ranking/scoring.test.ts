/** The worth of sets of fields, against one that is computed for all of them from smaller sets. */
import t from 'tap';
import { FIELD } from '../../../src/index/fields.js';
import { FIELD_SCORE, HEAD_SCORE } from '../../../src/query/ranking/scoring.js';
import { WEIGHTS } from '../../../src/query/ranking/weights.js';

const SETS = 1 << 16;
const HEAD = 1 << FIELD.HEAD;
/** What further fields add to the best one, and what the head of a text adds. */
const [FURTHER, BONUS] = [WEIGHTS['field.further'], WEIGHTS['head.bonus']];

t.test('the best field counts whole, others by a share', async t => {
  const ofOne = (field: number) => FIELD_SCORE.of(1 << field);
  let wrong = 0;
  for (let set = 0; set < SETS; set++) {
    const own = Object.values(FIELD)
      .filter(field => field !== FIELD.HEAD && (set & (1 << field)) !== 0)
      .map(ofOne);
    const best = Math.max(0, ...own);
    const sum = own.reduce((a, b) => a + b, 0);
    if (Math.abs(FIELD_SCORE.of(set) - (best + (sum - best) * FURTHER)) > 1e-6) wrong++;
  }
  t.equal(wrong, 0);
  t.ok(ofOne(FIELD.KEY) > ofOne(FIELD.TITLE));
});

t.test('the head is worth more where it says what the product is, types and categories less elsewhere', async t => {
  const set = (...fields: number[]) => fields.reduce((mask, field) => mask | (1 << field), 0);
  const title = set(FIELD.TITLE);
  t.equal(HEAD_SCORE.of(title), FIELD_SCORE.of(title));
  t.equal(HEAD_SCORE.of(title | HEAD), Math.fround(FIELD_SCORE.of(title) + BONUS));
  t.equal(FIELD_SCORE.of(title | HEAD), FIELD_SCORE.of(title));
  t.equal(HEAD_SCORE.of(set(FIELD.TYPE)), Math.fround(WEIGHTS['field.type'] * WEIGHTS['head.beside']));
  t.equal(HEAD_SCORE.of(0), 0);
  t.equal(HEAD_SCORE.of(HEAD), Math.fround(BONUS));
});

t.test('what was computed once is kept', async t => {
  const mask = (1 << FIELD.BRAND) | (1 << FIELD.COLOR);
  const worth = FIELD_SCORE.of(mask);
  t.equal(FIELD_SCORE.known[mask], worth);
  t.equal(FIELD_SCORE.of(mask), worth);
});
