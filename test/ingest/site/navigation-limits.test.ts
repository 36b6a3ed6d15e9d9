/** Every limit of navigations and of the configuration, at its edge and one past it, from one table. */
import t from 'tap';
import type { SiteKind } from '../../../src/ingest/site/site-import-input.js';
import { siteBench } from './site-bench.js';

type Json = { [name: string]: unknown };

const letters = (count: number): string => 'a'.repeat(count);
const astral = (count: number): string => '😀'.repeat(count);
const numbered = (count: number, make: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => make(i));

const container = (change: Json): Json => ({ market: 'se', locale: 'sv-SE', type: 'PARTIAL', ...change });
const page = (change: Json = {}): Json => ({ id: 'n', title: 'T', type: 'PAGE', pageId: 'p', ...change });
const node = (change: Json): Json => container({ addOrUpdate: [page(change)] });
const below = (parentId: string): Json =>
  container({ addOrUpdate: [page({ id: parentId }), page({ id: 'c/1', parentId })] });
const link = (change: Json): Json => container({ addOrUpdate: [{ id: 'n', title: 'T', type: 'LINK', ...change }] });
const custom = (names: string[], value: string): Json =>
  node({ customData: Object.fromEntries(names.map(name => [name, value])) });
const market = (change: Json): Json => ({ edit: { markets: { se: { locales: ['sv-SE', 'en-GB'], ...change } } } });
const settings = (change: Json): Json => market({ appSettings: change });
const configured = (id: string): Json => ({ edit: { markets: { [id]: { locales: ['en'] } } } });

const NODES = 'Navigation container, NavigationNode';
const CONTAINER = 'Navigation container';
const RULES = 'Rules that hold for all endpoints, 2';
const CONFIGURATION = 'Configuration';

