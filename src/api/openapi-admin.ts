/** The operations of the administration in the interface description. All of them require an Api-Key. */
import Type, { type TSchema } from 'typebox';
import { Campaign, CampaignExport } from '../catalog/site/campaign-document.js';
import { Configuration } from '../catalog/site/configuration.js';
import { NavigationContainer } from '../catalog/site/navigation-document.js';
import { PageContainer } from '../catalog/site/page-document.js';
import { ProductSets } from '../catalog/site/product-sets.js';
import { SearchSettings } from '../catalog/site/search-settings-document.js';
import { Templates } from '../catalog/site/templates.js';
import { Explanation } from '../pages/explain/explanation.js';
import { ACCESS, EXPORT_ACCESS, IMPORT_ACCESS } from './access.js';
import {
  BYPASS_PARAMETER,
  CATALOG_PARAMETERS,
  EXPORT_PARAMETERS,
  type ExportKind,
  HISTORY_PARAMETERS,
  NAME,
  REPORT_PARAMETERS,
  ROLLBACK_PARAMETERS,
  STATUS_PARAMETERS,
} from './admin-parameters.js';
import {
  CampaignReport,
  ImportHistory,
  ImportStatus,
  NotificationList,
  ProductGroupsExport,
  SnapshotList,
} from './admin-responses.js';
import { BackupOrder } from './backup-order.js';
import { TopicBody, TopicReply } from './discovery-topics.js';
import { ExplainOrder } from './explain-order.js';
import { LATEST_PARAMETERS } from './notification-listing.js';
import { FLEET } from './openapi-fleet.js';
import { json, jsonOrText, NO_CONTENT, type Operation, type Reply } from './openapi-table.js';
import { WEBHOOKS } from './openapi-webhooks.js';
import { flag, header, required, text } from './parameter-table.js';
import { PaymentBody } from './payment.js';
import { ACTIVITY_PARAMETERS } from './shared-parameters.js';
import { SITE_IMPORTS, type SiteImport } from './site-imports.js';
import { VisitorErasure, VisitorExport, VisitorOrder } from './visitor-data.js';

const BASE = '/api/admin/v4/';

const CONTENT_ENCODING = header('Content-Encoding', 'How the body is compressed.', Type.Enum(['gzip', 'identity']));
const CAMPAIGN_ID = required(text('id', 'The id of the campaign.', 50));
const IF_MATCH = header('If-Match', 'ETags of which the campaign has to have one; * for any.', Type.String());
const IF_NONE_MATCH = header(
  'If-None-Match',
  'Of GET: ETags that the client has. Of PUT: *, so that it has to be new.',
  Type.String(),
);
const COMPRESSED = header(
  'Content-Encoding',
  `Has to be gzip, but for a small body sent with \`${BYPASS_PARAMETER.name}\`.`,
  Type.Enum(['gzip', 'identity']),
);

/** Its lines have no schema: there are millions of them, and they are checked by code of their own. */
const CatalogLines = Type.String({
  description:
    'JSON lines, one instruction each. Data of products may have `embeddings`: by name of a space of the setting ' +
    '`index.embeddings`, a list of as many numbers as it has dimensions.',
});

const IMPORTED = (description: string): Reply => ({ ...NO_CONTENT(description), headers: ['Vitrine-Import'] });

const CATALOG = {
  path: `${BASE}import/catalog`,
  tag: 'Imports' as const,
  parameters: [...CATALOG_PARAMETERS, COMPRESSED],
  body: { required: true, content: { 'application/jsonlines': CatalogLines } },
  answers: {
    202: json('Received, and on disk where it waits for others; it goes on. The status of the import.', ImportStatus),
    204: IMPORTED('Done: live, or found to be right where it was only checked.'),
  },
  errors: [409],
};

/** One campaign. */
const CAMPAIGN: readonly Operation[] = [
  {
    id: 'campaignReport',
    method: 'GET',
    path: `${BASE}export/campaign-report`,
    oldToo: true,
    tag: 'Exports',
    summary: 'What campaigns were shown, clicked, billed and sold, and what was not billed.',
    access: ACCESS.campaignReport,
    parameters: REPORT_PARAMETERS,
    answers: {
      200: {
        description: 'Rows in the order of days and campaigns.',
        content: { 'application/json': CampaignReport, 'text/csv': Type.String() },
      },
    },
  },
  {
    id: 'readCampaign',
    method: 'GET',
    path: `${BASE}campaign`,
    oldToo: true,
    tag: 'Exports',
    summary: 'A published campaign.',
    access: ACCESS.readCampaign,
    parameters: [CAMPAIGN_ID, IF_NONE_MATCH],
    answers: {
      200: { ...json('The campaign, in the form of its import.', Campaign), headers: ['ETag'] },
      304: { description: 'The client has it already.', headers: ['ETag'] },
    },
  },
  {
    id: 'putCampaign',
    method: 'PUT',
    path: `${BASE}campaign`,
    oldToo: true,
    tag: 'Imports',
    summary: 'Add a campaign, or put another in its place.',
    access: IMPORT_ACCESS.campaign,
    parameters: [CAMPAIGN_ID, NAME, IF_MATCH, IF_NONE_MATCH, CONTENT_ENCODING],
    body: { required: true, content: { 'application/json': Campaign } },
    answers: { 204: IMPORTED('It is live.') },
    errors: [409, 412],
  },
  {
    id: 'removeCampaign',
    method: 'DELETE',
    path: `${BASE}campaign`,
    oldToo: true,
    tag: 'Imports',
    summary: 'Remove a campaign.',
    access: IMPORT_ACCESS.campaign,
    parameters: [CAMPAIGN_ID, NAME, IF_MATCH],
    answers: { 204: IMPORTED('It is gone.') },
    errors: [409, 412],
  },
];

