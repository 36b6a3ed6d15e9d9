/**
 * The floors of src/ and web/, held by `npm test`: they are a total order, and a folder imports from itself and from those
 * below, never from above. Where the folders inside a floor have an order too, it is held in the same way. An import of
 * types alone counts like any other. See ARCHITECTURE.md for what stands on which floor.
 */
const FLOORS = [
  'errors',
  'kernel',
  'threads',
  'encoder',
  'text',
  'catalog',
  'index',
  'snapshot',
  'backup',
  'fleet',
  'build',
  'imports',
  'ingest',
  'behaviour',
  'query',
  'recommend',
  'pages',
  'api',
  'server',
  'feeds',
  'cli',
];

/** By folder, its own folders from below; `.` is what stands in the folder itself, which is not bound otherwise. */
const SUB_FLOORS = {
  catalog: ['rules', 'site'],
  behaviour: ['activities', 'journal', 'visitors', 'learning', 'ranking', 'campaigns', '.'],
  build: ['input', 'cards', 'vectors', 'views', 'content', 'updates', 'shards', 'overlay', 'verification', 'base'],
  ingest: ['import', 'site'],
  text: [
    'stem',
    'languages',
    'fold',
    'vocabulary',
    'quantities',
    'compounds',
    'spelling',
    'tokenize',
    'analysis',
    'phrases',
  ],
  query: [
    'columns',
    'phrases',
    'understanding',
    'filters',
    'facets',
    'ranking',
    'matching',
    'nearness',
    'relaxation',
    'correction',
    'search',
    'auction',
    'explain',
  ],
  pages: [
    'shared',
    'autocomplete',
    'cart',
    'content',
    'discovery',
    'landing',
    'navigation',
    'product',
    'search',
    'sponsored',
    'explain',
    'profile',
  ],
  'pages/shared': [
    'tickets',
    'cards',
    'content',
    'facets',
    'filters',
    'configurations',
    'search-settings',
    'navigation',
    'campaigns',
    'context',
    'lists',
  ],
  server: [
    'settings',
    'storage',
    'observability',
    'admission',
    'http',
    'behaviour',
    'exports',
    'imports',
    'webhooks',
    'backup',
    'fleet',
    'queries',
    'live-snapshot',
    'agents',
    'routes',
    'front-ends',
    'daemon',
    '.',
  ],
  cli: ['terminal', 'backup', 'diff', 'doctor', 'explain', 'learn', 'profile', '.'],
};

/** Folders of the page, from below; `web/app.ts` stands on top of them. */
const PAGE = [
  'dom',
  'texts',
  'visitor',
  'page',
  'api',
  'pictures',
  'products',
  'content',
  'cart',
  'navigation',
  'listing',
  'views',
  'shell',
];

/**
 * The rules that hold the order of `folders` below `base`, which are listed from below.
 * @param {string} base
 * @param {string[]} folders
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
function order(base, folders) {
  const inside = (/** @type {string} */ folder) => (folder === '.' ? '[^/]+$' : `${folder}/`);
  return folders.slice(0, -1).map((folder, at) => ({
    name: `order-${base.replaceAll('/', '-')}-${folder}`,
    severity: 'error',
    comment: `${base}/${folder} must not know what is built on top of it.`,
    from: { path: `^${base}/${inside(folder)}` },
    to: {
      path: `^${base}/(${folders
        .slice(at + 1)
        .map(inside)
        .join('|')})`,
    },
  }));
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...order('src', FLOORS),
    ...order('web', PAGE),
    ...Object.entries(SUB_FLOORS).flatMap(([folder, folders]) => order(`src/${folder}`, folders)),
    {
      name: 'readers-know-no-writer',
      severity: 'error',
      comment: 'What answers queries and what builds snapshots meet in the formats of src/index alone.',
      from: { path: '^src/(query|recommend|pages)/' },
      to: { path: '^src/(build|ingest)/' },
    },
    {
      name: 'text-by-its-index',
      severity: 'error',
      comment: 'How texts are analyzed may be rearranged inside src/text; what others use of it is in its index.',
      from: { path: '^src/', pathNot: '^src/text/' },
      to: { path: '^src/text/', pathNot: '^src/text/index\\.ts$' },
    },
    {
      name: 'one-door-to-uws',
      severity: 'error',
      comment: 'The HTTP engine can be the bundled one or one installed by the operator; one file knows which.',
      from: { path: '^src/', pathNot: '^src/server/http/uws-package\\.ts$' },
      to: { path: '(^|/)node_modules/(uWebSockets\\.js|uws-js-unofficial)/|^(uWebSockets\\.js|uws-js-unofficial)$' },
    },
    {
      name: 'no-unknown-folder',
      severity: 'error',
      comment: 'A folder of src without a floor would escape these rules.',
      from: { path: '^src/' },
      to: { path: '^src/', pathNot: `^src/(${FLOORS.join('|')})/` },
    },
    {
      name: 'no-unknown-folder-of-the-page',
      severity: 'error',
      comment: 'A folder of web that has no place in the order would escape these rules.',
      from: { path: '^web/' },
      to: { path: '^web/', pathNot: `^web/(${PAGE.join('|')})/` },
    },
    {
      name: 'page-shares-types-alone',
      severity: 'error',
      comment: 'What browsers load is web alone: of the engine and of packages it knows types.',
      from: { path: '^web/' },
      to: { pathNot: '^web/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-needs-nothing',
      severity: 'error',
      comment: 'Pages load the client: it has no packages, and knows no part of the engine.',
      from: { path: '^clients/client/' },
      to: { pathNot: '^clients/client/src/' },
    },
    {
      name: 'install-before-importing',
      severity: 'error',
      comment: 'The commands run before packages are installed, and load these only when they need them.',
      from: {
        path: '^scripts/([^/]+|setup/(build|build-clients|bundle-tests|compile|packages|run-tests|say|temporary-folder|test-batches))\\.mjs$',
      },
      to: { path: 'node_modules', dynamic: false },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nothing-outside',
      severity: 'error',
      comment: 'What is published is src alone: it needs neither tests nor development packages.',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|web)/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^src/' },
      // onnxruntime-web is for operators to install.
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: 'node_modules/(@types|onnxruntime-web)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
