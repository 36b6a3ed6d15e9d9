import t from 'tap';
import { explainRefusal } from '../../src/cli/refusal-report.js';

t.test('a refusal tells its reason, what is affected, then mistakes by how often they occur', async t => {
  const errorDetails = {
    count: 12,
    productGroups: { count: 1, keys: ['g1'] },
    variants: { count: 9, keys: ['a', 'b', 'c', 'd', 'e', 'f'] },
    dataErrors: {
      'listPrice: is missing': { count: 2, exampleKeys: ['v8', 'v9'] },
      'url: must start with /': { count: 10, exampleKeys: ['p1'] },
    },
  };
  const lines = explainRefusal('feed.jsonl', { ok: false, status: 'FAILURE', reason: '12 errors', errorDetails });
  t.same(lines, [
    'vitrine: feed.jsonl was refused: 12 errors',
    '12 errors',
    '  in 1 product group (g1)',
    '  in 9 variants (a, b, c, d, e, …)',
    '  10 × url: must start with / (p1)',
    '  2 × listPrice: is missing (v8, v9)',
  ]);
});

t.test('of very many kinds of mistakes the most frequent are shown and the rest counted', async t => {
  const entries = Array.from({ length: 25 }, (_, kind) => [`mistake ${kind}`, { count: kind + 1, exampleKeys: [] }]);
  const errorDetails = { count: 325, dataErrors: Object.fromEntries(entries) };
  const lines = explainRefusal('feed.jsonl', { ok: false, status: 'FAILURE', errorDetails });
  t.equal(lines[2], '  25 × mistake 24');
  t.equal(lines.length, 23);
  t.equal(lines.at(-1), '  and 5 further kinds of errors; --json lists them all');
});

t.test('an import that is stored but not live is not told as refused', async t => {
  const reason = 'what was imported is stored, but its snapshot could not be announced';
  const lines = explainRefusal('feed.jsonl', { ok: false, status: 'FAILURE', stored: true, reason });
  t.same(lines, [`vitrine: feed.jsonl is not live: ${reason}`]);
});

t.test('an import that was cut off is told as such', async t => {
  const lines = explainRefusal('feed.jsonl', { ok: false, status: 'ABORTED', reason: 'the daemon ended' });
  t.same(lines, ['vitrine: feed.jsonl ended as ABORTED: the daemon ended']);
});

t.test('where the daemon asks for force=true, the flag is named', async t => {
  const reason = 'would remove 10 of 10 products; repeat it with force=true if that is intended';
  const lines = explainRefusal('feed.jsonl', { ok: false, status: 'FAILURE', reason });
  t.same(lines, [`vitrine: feed.jsonl was refused: ${reason}`, '  on the command line: --force']);
});