const IMPORTS: readonly Operation[] = [
  {
    id: 'replaceCatalog',
    method: 'PUT',
    ...CATALOG,
    access: ACCESS.replaceCatalog,
    summary: 'Replace the whole catalog.',
  },
  {
    id: 'updateCatalog',
    method: 'POST',
    ...CATALOG,
    access: IMPORT_ACCESS.catalog,
    summary: 'Apply instructions to the catalog.',
    description:
      'Refused with 405 while the catalog is one that an older version wrote, or lacks imports because its store was ' +
      'damaged: replace it first.',
  },
  ...SITE_IMPORTS.flatMap(siteImport),
  ...CAMPAIGN,
  {
    id: 'importStatus',
    method: 'GET',
    path: `${BASE}import/status`,
    oldToo: true,
    tag: 'Imports',
    summary: 'How an import goes, or went.',
    access: ACCESS.importStatus,
    parameters: STATUS_PARAMETERS,
    answers: { 200: json('Its status; NOT_FOUND for an id that is not known.', ImportStatus) },
  },
  {
    id: 'importHistory',
    method: 'GET',
    path: `${BASE}import/history`,
    oldToo: true,
    tag: 'Imports',
    summary: 'The imports that run or wait, and the last ones of every kind.',
    access: ACCESS.importHistory,
    parameters: HISTORY_PARAMETERS,
    answers: { 200: json('Those that have ended newest first.', ImportHistory) },
  },
];

function siteImport({ kind, path, methods, force, compressed }: SiteImport): Operation[] {
  return Object.entries(methods).map(
    ([method, { mode, summary, body }]): Operation => ({
      id: operationId(path, mode === 'replace' && Object.keys(methods).length > 1 ? 'replace' : ''),
      method: method as 'POST' | 'PUT',
      path: BASE + path,
      oldToo: true,
      tag: 'Imports',
      summary,
      access: IMPORT_ACCESS[kind],
      parameters: [
        NAME,
        ...(force === undefined
          ? []
          : [flag(force, 'Whether to import what would remove most of what is there.', false)]),
        ...(compressed ? [BYPASS_PARAMETER, COMPRESSED] : [CONTENT_ENCODING]),
      ],
      body: { required: true, content: { 'application/json': body } },
      answers: { 204: IMPORTED('It is live.') },
      errors: [409],
    }),
  );
}

/** `import/pages` → `importPages`. */
function operationId(path: string, prefix: string): string {
  const words = [...(prefix ? [prefix] : []), ...path.split(/[/-]/)];
  return words.map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
}

const EXPORTS: Record<ExportKind, { summary: string; content: Record<string, TSchema> }> = {
  catalog: {
    summary: 'The catalog, as it can be imported again.',
    content: { 'application/jsonlines': CatalogLines },
  },
  'product-groups': {
    summary: 'The product groups of a market, with the data of the market.',
    content: { 'application/json': ProductGroupsExport },
  },
  pages: { summary: 'The pages of a market.', content: { 'application/json': PageContainer } },
  navigation: {
    summary: 'The navigation of a market and locale.',
    content: { 'application/json': NavigationContainer },
  },
  templates: { summary: 'All response templates.', content: { 'application/json': Templates } },
  'product-sets': { summary: 'All product sets.', content: { 'application/json': ProductSets } },
  'search-settings': { summary: 'The search settings.', content: { 'application/json': SearchSettings } },
  campaigns: { summary: 'The campaigns of retail media.', content: { 'application/json': CampaignExport } },
  configuration: { summary: 'What is configured of the shop.', content: { 'application/json': Configuration } },
};

const exports = Object.entries(EXPORTS).map(
  ([kind, { summary, content }]): Operation => ({
    id: operationId(`export/${kind}`, ''),
    method: 'GET',
    path: `${BASE}export/${kind}`,
    oldToo: true,
    tag: 'Exports',
    summary,
    access: EXPORT_ACCESS[kind as ExportKind],
    parameters: EXPORT_PARAMETERS[kind as ExportKind],
    answers: { 200: { description: 'In the form of the import, where there is one.', content } },
    errors: [406],
  }),
);

