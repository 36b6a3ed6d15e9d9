import t from 'tap';
import { Lease } from '../../../src/server/http/lease.js';
import type { Answer } from '../../../src/server/queries/answer-cache.js';
import { visitOf } from '../../../src/server/queries/visits.js';
import { searchRequest } from '../requests.js';

const answer: Answer = {
  body: new Uint8Array(),
  lease: new Lease(() => undefined),
  encoding: 'identity',
  totalHits: 7,
  autoCorrected: true,
  personal: false,
  second: 0,
  degraded: false,
};
const visitor = { visitor: { customerKey: 'c', sessionKey: 's' }, range: 7 };

t.test('a search is remembered for the visitor that asks now, also where another asked it first', async t => {
  const request = { ...searchRequest({ q: 'red dress' }), customerKey: 'first' };
  t.match(visitOf(request, visitor, answer, 5), {
    type: 'search',
    at: 5,
    customerKey: 'c',
    sessionKey: 's',
    q: 'red dress',
    totalHits: 7,
    corrected: true,
    range: 7,
  });
});

t.test('only the beginning of a search counts as one', async t => {
  for (const going of [{ skip: 60 }, { sort: 'NEWEST_FIRST' as const }, { viewAllSecondary: true }, { q: '' }]) {
    t.equal(visitOf(searchRequest({ q: 'dress', ...going }), visitor, answer, 5), undefined, JSON.stringify(going));
  }
  const narrowed = searchRequest({ q: 'dress', facets: [{ id: 'brand', values: ['a'] }] });
  t.equal(visitOf(narrowed, visitor, answer, 5), undefined, 'facets');
});

t.test('who is synthetic or does not want it leaves no trace', async t => {
  t.equal(visitOf(searchRequest({ q: 'dress', notify: false }), visitor, answer, 5), undefined);
  t.equal(visitOf(searchRequest({ q: 'dress', userContext: 'SYNTHETIC' }), visitor, answer, 5), undefined);
});