/** Where it is written, what it is, a body at the edge that is accepted, and one past it, which is refused so. */
const LIMITS: [section: string, limit: string, kind: SiteKind, good: unknown, bad: unknown, message: RegExp][] = [
  [CONTAINER, 'an object', 'navigation', container({}), [], /^\/: found a list of 0, expected/],
  [
    CONTAINER,
    'members',
    'navigation',
    container({}),
    container({ nodes: [] }),
    /^\/nodes: found a list of 0, expected no/,
  ],
  [
    CONTAINER,
    'type',
    'navigation',
    container({ type: 'FORCE' }),
    container({ type: 'full' }),
    /^\/type: .* FULL, FORCE/,
  ],
  [CONTAINER, 'type is there', 'navigation', container({}), container({ type: undefined }), /^\/type: found nothing/],
  [
    CONTAINER,
    'market is there',
    'navigation',
    container({}),
    container({ market: undefined }),
    /^\/market: found noth/,
  ],
  [
    CONTAINER,
    'locale is there',
    'navigation',
    container({}),
    container({ locale: undefined }),
    /^\/locale: found noth/,
  ],
  [
    RULES,
    'known market',
    'navigation',
    container({}),
    container({ market: 'no' }),
    /"no", expected a known market \(op/,
  ],
  [RULES, 'market of 20', 'navigation', container({}), container({ market: letters(21) }), /^\/market: .*1 to 20/],
  [
    RULES,
    'known locale',
    'navigation',
    container({}),
    container({ locale: 'fi' }),
    /^\/locale: found locale "fi".*\(en-GB, sv-SE/,
  ],
  [
    RULES,
    'any well-formed locale where none is stated',
    'navigation',
    container({ market: 'open', locale: 'es-419' }),
    container({ market: 'open', locale: 'es_419' }),
    /^\/locale: .*like en or en-GB/,
  ],
  [
    CONTAINER,
    'remove only in PARTIAL',
    'navigation',
    container({ remove: ['x'] }),
    container({ type: 'FULL', remove: ['x'] }),
    /^\/remove: found 1 ids in an import of type FULL/,
  ],
  [
    CONTAINER,
    'remove as ids',
    'navigation',
    container({ remove: ['a/b'] }),
    container({ remove: ['a b'] }),
    /\/remove\/0/,
  ],
  [
    NODES,
    'id of 1',
    'navigation',
    node({ id: 'a' }),
    node({ id: '' }),
    /id: found "", expected a node id.*\(node ""\)/,
  ],
  [
    NODES,
    'id of 200',
    'navigation',
    node({ id: letters(200) }),
    node({ id: letters(201) }),
    /\/addOrUpdate\/0\/id: .*1 to 200/,
  ],
  [
    NODES,
    'id alphabet',
    'navigation',
    node({ id: 'aZ09/_-' }),
    node({ id: 'a.b' }),
    /\/id: found "a\.b".*\(node "a\.b"\)/,
  ],
  [
    NODES,
    'id once',
    'navigation',
    container({ addOrUpdate: [page(), page({ id: 'm' })] }),
    container({ addOrUpdate: [page(), page()] }),
    /^\/addOrUpdate\/1\/id: found the id of \/addOrUpdate\/0.*\(node "n"\)/,
  ],
  [NODES, 'title of 1', 'navigation', node({ title: 'T' }), node({ title: '' }), /title: found "".*\(node "n"\)/],
  [
    NODES,
    'title of 200',
    'navigation',
    node({ title: astral(200) }),
    node({ title: astral(201) }),
    /1 to 200.*\(node "n"\)/,
  ],
  [NODES, 'type', 'navigation', node({ type: 'LABEL' }), node({ type: 'SPACER' }), /PAGE, LABEL, LINK \(node "n"\)/],
  [
    NODES,
    'members',
    'navigation',
    node({}),
    node({ path: '/' }),
    /\/0\/path: found "\/", expected no member.*\(node "n"\)/,
  ],
  [
    NODES,
    'pageId of 200',
    'navigation',
    node({ pageId: letters(200) }),
    node({ pageId: letters(201) }),
    /pageId: .*1 to 200/,
  ],
  [NODES, 'pageId of 1', 'navigation', node({ pageId: '/' }), node({ pageId: '' }), /pageId: found "".*\(node "n"\)/],
  [
    NODES,
    'pageId for PAGE',
    'navigation',
    node({}),
    node({ pageId: undefined }),
    /pageId: found nothing.*\(node "n"\)/,
  ],
  [NODES, 'url for LINK', 'navigation', link({ url: '/x' }), link({}), /url: found nothing.*\(node "n"\)/],
  [NODES, 'url of 1', 'navigation', link({ url: '/' }), link({ url: '' }), /url: found "".*\(node "n"\)/],
  [NODES, 'url of 200', 'navigation', link({ url: letters(200) }), link({ url: letters(201) }), /url: .*1 to 200/],
  [NODES, 'iconPath of 1', 'navigation', node({ iconPath: '/' }), node({ iconPath: '' }), /iconPath: found ""/],
  [
    NODES,
    'iconPath of 500',
    'navigation',
    node({ iconPath: letters(500) }),
    node({ iconPath: letters(501) }),
    /1 to 500/,
  ],
  [NODES, 'parentId of 200', 'navigation', below(letters(200)), below(letters(201)), /parentId: .*a node id, or null/],
  [NODES, 'parentId alphabet', 'navigation', below('aZ09/_-'), below('å'), /parentId: .*a node id, or null/],
  [
    NODES,
    'parentId null',
    'navigation',
    node({ parentId: null }),
    node({ parentId: 1 }),
    /parentId: found 1, .*or null/,
  ],
  [
    NODES,
    'customData of 50 names',
    'navigation',
    custom(
      numbered(50, i => `k${i}`),
      '',
    ),
    custom(
      numbered(51, i => `k${i}`),
      '',
    ),
    /customData: found 51 names, expected at most 50 \(node "n"\)/,
  ],
  [
    NODES,
    'customData of 1000 characters',
    'navigation',
    custom(['k'], astral(999)),
    custom(['k'], astral(1000)),
    /customData: found 1001 characters.*at most 1000 \(node "n"\)/,
  ],
  [
    NODES,
    'customData names',
    'navigation',
    custom(['aZ09_-'], 'x'),
    custom(['a.b'], 'x'),
    /customData\/a\.b: found "x"/,
  ],
  [
    NODES,
    'customData without a reserved name',
    'navigation',
    custom(['constructor'], 'x'),
    JSON.parse(JSON.stringify(custom(['reserved'], 'x')).replace('reserved', '__proto__')),
    /customData\/__proto__: /,
  ],
  [
    NODES,
    'customData texts',
    'navigation',
    custom(['k'], ''),
    node({ customData: { k: 1 } }),
    /customData\/k: found 1, expected text/,
  ],
  [
    'Amendments of apps',
    'type PARTIAL or none',
    'navigation-nodes',
    container({ type: undefined, addOrUpdate: [page()] }),
    container({ type: 'FULL' }),
    /^\/type: found "FULL", expected one of PARTIAL/,
  ],
  [
    CONFIGURATION,
    'one of three',
    'configuration',
    market({}),
    { ...market({}), remove: { markets: [] } },
    /edit and remove/,
  ],
  [CONFIGURATION, 'not none', 'configuration', { replace: { markets: {} } }, {}, /found nothing, expected exactly one/],
  [CONFIGURATION, 'members', 'configuration', market({}), { ...market({}), add: {} }, /^\/add: found an object/],
  [
    CONFIGURATION,
    'members of a market',
    'configuration',
    market({}),
    market({ currency: 'SEK' }),
    /markets\/se\/currency/,
  ],
  [CONFIGURATION, 'members of settings', 'configuration', settings({}), settings({ title: 'x' }), /appSettings\/title/],
  [
    CONFIGURATION,
    'market of 20',
    'configuration',
    configured(letters(20)),
    configured(letters(21)),
    /1 to 20 characters/,
  ],
  [CONFIGURATION, 'market without |', 'configuration', configured('a-b'), configured('a|b'), /without \| and \*/],
  [
    CONFIGURATION,
    'some locale',
    'configuration',
    market({ locales: ['sv-SE', 'en-GB'] }),
    market({ locales: [] }),
    /at least one/,
  ],
  [CONFIGURATION, 'locale form', 'configuration', configured('x'), market({ locales: ['sv_SE'] }), /like en or en-GB/],
  [
    CONFIGURATION,
    'locale once',
    'configuration',
    configured('x'),
    market({ locales: ['sv', 'sv'] }),
    /each named once/,
  ],
  [
    CONFIGURATION,
    'locales for a new market',
    'configuration',
    configured('new'),
    { edit: { markets: { new: { appSettings: {} } } } },
    /markets\/new\/locales: found nothing/,
  ],
  [
    CONFIGURATION,
    'name of 200',
    'configuration',
    settings({ name: letters(200) }),
    settings({ name: letters(201) }),
    /1 to 200/,
  ],
  [
    CONFIGURATION,
    'currency',
    'configuration',
    settings({ currency: 'SEK' }),
    settings({ currency: 'sek' }),
    /currency code/,
  ],
  ...['pageBaseUrl', 'searchPageUrl', 'navigationUrl'].map((name): (typeof LIMITS)[number] => [
    CONFIGURATION,
    `${name} of 2000`,
    'configuration',
    settings({ [name]: letters(2000) }),
    settings({ [name]: letters(2001) }),
    /1 to 2000/,
  ]),
  [
    CONFIGURATION,
    'remove what is there',
    'configuration',
    { remove: { markets: [] } },
    { remove: { markets: ['se'] } },
    /^\/remove\/markets\/0: found "se", expected a configured market \(none\)/,
  ],
];

for (const [section, limit, kind, good, bad, message] of LIMITS) {
  t.test(`${section}: ${limit}`, async t => {
    t.equal(siteBench(t).apply(kind, good, { force: true }).message, undefined, 'at the edge');
    const { apply, store } = siteBench(t);
    const { errors = [] } = apply(kind, bad, { force: true });
    t.match(errors.map(({ path, message }) => `${path}: ${message}`).join('\n'), message, 'past it');
    t.equal(store.generation, 1, 'what is refused changes nothing');
  });
}