const SNAPSHOTS: readonly Operation[] = [
  {
    id: 'snapshots',
    method: 'GET',
    path: `${BASE}snapshots`,
    oldToo: true,
    tag: 'Snapshots',
    summary: 'The snapshots that are kept, and which of them is live.',
    access: ACCESS.snapshots,
    answers: { 200: json('Newest first.', SnapshotList) },
  },
  {
    id: 'rollback',
    method: 'POST',
    path: `${BASE}snapshots/rollback`,
    oldToo: true,
    tag: 'Snapshots',
    summary: 'Go back to a kept snapshot and its catalog.',
    description:
      'The snapshot is live at once. Then the catalog is taken back to it, for exports and later imports too. A rollback can be taken back by one to the newer snapshot, while that is kept.',
    access: ACCESS.rollback,
    parameters: ROLLBACK_PARAMETERS,
    answers: { 204: NO_CONTENT('It is live, and the catalog is what it was then.') },
    errors: [409],
  },
];

const BACKUPS: readonly Operation[] = [
  {
    id: 'backup',
    method: 'POST',
    path: `${BASE}backup`,
    oldToo: true,
    tag: 'Backups',
    summary: 'A backup of everything that the daemon keeps.',
    description:
      'As it is at one moment, while imports and queries go on. The first file is `vitrine-backup.json`, which lists all ' +
      'with their lengths and checksums; those that `has` names follow only where they have changed. It has the hashes ' +
      'of the API keys, the secret of tickets and what is remembered of visitors.',
    access: ACCESS.backup,
    body: { required: false, content: jsonOrText(BackupOrder) },
    answers: {
      200: {
        description: 'A tar archive; a reply that is cut off is no backup.',
        content: { 'application/x-tar': Type.String({ description: 'the archive' }) },
      },
    },
    errors: [409],
  },
];

const NOTIFICATIONS: readonly Operation[] = [
  {
    id: 'notifyPayment',
    method: 'POST',
    path: `${BASE}notifications/payment`,
    oldToo: true,
    tag: 'Notifications',
    summary: 'An order was paid.',
    description: 'Lines that are right are recorded even where others are wrong.',
    access: ACCESS.payment,
    parameters: ACTIVITY_PARAMETERS,
    body: { required: true, content: jsonOrText(PaymentBody) },
    answers: { 204: NO_CONTENT('Recorded: it is on disk.') },
  },
  {
    id: 'latestNotifications',
    method: 'GET',
    path: `${BASE}notifications/latest`,
    oldToo: true,
    tag: 'Notifications',
    summary: 'The newest notifications.',
    access: ACCESS.latestNotifications,
    parameters: LATEST_PARAMETERS,
    answers: { 200: json('Newest first.', NotificationList) },
  },
];

const VISITORS: readonly Operation[] = [
  {
    id: 'exportVisitor',
    method: 'POST',
    path: `${BASE}visitors/export`,
    oldToo: true,
    tag: 'Visitors',
    summary: 'All that is remembered of a customer.',
    access: ACCESS.exportVisitor,
    body: { required: true, content: jsonOrText(VisitorOrder) },
    answers: { 200: json('In every market; with the notifications that are kept, oldest first.', VisitorExport) },
  },
  {
    id: 'eraseVisitor',
    method: 'POST',
    path: `${BASE}visitors/erase`,
    oldToo: true,
    tag: 'Visitors',
    summary: 'Forget a customer.',
    description: 'What the customer did still counts, without the link to the customer.',
    access: ACCESS.eraseVisitor,
    body: { required: true, content: jsonOrText(VisitorOrder) },
    answers: { 200: json('How much was forgotten: in how many markets, and how many notifications.', VisitorErasure) },
  },
];

const TOPICS: readonly Operation[] = [
  {
    id: 'issueTopic',
    method: 'POST',
    path: `${BASE}discovery-agent/topics`,
    oldToo: true,
    tag: 'Topics',
    summary: 'A ticket for the products of a topic, to be asked for by a storefront.',
    description: 'Nothing is stored: a ticket is good for as long as the daemon keeps the secret of its data folder.',
    access: ACCESS.topic,
    errors: [421],
    body: { required: true, content: jsonOrText(TopicBody) },
    answers: { 200: json('The ticket.', TopicReply) },
  },
];

const EXPLANATIONS: readonly Operation[] = [
  {
    id: 'explain',
    method: 'POST',
    path: `${BASE}explain`,
    oldToo: true,
    tag: 'Explanations',
    summary: 'How a storefront query is understood, why each product stands where it does, and why others do not.',
    description:
      'Without a visitor unless the query names one; nothing is recorded. Errors name the member of the body that they ' +
      'are about: `/parameters/limit`, `/body/primaryList/productRules`.',
    access: ACCESS.explain,
    errors: [421],
    body: { required: true, content: jsonOrText(ExplainOrder) },
    answers: { 200: json('The explanation.', Explanation) },
  },
];

export const ADMIN_OPERATIONS: readonly Operation[] = [
  ...IMPORTS,
  ...exports,
  ...SNAPSHOTS,
  ...FLEET,
  ...WEBHOOKS,
  ...BACKUPS,
  ...NOTIFICATIONS,
  ...VISITORS,
  ...TOPICS,
  ...EXPLANATIONS,
];
