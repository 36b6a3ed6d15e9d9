/**
 * The public client, unmodified, against a daemon with some of the demo: how it asks, that every answer is of the
 * types it declares, what answers say about words, keys and phrases, and how errors reach it.
 */
import t from 'tap';
import { daemon, products, shop } from './shared-demo.js';
import { UK } from './storefront.js';

const { query } = shop;

t.test('every view and way of asking is answered in the types that the client declares', async t => {
  // Those of answers to the other files that share the daemon.
  shop.types.unknown.clear();
  const views = [
    UK,
    { market: 'se', locale: 'sv-SE' },
    { market: 'se', locale: 'fi-FI' },
    { market: 'de', locale: 'de-DE' },
  ];
  for (const view of views) {
    const client = shop.client({ ...view, touchpoint: 'mobile' });
    for (const q of [
      '',
      'a',
      'jacket',
      'jacka',
      'takki',
      'jacke',
      'rainjaket blue',
      'TUV-1001',
      '"<&{{%',
      '½ £ 🧥',
      'x'.repeat(300),
    ]) {
      await client.query.autocomplete({ q });
      await client.query.searchPage({ q, limit: 20 });
      await client.query.searchPage(
        { q, limit: 20 },
        { primaryList: { include: true }, navigation: { include: true } },
      );
    }
    await client.query.searchPage({
      q: 'shoes',
      limit: 200,
      presentCustom: ['color', 'variant.color', 'number.guaranteeYears', 'length.heel', 'json.delivery'],
      presentPrices: ['member', 'vip'],
      priceId: 'member',
      channels: 'ONLINE|STORE',
      stores: 'london|stockholm|berlin',
    });
  }
  const beyondTheClient = [...shop.types.unknown].map(name => name.split('.').at(-1)!);
  const documented = ['facetType', 'sliceRanges', 'notifyImpression', 'remainingVariants', 'relaxed'];
  t.same(
    beyondTheClient.filter(name => !documented.includes(name)),
    [],
    'other members are those the document names',
  );
});

t.test('a query without a body is a GET, one with a body a POST of plain text; both answer alike', async t => {
  const got = await query.searchPage({ q: 'red dress', limit: 5 });
  t.match(shop.last(), { method: 'GET', contentType: null });
  const posted = await query.searchPage({ q: 'red dress', limit: 5 }, { primaryList: { include: true } });
  t.match(shop.last(), { method: 'POST', contentType: 'text/plain' });
  t.same(withoutTickets(posted), withoutTickets(got));
  const suggested = await query.autocomplete({ q: 'red dr' });
  const lists = { contentLists: [{ id: 'guides', limit: 3 }, { id: 'faq' }] };
  const { contentLists, ...rest } = await query.autocomplete({ q: 'red dr' }, lists);
  t.same(
    contentLists.map(({ id }) => id),
    ['guides', 'faq'],
  );
  t.same(withoutTickets({ ...rest, contentLists: [] }), withoutTickets(suggested));
});

t.test('rules and the older filter in a body narrow both queries', async t => {
  const rules = 'rule incl brand {"Norrglimt"} excl color {"BLUE"}';
  const found = await query.searchPage(
    { q: 'jacket', limit: 100 },
    { primaryList: { include: true, productRules: rules } },
  );
  t.ok(found.primaryList.totalHits > 0);
  t.same(new Set(found.primaryList.productGroups.map(({ products }) => products[0]!.brand)), new Set(['Norrglimt']));
  t.notOk(facet(found, 'color').some(({ id }) => id === 'BLUE'));
  const filtered = await query.searchPage(
    { q: 'jacket' },
    { primaryList: { include: true, productFilter: { brand: 'Norrglimt' } } },
  );
  const suggested = await query.autocomplete({ q: 'jacket' }, { productRules: 'rule incl brand {"Norrglimt"}' });
  t.equal(filtered.primaryList.totalHits, suggested.totalHits);
  await t.rejects(query.autocomplete({ q: 'x' }, { productRules: 'rule incl brand "Norrglimt"' }), {
    message: /productRules/,
  });
});

t.test('a misspelled text is corrected, and typed again on request', async t => {
  const { primaryList } = await query.searchPage({ q: 'jacket' });
  const corrected = await query.searchPage({ q: 'jackett' });
  t.match(corrected, { q: 'jacket', autoCorrect: { q: 'jackett', originalTotalHits: 0 } });
  t.equal(corrected.primaryList.totalHits, primaryList.totalHits);
  const undone = await query.searchPage({ q: 'jackett', origin: 'UNDO_AUTO_CORRECT' });
  t.equal(undone.q, 'jackett');
  t.equal(undone.autoCorrect, undefined);
  t.equal(undone.primaryList.totalHits, 0);
  t.ok(undone.didYouMean.length <= 3);
  const [meant] = undone.didYouMean;
  t.equal(meant?.q, 'jacket', 'what the correction would have been is offered');
  const followed = await query.searchPage({ q: meant!.q, origin: 'DID_YOU_MEAN' });
  t.equal(followed.autoCorrect, undefined);
  t.ok(followed.primaryList.totalHits > 0);
  const selected = await query.searchPage({ q: 'jackett', facets: { brand: ['Norrglimt'] } });
  t.equal(selected.autoCorrect, undefined, 'a selection belongs to the text it was made for');
});

