/**
 * Campaigns of retail media: which products an advertiser pays to show, where, when, for how much. Each is stored as a
 * document of its own in the form of the import: published under `campaign|ID`, its preview under `campaign-preview|ID`,
 * where a removal that is not published yet is null.
 */
import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { Documents } from '../documents.js';
import { integer, list, ProductKey, Rules, strictObject, text } from './schema-members.js';

export const MAX_CAMPAIGNS = 10_000;
/** Limits of one campaign. */
export const MAX_CAMPAIGN_KEYS = 1000;
export const MAX_CAMPAIGN_TARGETS = 200;
export const MAX_CREATIVES = 50;
export const MAX_CAMPAIGN_MARKETS = 200;
/** Largest bid and budget, in units of the currency. */
export const MAX_BID = 10_000;
export const MAX_BUDGET = 1_000_000_000;
const MAX_SIDE = 10_000;

export const BID_TYPES = ['CPC', 'CPM'] as const;
export const PACINGS = ['EVEN', 'ASAP'] as const;
export const CAMPAIGN_TOUCHPOINTS = ['DESKTOP', 'MOBILE'] as const;

const ID = '^[A-Za-z0-9_-]{1,50}$';
export const isCampaignId = (text: string): boolean => new RegExp(ID).test(text);

export const CampaignId = Type.String({
  pattern: ID,
  description: 'a campaign id: 1 to 50 letters, digits, _ and -',
});

const Phrase = text(1, 200);
const Category = text(1, 1000);
const categories = (what: string) =>
  list(Category, `categories ${what}, levels separated by " > "`, MAX_CAMPAIGN_TARGETS);
const phrases = list(Phrase, 'phrases', MAX_CAMPAIGN_TARGETS);

function amount(most: number) {
  const description = `an amount of 0.01 to ${most}`;
  return Type.Number({ minimum: 0.01, maximum: most, description });
}

const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$',
  description: 'a time with its offset, like 2026-01-31T08:00:00+01:00',
});

const Link = Type.String({
  maxLength: 2000,
  pattern: '^(https?://[^\\s/\\\\]\\S*|/(?![/\\\\])\\S*)$',
  description: 'an http or https URL, or a path that begins with /',
});

export const Advertiser = strictObject('an advertiser', {
  id: Type.String({
    pattern: ID,
    description: 'an advertiser id: 1 to 50 letters, digits, _ and -',
  }),
  name: text(1, 200),
  /** Absent: the advertiser pays. */
  payer: Type.Optional(text(1, 200)),
});

/** What any of the members names. */
export const CampaignProducts = strictObject('the products of a campaign', {
  keys: Type.Optional(list(ProductKey, 'product keys', MAX_CAMPAIGN_KEYS)),
  groups: Type.Optional(list(ProductKey, 'keys of product groups', MAX_CAMPAIGN_KEYS)),
  rules: Type.Optional(Rules),
});

/** A member that is absent or empty is no limit; what one member lists are alternatives. */
export const Targeting = strictObject('where a campaign competes', {
  categories: Type.Optional(categories('in which it competes')),
  phrases: Type.Optional(
    strictObject('the phrases for which it competes', {
      exact: Type.Optional(phrases),
      containing: Type.Optional(phrases),
    }),
  ),
  pages: Type.Optional(list(text(1, 200), 'page ids', MAX_CAMPAIGN_TARGETS)),
  touchpoints: Type.Optional(list(Type.Enum([...CAMPAIGN_TOUCHPOINTS]), 'touchpoints', CAMPAIGN_TOUCHPOINTS.length)),
});

export const CampaignExclusions = strictObject('where a campaign never shows', {
  phrases: Type.Optional(phrases),
  categories: Type.Optional(categories('in which it never shows')),
});

export const Bid = strictObject('a bid', {
  type: Type.Enum([...BID_TYPES]),
  amount: amount(MAX_BID),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'a currency code like EUR' }),
});

/** In the currency of the bid. */
export const Budget = strictObject('a budget', {
  total: amount(MAX_BUDGET),
  daily: Type.Optional(amount(MAX_BUDGET)),
});

export const Creative = strictObject('an image of a banner', {
  width: integer(1, MAX_SIDE),
  height: integer(1, MAX_SIDE),
  image: Link,
  alt: text(1, 300),
  link: Link,
  locale: Type.Optional(
    Type.String({ pattern: '^[a-z]{2}(-([A-Z]{2}|[0-9]{3}))?$', description: 'a locale like en or en-GB' }),
  ),
});

