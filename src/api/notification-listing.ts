/** The listing of the newest notifications: its parameters, and the form of its entries. */
import {
  KEPT_NOTIFICATIONS,
  type LatestNotifications,
  NOTIFICATION_TYPES,
  type NotificationRecord,
} from '../behaviour/index.js';
import { integer, word } from './parameter-table.js';
import { Parameters } from './parameters.js';

/** The types in listings; `unknown` is for records of types that only a newer version knows. */
export const LISTED_TYPES = [...NOTIFICATION_TYPES, 'unknown'] as const;
type ListedType = (typeof LISTED_TYPES)[number];

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const LATEST_PARAMETERS = [
  integer('limit', 'Entries at most.', { minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }),
  word('type', 'Notifications of this type alone.', LISTED_TYPES),
];

/** A ticket older than this is from an answer that the storefront has cached. */
const CACHED_AFTER_MS = 2 * 3_600_000;

/** An entry; members that the type of notification lacks are absent. */
export interface NotificationEntry {
  type: ListedType;
  /** ISO 8601 with offset. */
  timestamp: string;
  market: string;
  customerKey?: string;
  sessionKey?: string;
  touchpoint?: 'DESKTOP' | 'MOBILE';
  /** The page: its reference, or its type where it has none. */
  path?: string;
  productKey?: string;
  variantKey?: string;
  contentKey?: string;
  cached?: boolean;
  /** Number of recent searches that were removed; absent where it is unknown. */
  count?: number;
  paymentLines?: { quantity: number; variantKey: string; cost?: number; sellingPrice?: number }[];
}

export interface NotificationList {
  count: number;
  entries: NotificationEntry[];
  info?: string;
}

/** @throws Problem BAD_REQUEST naming the parameter. */
export function listNotifications(rawQuery: string, latest: LatestNotifications): NotificationList {
  const parameters = new Parameters(rawQuery);
  const limit = parameters.integer('limit', DEFAULT_LIMIT, 1, MAX_LIMIT);
  const type = parameters.word('type', LISTED_TYPES);
  const { records, found } = latest.list(limit, recorded => type === undefined || listedType(recorded) === type);
  const info = describe(records.length, found, latest.size, type);
  return { count: records.length, entries: records.map(entryOf), ...(info === undefined ? undefined : { info }) };
}

export function entryOf(record: NotificationRecord): NotificationEntry {
  const { at, market, customerKey, sessionKey, touchpoint } = record;
  const entry: NotificationEntry = {
    type: listedType(record.type),
    timestamp: new Date(at).toISOString().replace('Z', '+00:00'),
    market,
    ...(customerKey === undefined ? undefined : { customerKey }),
    ...(sessionKey === undefined ? undefined : { sessionKey }),
    ...(touchpoint === undefined ? undefined : { touchpoint }),
  };
  return Object.assign(entry, particulars(record));
}

function particulars(record: NotificationRecord): Partial<NotificationEntry> {
  switch (record.type) {
    case 'click':
    case 'add-to-cart':
    case 'ad-impression': {
      const { shown, productKey, variantKey, contentKey, at } = record;
      return {
        path: shown.pageReference || shown.pageType,
        cached: at - shown.minute * 60_000 > CACHED_AFTER_MS,
        ...(productKey === undefined ? undefined : { productKey }),
        ...(variantKey === undefined ? undefined : { variantKey }),
        ...(contentKey === undefined ? undefined : { contentKey }),
      };
    }
    case 'add-favorite':
    case 'remove-favorite': {
      const { productKey, variantKey } = record;
      return { productKey, ...(variantKey === undefined ? undefined : { variantKey }) };
    }
    case 'remove-recent-searches':
      return record.count === undefined ? {} : { count: record.count };
    case 'payment':
      return { paymentLines: record.lines.map(({ productKey: _, ...line }) => line) };
    default:
      return {};
  }
}

function listedType(recorded: string): ListedType {
  return NOTIFICATION_TYPES.find(known => known === recorded) ?? 'unknown';
}

/** Describes the list and what it leaves out. */
function describe(shown: number, found: number, kept: number, type: ListedType | undefined): string | undefined {
  if (shown < found) return `${found} notifications match; the newest ${shown} are listed`;
  if (kept >= KEPT_NOTIFICATIONS) return `only the newest ${kept} notifications are kept for this list`;
  if (found > 0) return undefined;
  return kept === 0
    ? 'no notifications have been received yet'
    : `none of the ${kept} notifications is of type ${type}`;
}