t.test('a narrow search offers related phrases and a secondary list of other products', async t => {
  const found = await query.searchPage({ q: 'brown leather', limit: 600 });
  const primary = new Set(found.primaryList.productGroups.map(({ products: [main] }) => main!.key));
  t.ok(primary.size > 0 && primary.size < 100);
  const { secondaryList, relatedSearches } = found;
  t.ok(secondaryList && secondaryList.totalHits > 0);
  t.ok(secondaryList!.productGroups.length <= 12);
  t.ok(relatedSearches && relatedSearches.length > 0 && relatedSearches.length <= 8);
  for (const { q } of relatedSearches!) {
    const related = await query.searchPage({ q, origin: 'RELATED_SEARCHES', limit: 1 });
    t.ok(related.primaryList.totalHits > 0, q);
    t.equal(related.autoCorrect, undefined);
  }
  const all: string[] = [];
  for (let skip = 0; skip < secondaryList!.totalHits; skip += 50) {
    const page = await query.searchPage({ q: 'brown leather', viewAllSecondary: true, skip, limit: 50 });
    t.same(page.primaryList.productGroups, [], 'the primary list gives way');
    t.equal(page.secondaryList!.totalHits, secondaryList!.totalHits);
    all.push(...page.secondaryList!.productGroups.map(({ products: [main] }) => main!.key));
  }
  t.equal(all.length, secondaryList!.totalHits);
  t.equal(new Set(all).size, all.length, 'without repeats');
  t.same(
    all.filter(key => primary.has(key)),
    [],
    'and without primary products',
  );
  t.same(
    secondaryList!.productGroups.map(({ products: [main] }) => main!.key),
    all.slice(0, 12),
    'its beginning is shown first',
  );
  const broad = await query.searchPage({ q: 'women' });
  t.ok(broad.primaryList.totalHits >= 100);
  t.same([broad.relatedSearches ?? [], broad.secondaryList?.productGroups ?? []], [[], []]);
});

t.test('suggested phrases mark what was typed and lead to hits', async t => {
  for (const q of ['', 'jea', 'rai', 'red j', 'jackt', 'norrg']) {
    const { phraseSuggestions } = await query.autocomplete({ q });
    t.ok(phraseSuggestions.length > 0 && phraseSuggestions.length <= 10, `"${q}"`);
    t.equal(new Set(phraseSuggestions.map(phrase => phrase.q)).size, phraseSuggestions.length, 'each once');
    for (const { q: phrase, highlighted } of phraseSuggestions) {
      t.equal(highlighted.replaceAll(/\{\{|\}\}/g, ''), phrase);
      t.equal(highlighted.includes('{{'), q !== '', highlighted);
      const { autoCorrect, primaryList } = await query.searchPage({ q: phrase, origin: 'PHRASE_SUGGEST', limit: 1 });
      t.equal(autoCorrect, undefined);
      t.ok(primaryList.totalHits > 0, phrase);
    }
  }
  t.ok(
    (await query.autocomplete({ q: 'jea' })).phraseSuggestions.some(({ highlighted }) =>
      highlighted.includes('{{jea}}ns'),
    ),
  );
});

t.test('autocomplete shows at most eight groups, none twice, and counts all hits', async t => {
  const { productSuggestions, totalHits } = await query.autocomplete({ q: 'jacket' });
  t.equal(productSuggestions.length, 8);
  t.equal(new Set(productSuggestions.map(({ key }) => key)).size, 8);
  t.equal(totalHits, (await query.searchPage({ q: 'jacket' })).primaryList.totalHits);
  t.same(await nothing('xqzxqzxqz'), { products: 0, totalHits: 0, redirectLink: undefined });
});

t.test('an exact key of a variant, product or group redirects, with spaces around it and in any case', async t => {
  const [{ key, group, product }] = [...products.values()].filter(({ product }) => product.markets.includes('uk'));
  const [variant] = Object.keys(product.variants);
  for (const typed of [key, ` ${key} `, key.toLowerCase(), key.toUpperCase(), variant!, variant!.toUpperCase()]) {
    t.equal((await query.autocomplete({ q: typed })).redirectLink, product.defaults.url, typed);
  }
  const inGroup = [...products.values()]
    .filter(other => other.group === group)
    .map(other => other.product.defaults.url);
  t.ok(inGroup.includes((await query.autocomplete({ q: group })).redirectLink));
  for (const typed of [key.slice(0, -1), `${key} shoes`, 'jacket', '']) {
    t.equal((await query.autocomplete({ q: typed })).redirectLink, undefined, typed);
  }
});