export const Campaign = strictObject('a campaign', {
  name: text(1, 200),
  advertiser: Advertiser,
  markets: Type.Array(text(1, 20), {
    minItems: 1,
    maxItems: MAX_CAMPAIGN_MARKETS,
    uniqueItems: true,
    description: 'a list of at least one market, each named once',
  }),
  /** Absent: at once. */
  from: Type.Optional(Instant),
  /** The first moment at which it no longer runs. Absent: until its budget is spent. */
  until: Type.Optional(Instant),
  /** Whose midnight begins the day of its daily budget and frequency cap; default UTC. */
  timeZone: Type.Optional(text(1, 50)),
  /** Default true. */
  enabled: Type.Optional(Type.Boolean()),
  products: Type.Optional(CampaignProducts),
  targeting: Type.Optional(Targeting),
  exclusions: Type.Optional(CampaignExclusions),
  bid: Bid,
  budget: Budget,
  /** Default EVEN. */
  pacing: Type.Optional(Type.Enum([...PACINGS])),
  /** Impressions a visitor and day. */
  frequencyCap: Type.Optional(integer(1, 1000)),
  creatives: Type.Optional(list(Creative, 'images', MAX_CREATIVES)),
});

const CampaignsById = Type.Record(CampaignId, Campaign, {
  additionalProperties: false,
  description: 'campaigns by id',
});

/** Body of the import: `replace` alone, or `edit` and `remove`. */
export const CampaignImport = strictObject('edit and remove, or replace', {
  edit: Type.Optional(CampaignsById),
  replace: Type.Optional(CampaignsById),
  remove: Type.Optional(list(CampaignId, 'campaign ids', MAX_CAMPAIGNS)),
  previewOnly: Type.Optional(Type.Boolean()),
});

/** Body of a request to publish previews: those of `ids`, by default all. */
export const CampaignPublication = strictObject('previews to publish', {
  ids: Type.Optional(list(CampaignId, 'campaign ids', MAX_CAMPAIGNS)),
});

/** Body of the export, which can be imported again. */
export const CampaignExport = strictObject('all campaigns', { replace: CampaignsById });

export type Campaign = Static<typeof Campaign>;
export type CampaignImport = Static<typeof CampaignImport>;
export type CampaignExport = Static<typeof CampaignExport>;

export type CampaignLayer = 'campaign' | 'campaign-preview';

export function campaignKey(layer: CampaignLayer, id: string): string {
  return `${layer}|${id}`;
}

/** The campaigns of one layer by id; in previews null stands for a removal. */
export function campaignsOf(documents: Documents, layer: CampaignLayer): Map<string, Campaign | null> {
  const prefix = campaignKey(layer, '');
  const entries = documents.entries<Campaign | null>(prefix);
  return new Map(Array.from(entries, ({ key, record }) => [key.slice(prefix.length), record]));
}

/**
 * Ids alone: reading ten thousand campaigns for one that changes takes longer than all else.
 * @param previewed as they would be if all previews were published now
 */
export function campaignIds(documents: Documents, previewed: boolean): Set<string> {
  const prefix = campaignKey('campaign', '');
  const ids = new Set(Array.from(documents.keys(prefix), key => key.slice(prefix.length)));
  for (const [id, campaign] of previewed ? campaignsOf(documents, 'campaign-preview') : []) {
    if (campaign === null) ids.delete(id);
    else ids.add(id);
  }
  return ids;
}

/** @param previewed as it would be if its preview were published now */
export function campaignOf(documents: Documents, id: string, previewed: boolean): Campaign | undefined {
  const preview = previewed ? documents.get<Campaign | null>(campaignKey('campaign-preview', id)) : undefined;
  if (preview === null) return undefined;
  return preview ?? documents.get<Campaign>(campaignKey('campaign', id));
}

/** @param previewed as they would be if all previews were published now */
export function exportCampaigns(documents: Documents, previewed: boolean): CampaignExport {
  const all = campaignsOf(documents, 'campaign');
  if (previewed) for (const [id, campaign] of campaignsOf(documents, 'campaign-preview')) all.set(id, campaign);
  const entries = [...all].filter((entry): entry is [string, Campaign] => entry[1] !== null);
  return { replace: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** The entity tag of a campaign, with quotes (RFC 9110, 8.8.3): equal for equal content, whatever the order of members. */
export function campaignTag(campaign: Campaign): string {
  return `"${createHash('sha256')
    .update(JSON.stringify(sorted(campaign)))
    .digest('base64url')
    .slice(0, 22)}"`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
