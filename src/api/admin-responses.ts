/**
 * Replies of the administration and of the routes for operators, without the bodies of imports: schemas for the
 * interface description, which tests compare with real replies and with the types of the server.
 */
import Type, { type TProperties, type TSchema } from 'typebox';
import { INVALID_REASONS } from '../behaviour/activities/verdict.js';
import { IMPORT_KINDS } from '../imports/protocol.js';
import { LISTED_TYPES } from './notification-listing.js';
import { ErrorDetails, LabelledId } from './response-parts.js';

const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const list = <Item extends TSchema>(item: Item) => Type.Array(item);
const { Optional, String: text, Number: number, Boolean: flag } = Type;
const count = () => Type.Integer({ minimum: 0 });
const moment = () => Type.String({ format: 'date-time' });

export const ImportCounts = strict({
  instructions: count(),
  productGroups: count(),
  products: count(),
  variants: count(),
  content: count(),
  translations: count(),
  warnings: count(),
});

/** Of imports of documents. */
export const DocumentCounts = strict({ added: count(), changed: count(), removed: count() });

const Counts = Type.Union([ImportCounts, DocumentCounts]);

const Stored = Type.Literal(true, {
  description:
    'Only with FAILURE: the catalog has what was imported, but its snapshot is not live. Queries are answered from the snapshot before; the next import, or the next start of the daemon, tries again.',
});

const Place = Type.Integer({
  minimum: 1,
  description: 'Of an import that waits for its turn: how many are before it, the running one included.',
});

export const ImportProgress = strict({
  phase: Type.Enum(['inflate', 'validate', 'build', 'verify', 'publish']),
  done: number(),
  total: number(),
});

export const ImportStatus = strict({
  id: text(),
  status: Type.Enum(['NOT_FOUND', 'WAITING', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'ABORTED']),
  reason: Optional(text()),
  stored: Optional(Stored),
  place: Optional(Place),
  progress: Optional(ImportProgress),
  errorDetails: Optional(ErrorDetails),
  counts: Optional(Counts),
  warnings: Optional(list(text())),
});

const begun = {
  id: text(),
  kind: Type.Enum([...IMPORT_KINDS, 'rollback']),
  name: Optional(text()),
  validationOnly: Optional(Type.Literal(true)),
  actor: Optional(text({ description: 'Who has sent it: the name of the key, or else its label.' })),
  key: Optional(text({ description: 'Id of the key; `settings` for that of the settings.' })),
  startedAt: moment(),
};

export const UnfinishedImport = strict({
  ...begun,
  status: Type.Enum(['WAITING', 'IN_PROGRESS']),
  place: Optional(Place),
  progress: Optional(ImportProgress),
});

export const ImportRecord = strict({
  ...begun,
  outcome: Type.Enum(['SUCCESS', 'FAILURE', 'ABORTED']),
  reason: Optional(text()),
  stored: Optional(Stored),
  snapshot: Optional(text({ description: 'The snapshot that it made, or that a rollback went back to.' })),
  undoneBy: Optional(text({ description: 'Id of the rollback that has undone it.' })),
  counts: Optional(Counts),
  endedAt: Optional(moment()),
  waitedMs: Optional(count()),
  durationMs: Optional(count()),
});

/** `unfinished`: those that run or wait, in the order in which they run. */
export const ImportHistory = strict({ unfinished: list(UnfinishedImport), imports: list(ImportRecord) });

export const SnapshotSummary = strict({
  id: text(),
  createdAt: moment(),
  catalogGeneration: count(),
  counts: strict({ productGroups: count(), products: count(), variants: count(), content: count() }),
  bytes: count(),
});

/** `live` is absent while no snapshot is live. */
export const SnapshotList = strict({ live: Optional(text()), snapshots: list(SnapshotSummary) });

export const NotificationEntry = strict({
  type: Type.Enum([...LISTED_TYPES]),
  timestamp: moment(),
  market: text(),
  customerKey: Optional(text()),
  sessionKey: Optional(text()),
  touchpoint: Optional(Type.Enum(['DESKTOP', 'MOBILE'])),
  path: Optional(text()),
  productKey: Optional(text()),
  variantKey: Optional(text()),
  contentKey: Optional(text()),
  cached: Optional(flag()),
  count: Optional(count()),
  paymentLines: Optional(
    list(strict({ quantity: count(), variantKey: text(), cost: Optional(number()), sellingPrice: Optional(number()) })),
  ),
});

export const NotificationList = strict({ count: count(), entries: list(NotificationEntry), info: Optional(text()) });

const ExportedCustom = Type.Record(Type.String(), list(LabelledId));

export const ExportedVariant = strict({
  key: text(),
  cost: Optional(number()),
  listPrice: Optional(number()),
  sellingPrice: Optional(number()),
  sizes: list(strict({ size: text() })),
  stockNumber: Optional(count()),
  stores: list(strict({ key: text(), stockNumber: count() })),
  customPrices: list(strict({ id: text(), listPrice: number(), sellingPrice: number() })),
  custom: ExportedCustom,
});

export const ExportedImage = strict({
  typeOverride: Optional(text()),
  tags: list(text()),
  custom: list(Type.Record(Type.String(), text())),
  urls: list(strict({ url: text(), width: Optional(count()), height: Optional(count()) })),
});

export const ExportedProduct = strict({
  key: text(),
  title: Optional(text()),
  url: Optional(text()),
  description: Optional(text()),
  images: list(ExportedImage),
  custom: ExportedCustom,
  variants: list(ExportedVariant),
});

export const ExportedGroup = strict({
  key: text(),
  brand: Optional(text()),
  department: Optional(text()),
  suppressDuplicates: flag(),
  products: list(ExportedProduct),
});

export const ProductGroupsExport = strict({
  market: text(),
  locale: Optional(text()),
  productGroups: list(ExportedGroup),
});

const owed = { addToCarts: count(), sales: count(), revenue: number() };

/** Amounts are in units of the campaign's currency. */
export const CampaignReport = strict({
  rows: list(
    strict({
      campaign: text(),
      product: text({ description: 'Empty for a banner; (others) where old days are added up.' }),
      phrase: text({ description: 'Empty without one.' }),
      page: text({ description: 'The kind of the page, and its reference.' }),
      day: text({ description: 'In the time zone of the campaign.' }),
      impressions: count(),
      clicks: count(),
      spend: number(),
      ...owed,
      viewThrough: Type.Object(owed, {
        additionalProperties: false,
        description: 'Owed to impressions, of visitors who had not clicked.',
      }),
    }),
  ),
  invalid: list(
    strict({
      campaign: text(),
      day: text(),
      reason: Type.Enum([...INVALID_REASONS]),
      clicks: count(),
      impressions: count(),
    }),
  ),
});

export const Alive = strict({ status: Type.Literal('alive') });
export const Ready = strict({
  status: Type.Enum(['ready', 'degraded'], {
    description:
      'degraded: they are answered, from an earlier snapshot or from memory, because files are or were damaged.',
  }),
  reasons: Optional(Type.Array(text(), { description: 'Where degraded: what is damaged, and what is done about it.' })),
  starting: Optional(
    Type.Array(text(), { description: 'Where ready after a start: what imports or exports have to wait for.' }),
  ),
});
export const NotReady = strict({ status: Type.Literal('not ready'), reasons: list(text()) });
export const PreviewViews = strict({
  views: list(strict({ market: text(), locale: text() })),
  templates: list(text({ description: 'The id of a response template.' })),
});