t.test('every ticket of a page is its own, and safe in an address', async t => {
  const { primaryList } = await query.searchPage({ q: 'women', limit: 600 });
  const tickets = primaryList.productGroups.flatMap(({ products }) =>
    products.flatMap(({ ticket, variants }) => [ticket, ...variants.map(variant => variant.ticket)]),
  );
  t.ok(tickets.length > 600);
  t.equal(new Set(tickets).size, tickets.length);
  t.same(
    tickets.filter(ticket => ticket !== encodeURIComponent(ticket)),
    [],
  );
  const later = await query.searchPage({ q: 'women', skip: 7, limit: 1 });
  const position = (ticket: string) => ticket.split('.')[1];
  t.equal(
    position(later.primaryList.productGroups[0]!.products[0]!.ticket),
    position(primaryList.productGroups[7]!.products[0]!.ticket),
    'a ticket tells the position in the whole list',
  );
});

t.test('errors reach the client with a message that names the parameter, in one shape', async t => {
  const failing: [() => Promise<unknown>, number, RegExp][] = [
    [() => query.searchPage({ q: 'x', limit: 601 }), 400, /^limit: found "601", expected a whole number from 1 to 600/],
    [() => query.searchPage({ q: 'x', skip: 10_001 }), 400, /^skip/],
    [() => query.searchPage({ q: 'x', sort: 'CHEAPEST' as 'NAME' }), 400, /^sort/],
    [() => query.searchPage({ q: 'x', templateId: 'none' }), 400, /^templateId/],
    [() => query.searchPage({ q: 'x', facets: { price: { min: Number.NaN } } }), 400, /^f\.price\.min/],
    [() => query.searchPage({ q: 'x', channels: 'STORE' }), 400, /^stores/],
    [() => query.searchPage({ q: 'x' }, { contentLists: [{ id: '' }] }), 400, /^\/contentLists\/0\/id/],
    [() => shop.client({ market: 'no' }).query.searchPage({ q: 'x' }), 400, /^market/],
    [() => shop.client({ locale: 'xx-XX' }).query.autocomplete({ q: 'x' }), 400, /^locale/],
    [() => query.searchPage({ q: 'x' }, [] as never), 400, /./],
    [() => query.contentInformation({ contentKeys: [] }), 400, /^contentKeys: missing/],
    [() => query.banners({} as { pageReference: string }), 400, /^pageReference: missing/],
  ];
  for (const [ask, status, message] of failing) {
    await t.rejects(ask(), { message });
    t.equal(shop.last().status, status);
  }
});

t.test('a large answer is compressed for those who take it, and a preflight is answered', async t => {
  const url = `${daemon.url}/api/storefront/v3/queries/search-page?market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s&q=jacket`;
  const zipped = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
  t.equal(zipped.headers.get('content-encoding'), 'gzip');
  const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
  t.equal(plain.headers.get('content-encoding'), null);
  t.match(plain.headers.get('vary'), /accept-encoding/i);
  t.same(withoutTickets(await zipped.json()), withoutTickets(await plain.json()));
  const small = await fetch(`${url}&limit=601`, { headers: { 'Accept-Encoding': 'gzip' } });
  t.equal(small.headers.get('content-encoding'), null, 'a short error is not worth it');
  const preflight = await shop.unrecorded(url, {
    method: 'OPTIONS',
    headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
  });
  t.equal(preflight.status, 204);
  t.equal(preflight.headers.get('access-control-max-age'), '86400');
  t.equal(preflight.headers.get('access-control-allow-origin'), '*');
});

t.test('bodies that cannot be read are 415 or 400, and their shape is that of all errors', async t => {
  const url = `${daemon.url}/api/storefront/v3/queries/autocomplete?market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s&q=a`;
  const post = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body });
  t.equal((await post('application/xml', '{}')).status, 415);
  t.equal((await post('text/plain;charset=latin1', '{}')).status, 415);
  t.equal((await post('text/plain', new Uint8Array([0x7b, 0xff, 0x7d]))).status, 415);
  t.equal((await post('text/plain', '{')).status, 400);
  t.equal((await post('application/json; charset=utf-8', '{}')).status, 200);
  t.equal((await post('text/plain', '')).status, 200, 'an empty body is none');
});

t.test('every answer above had the members, types and headers that it must have', async t => {
  t.same(shop.faults, []);
});

async function nothing(q: string) {
  const { productSuggestions, totalHits, redirectLink } = await query.autocomplete({ q });
  return { products: productSuggestions.length, totalHits, redirectLink };
}

function facet(page: Awaited<ReturnType<typeof query.searchPage>>, id: string): { id: string }[] {
  const found = page.primaryList.facets.find(one => one.id === id);
  return found && 'values' in found ? found.values : [];
}

/** Tickets tell the minute, which may pass between two answers. */
function withoutTickets(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value) => (name === 'ticket' ? undefined : value)));
}
