/**
 * The parameters of the administration interface: names, words and limits that the routes of the server use, and the
 * tables that describe them in the interface description.
 */
import Type from 'typebox';
import { REPORT_FORMATS } from '../behaviour/campaigns/campaign-report.js';
import { PAGE_FILTERS } from '../catalog/site/page-export.js';
import { flag, header, integer, list, looseWord, query, required, text, word } from './parameter-table.js';
import { VIEWS } from './shared-parameters.js';

/** Longest time that an import may be waited for. */
export const MAX_BLOCKING_MS = 300_000;
/** Longest body that may be uncompressed on routes that require compression. */
export const MAX_BYPASS_BYTES = 1_048_576;
/** The parameter that allows a small uncompressed body. */
export const BYPASS = 'bypass-compression-for-manual-test';
/** Most entries of the import history that are kept, and listed. */
export const MAX_LISTED_IMPORTS = 1000;
/** Most ids in one export of pages. */
export const MAX_PAGE_IDS = 250;
/** More product groups than any catalog has. */
export const ALL_GROUPS = 2_147_483_647;

const MARKET = required(text('market', 'A market of the catalog.'));
const LOCALE = text('locale', 'A locale of the market.');

export const NAME = text('name', 'What the import is called in the log and in the history.');
export const BYPASS_PARAMETER = flag(
  BYPASS,
  `Whether a body of at most ${MAX_BYPASS_BYTES} bytes may come uncompressed, for a test by hand.`,
  false,
);

export const CATALOG_PARAMETERS = [
  NAME,
  flag('force', 'Whether to import what would remove most of the catalog or of a market.', false),
  flag('validationOnly', 'Whether to check the body and change nothing.', false),
  query(
    'blockingTimeout',
    'How long to wait for the end of the import before a 202: an ISO 8601 duration from PT0S to PT5M.',
    Type.String({ pattern: '^P', default: `PT${MAX_BLOCKING_MS / 60_000}M` }),
  ),
  BYPASS_PARAMETER,
];

export const STATUS_PARAMETERS = [required(text('id', 'The id that came with the 202.'))];
export const HISTORY_PARAMETERS = [
  integer('limit', 'Imports at most.', {
    minimum: 1,
    maximum: MAX_LISTED_IMPORTS,
    default: MAX_LISTED_IMPORTS,
  }),
];
export const ROLLBACK_PARAMETERS = [
  required(text('id', 'The snapshot to go back to; `previous`: the one that the live one was made from.')),
];

const DAY = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
export const REPORT_PARAMETERS = [
  query('from', 'The first day, like 2026-01-31, each campaign in its time zone; default all.', DAY),
  query('to', 'The last day.', DAY),
  text('campaign', 'The id of a campaign; all of them unless stated.'),
  word('format', 'The form of the report.', REPORT_FORMATS, 'json'),
];

/** Exports require the header that states the encodings a client accepts. */
const ACCEPT_ENCODING = required(header('Accept-Encoding', 'Has to name gzip, identity or `*`.', Type.String()));

/** By kind of export. */
export const EXPORT_PARAMETERS = {
  catalog: [ACCEPT_ENCODING],
  'product-groups': [
    ACCEPT_ENCODING,
    MARKET,
    LOCALE,
    integer('limit', 'Product groups at most.', { minimum: 1, maximum: ALL_GROUPS }),
    text('productRules', 'Rules that products have to match; all do unless stated.'),
  ],
  pages: [
    ACCEPT_ENCODING,
    MARKET,
    list('idFilter', 'Ids of the pages to export; all of them unless stated.', { maxItems: MAX_PAGE_IDS }),
    word('outputFilter', 'Which state of pages to export.', PAGE_FILTERS, 'PUBLISHED_ONLY'),
  ],
  navigation: [
    ACCEPT_ENCODING,
    MARKET,
    required(LOCALE),
    flag('includeAppNodes', 'Whether to export the nodes that apps have added too.', false),
  ],
  templates: [ACCEPT_ENCODING],
  'product-sets': [ACCEPT_ENCODING],
  'search-settings': [
    ACCEPT_ENCODING,
    looseWord('viewId', 'PREVIEW exports them as they will be once previews are published.', VIEWS, 'PRODUCTION'),
  ],
  configuration: [ACCEPT_ENCODING],
  campaigns: [
    ACCEPT_ENCODING,
    looseWord('viewId', 'PREVIEW exports them as they will be once previews are published.', VIEWS, 'PRODUCTION'),
  ],
};

export type ExportKind = keyof typeof EXPORT_PARAMETERS;
