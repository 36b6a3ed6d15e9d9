import t from 'tap';
import { issueTopic, parseTopic } from '../../src/api/discovery-topics.js';
import { decodeTopic } from '../../src/pages/discovery/topic-ticket.js';

const SECRET = 'a secret of this cluster';
const VIEWS = [
  { market: 'se', locale: 'sv-SE' },
  { market: 'se', locale: 'en-GB' },
  { market: 'any', locale: '*' },
];
const encoder = new TextEncoder();
const issue = (body: unknown, contentType: string | undefined = 'application/json') =>
  issueTopic(
    parseTopic(contentType, encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))),
    VIEWS,
    SECRET,
  );

t.test('a ticket holds the topic', t => {
  const topic = { market: 'se', locale: 'sv-SE', productRules: 'rule incl brand {"a"}', q: ' sko ' };
  const expected = { market: 'se', locale: 'sv-SE', rules: 'rule incl brand {"a"}', q: 'sko' };
  t.same(decodeTopic(issue(topic), SECRET), expected);
  t.same(decodeTopic(issue({ market: 'se', locale: 'en-GB' }), SECRET), {
    market: 'se',
    locale: 'en-GB',
    rules: '',
    q: '',
  });
  t.equal(decodeTopic(issue({ market: 'any', locale: 'fi-FI' }), SECRET).locale, 'fi-FI');
  t.end();
});

t.test('what is wrong with a topic is said when it is issued', t => {
  const good = { market: 'se', locale: 'sv-SE' };
  t.ok(issue({ ...good, q: 'x'.repeat(500), productRules: ' '.repeat(10_000) }));
  const cases: [body: unknown, message: RegExp][] = [
    ['', /^body: missing/],
    ['{', /^body: .*not JSON/],
    [[], /^\/: found a list/],
    [{ locale: 'sv-SE' }, /^\/market: found nothing/],
    [{ market: 'se' }, /^\/locale: found nothing/],
    [{ ...good, market: 'dk' }, /^\/market: "dk" is not in the catalog; known: se, any/],
    [{ ...good, locale: 'fi-FI' }, /^\/locale: "fi-FI" is not in the catalog; known: sv-SE, en-GB/],
    [{ market: 'any', locale: 'finnish' }, /^\/locale: /],
    [{ ...good, productRules: 'rule incl brand' }, /^\/productRules: line 1/],
    [{ ...good, productRules: 'rule incl colour {"a"}' }, /^\/productRules: .*colour/],
    [{ ...good, productRules: ' '.repeat(10_001) }, /^\/productRules: .*at most 10000/],
    [{ ...good, q: 'x'.repeat(501) }, /^\/q: .*at most 500/],
    [{ ...good, q: 1 }, /^\/q: found 1/],
    [{ ...good, rules: '' }, /^\/rules: found ""/],
  ];
  for (const [body, message] of cases) {
    t.throws(() => issue(body), { error: 'BAD_REQUEST', message }, JSON.stringify(body).slice(0, 60));
  }
  t.throws(() => issue(good, 'text/html'), { name: 'Problem', error: 'UNSUPPORTED_MEDIA_TYPE' });
  t.end();
});
