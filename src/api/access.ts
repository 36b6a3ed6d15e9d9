/**
 * What a request of the administration needs of its Api-Key. Routes check it, and the description of the interface
 * tells it. A key without limits has neither `readOnly` nor markets.
 */
import type { ImportKind } from '../imports/protocol.js';
import type { ExportKind } from './admin-parameters.js';

const IMPORT_SCOPES = [
  'import:catalog',
  'import:pages',
  'import:navigation',
  'import:templates',
  'import:product-sets',
  'import:search-settings',
  'import:configuration',
  'import:campaigns',
  'import:rollback',
] as const;

/** What keys can be made for; `import` stands for all that begin with it. */
export const SCOPES = ['import', ...IMPORT_SCOPES, 'export', 'notifications', 'backup', 'publish'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Access {
  /** One of these suffices; `import` is had by each of its kinds. */
  scopes: readonly Scope[];
  /** Whether the request changes what is stored: a read-only key does not suffice. */
  writes?: true;
  /**
   * Whether the request is about markets that it names: a key of these suffices, which the caller of
   * `KeyRing.authorise` checks. Otherwise it is about all markets, and takes a key of all.
   */
  ofMarket?: true;
}

const read = (...scopes: Scope[]): Access => ({ scopes });
const write = (scope: Scope): Access => ({ scopes: [scope], writes: true });
const ofMarket = (access: Access): Access => ({ ...access, ofMarket: true });

const CATALOG = write('import:catalog');
const PAGES = ofMarket(write('import:pages'));
const NAVIGATION = ofMarket(write('import:navigation'));
const CAMPAIGNS = write('import:campaigns');
const SEARCH_SETTINGS = write('import:search-settings');

/** Of imports by their kind; the catalog in part. */
export const IMPORT_ACCESS: Record<ImportKind, Access> = {
  catalog: ofMarket(CATALOG),
  pages: PAGES,
  'pages-publish': PAGES,
  navigation: NAVIGATION,
  'navigation-nodes': NAVIGATION,
  templates: write('import:templates'),
  'product-sets': write('import:product-sets'),
  'search-settings': SEARCH_SETTINGS,
  'search-settings-publish': SEARCH_SETTINGS,
  configuration: write('import:configuration'),
  campaigns: CAMPAIGNS,
  'campaigns-publish': CAMPAIGNS,
  campaign: CAMPAIGNS,
};

/** Of exports by their kind. */
export const EXPORT_ACCESS: Record<ExportKind, Access> = {
  catalog: read('export'),
  'product-groups': ofMarket(read('export')),
  pages: ofMarket(read('export')),
  navigation: ofMarket(read('export')),
  templates: read('export'),
  'product-sets': read('export'),
  'search-settings': read('export'),
  configuration: read('export'),
  campaigns: read('export'),
};

/** Of everything else. */
export const ACCESS = {
  replaceCatalog: CATALOG,
  /** The id of an import is told to its sender alone, and tells nothing of markets. */
  importStatus: ofMarket(read('import')),
  importHistory: read('import', 'export'),
  snapshots: read('import', 'export'),
  rollback: write('import:rollback'),
  backup: read('backup'),
  fleet: read('import', 'export'),
  sharedSettings: read('import', 'export'),
  shareSettings: write('import:configuration'),
  drain: write('import:rollback'),
  webhooks: read('import', 'export'),
  testWebhooks: write('import:configuration'),
  payment: ofMarket(write('notifications')),
  latestNotifications: read('notifications'),
  exportVisitor: read('notifications'),
  eraseVisitor: write('notifications'),
  topic: ofMarket(read('export')),
  explain: ofMarket(read('export')),
  readCampaign: read('export'),
  campaignReport: read('export'),
  /** Any of these opens the tools of the shop's agents; each tool needs its own. */
  adminTools: ofMarket(read('export', 'import', 'publish')),
  searches: ofMarket(read('export')),
  readSearchSettings: read('export', 'import:search-settings'),
  publish: ofMarket(write('publish')),
} satisfies Record<string, Access>;

/** Whether a key with a scope has another one. */
export function includesScope(held: Scope, needed: Scope): boolean {
  return held === needed || held.startsWith(`${needed}:`) || needed.startsWith(`${held}:`);
}
