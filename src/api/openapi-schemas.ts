/**
 * The schemas of the interface description: which of them have names, and their form in the document. A named schema is
 * defined once, under `components`, and referred to from others.
 */
import type { TSchema } from 'typebox';
import * as campaigns from '../catalog/site/campaign-document.js';
import {
  AppSettings,
  Configuration,
  ConfigurationAmendment,
  ConfigurationImport,
  ConfigurationRemoval,
  MarketAmendment,
  MarketConfiguration,
} from '../catalog/site/configuration.js';
import { FacetSetting, FacetsOverride, FacetTemplate } from '../catalog/site/facet-settings.js';
import {
  NavigationAmendment,
  NavigationContainer,
  NavigationNode,
  NodeId,
} from '../catalog/site/navigation-document.js';
import * as pages from '../catalog/site/page-document.js';
import * as primaryList from '../catalog/site/page-primary-list.js';
import { ProductSet, ProductSets } from '../catalog/site/product-sets.js';
import { ProductKey, Rules } from '../catalog/site/schema-members.js';
import * as search from '../catalog/site/search-settings-document.js';
import * as templates from '../catalog/site/templates.js';
import * as explanation from '../pages/explain/explanation.js';
import * as admin from './admin-responses.js';
import { McpFault, McpMessage, McpResult } from './agents/mcp-schemas.js';
import * as ucp from './agents/ucp-requests.js';
import * as backups from './backup-order.js';
import * as topics from './discovery-topics.js';
import { ExplainOrder } from './explain-order.js';
import * as lists from './list-requests.js';
import * as notifications from './notifications.js';
import { PaymentBody, PaymentLineBody } from './payment.js';
import * as bodies from './request-bodies.js';
import { ErrorResponse, RESPONSE_PARTS } from './response-parts.js';
import { QUERY_RESPONSES } from './responses.js';
import { SharedSettings } from './shared-settings.js';
import * as visitors from './visitor-data.js';

/** A schema in the document, or any part of one. */
export type JsonSchema = { [keyword: string]: unknown };

/** Names and schemas in the order of the document. */
const NAMED: Readonly<Record<string, TSchema>> = {
  Error: ErrorResponse,
  AutocompleteBody: bodies.AutocompleteBody,
  SearchPageBody: bodies.SearchPageBody,
  LandingPageBody: bodies.LandingPageBody,
  ProductPageBody: bodies.ProductPageBody,
  CartPageBody: bodies.CartPageBody,
  AddToCartPopupBody: bodies.AddToCartPopupBody,
  ContentSearchPageBody: bodies.ContentSearchPageBody,
  DiscoveryTopicBody: bodies.DiscoveryTopicBody,
  PartSettings: bodies.PartSettings,
  PrimaryListSettings: bodies.PrimaryListSettings,
  ContentListRequest: lists.ContentList,
  ContentFilter: lists.ContentFilter,
  RecommendationListRequest: lists.RecList,
  RecommendationListParameters: lists.RecListParameters,
  AutocompleteResponse: QUERY_RESPONSES.autocomplete,
  SearchPageResponse: QUERY_RESPONSES['search-page'],
  LandingPageResponse: QUERY_RESPONSES['landing-page'],
  ProductPageResponse: QUERY_RESPONSES['product-page'],
  CartPageResponse: QUERY_RESPONSES['cart-page'],
  AddToCartPopupResponse: QUERY_RESPONSES['add-to-cart-popup'],
  NavigationTreeResponse: QUERY_RESPONSES['navigation-tree'],
  ContentSearchPageResponse: QUERY_RESPONSES['content-search-page'],
  ContentInformationResponse: QUERY_RESPONSES['content-information'],
  DiscoveryTopicResponse: QUERY_RESPONSES['discovery-agent-topic'],
  SponsoredPageResponse: QUERY_RESPONSES['sponsored-page'],
  BannersResponse: QUERY_RESPONSES.banners,
  ...RESPONSE_PARTS,
  McpMessage,
  McpResult,
  McpFault,
  UcpSearch: ucp.UcpSearch,
  UcpLookup: ucp.UcpLookup,
  UcpProductRequest: ucp.UcpProductRequest,
  UcpContext: ucp.UcpContext,
  UcpFilters: ucp.UcpFilters,
  UcpAnswer: ucp.UcpAnswer,
  TicketBody: notifications.TicketBody,
  FavoriteBody: notifications.FavoriteBody,
  RecentSearchesBody: notifications.RecentSearchesBody,
  RecentlyViewedBody: notifications.RecentlyViewedBody,
  EmptyBody: notifications.EmptyBody,
  CatalogKey: notifications.CatalogKey,
  PaymentBody,
  PaymentLine: PaymentLineBody,
  NotificationList: admin.NotificationList,
  NotificationEntry: admin.NotificationEntry,
  VisitorOrder: visitors.VisitorOrder,
  VisitorExport: visitors.VisitorExport,
  RememberedProduct: visitors.RememberedProduct,
  VisitorErasure: visitors.VisitorErasure,
  BackupOrder: backups.BackupOrder,
  BackupFile: backups.BackupFile,
  TopicBody: topics.TopicBody,
  TopicReply: topics.TopicReply,
  ProductKey,
  ProductRules: Rules,
  PageContainer: pages.PageContainer,
  Page: pages.Page,
  PageId: pages.PageId,
  PagePublication: pages.PagePublication,
  PagePrimaryList: primaryList.PagePrimaryList,
  FacetsOverride,
  FacetSetting,
  FacetTemplate,
  Keywords: primaryList.Keywords,
  SliceInfo: primaryList.SliceInfo,
  PageSlice: primaryList.PageSlice,
  SortOrderOverride: primaryList.SortOrderOverride,
  PageRecList: pages.PageRecList,
  PageSponsoredList: pages.PageSponsoredList,
  PageBanner: pages.PageBanner,
  PageListId: pages.ListId,
  CustomData: pages.CustomData,
  NavigationContainer,
  NavigationAmendment,
  NavigationNode,
  NavigationNodeId: NodeId,
  Templates: templates.Templates,
  TemplateAmendment: templates.TemplateAmendment,
  TemplateId: templates.TemplateId,
  TemplateSettings: templates.TemplateSettings,
  ProductMapping: templates.ProductMapping,
  ProductTemplate: templates.ProductTemplate,
  VariantMapping: templates.VariantMapping,
  VariantTemplate: templates.VariantTemplate,
  ProductSets,
  ProductSet,
  SearchSettings: search.SearchSettings,
  SearchSettingsPublication: search.SearchSettingsPublication,
  LocaleSearchSettings: search.LocaleSearchSettings,
  SynonymGroup: search.SynonymGroup,
  SearchRedirect: search.SearchRedirect,
  PhraseRule: search.PhraseRule,
  PhraseBurial: search.PhraseBurial,
  PhraseBoost: search.PhraseBoost,
  CampaignImport: campaigns.CampaignImport,
  CampaignExport: campaigns.CampaignExport,
  CampaignPublication: campaigns.CampaignPublication,
  Campaign: campaigns.Campaign,
  CampaignId: campaigns.CampaignId,
  CampaignAdvertiser: campaigns.Advertiser,
  CampaignProducts: campaigns.CampaignProducts,
  CampaignTargeting: campaigns.Targeting,
  CampaignExclusions: campaigns.CampaignExclusions,
  CampaignBid: campaigns.Bid,
  CampaignBudget: campaigns.Budget,
  CampaignCreative: campaigns.Creative,
  ConfigurationImport,
  Configuration,
  ConfigurationAmendment,
  ConfigurationRemoval,
  MarketConfiguration,
  MarketAmendment,
  MarketSettings: AppSettings,
  ProductGroupsExport: admin.ProductGroupsExport,
  ExportedGroup: admin.ExportedGroup,
  ExportedProduct: admin.ExportedProduct,
  ExportedVariant: admin.ExportedVariant,
  ExportedImage: admin.ExportedImage,
  SharedSettings,
  ExplainOrder,
  Explanation: explanation.Explanation,
  ExplainedText: explanation.TextReading,
  ExplainedWord: explanation.WordReading,
  ExplainedMeaning: explanation.Meaning,
  ExplainedValue: explanation.ValueReading,
  ReplacedWords: explanation.Replacement,
  ActingPhraseRule: explanation.ActingRule,
  ExplainedList: explanation.ExplainedList,
  ExplainedHit: explanation.ExplainedHit,
  PassedFilter: explanation.PassedFilter,
  RecommendationGrounds: explanation.Grounds,
  ScorePart: explanation.ScorePart,
  WordScore: explanation.WordPart,
  DescribedScore: explanation.DescribedPart,
  TogetherScore: explanation.TogetherPart,
  TermPlace: explanation.TermPlace,
  ValueScore: explanation.ValuePart,
  PlainScore: explanation.PlainPart,
  LackingScore: explanation.LackingPart,
  NearScore: explanation.NearPart,
  LeadScore: explanation.LeadPart,
  BoostScore: explanation.BoostPart,
  PinScore: explanation.PinPart,
  AskedProduct: explanation.AskedProduct,
  AskedInList: explanation.AskedInList,
  AbsenceReason: explanation.Reason,
  ImportStatus: admin.ImportStatus,
  ImportProgress: admin.ImportProgress,
  UnfinishedImport: admin.UnfinishedImport,
  ImportHistory: admin.ImportHistory,
  CampaignReport: admin.CampaignReport,
  ImportRecord: admin.ImportRecord,
  ImportCounts: admin.ImportCounts,
  DocumentCounts: admin.DocumentCounts,
  SnapshotList: admin.SnapshotList,
  SnapshotSummary: admin.SnapshotSummary,
  PreviewViews: admin.PreviewViews,
  Alive: admin.Alive,
  Ready: admin.Ready,
  NotReady: admin.NotReady,
};

/** Names by the text of the schema: an optional schema is another object with the same text. */
const names = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** The named schemas, for `components` of the document. */
export function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, define(name, plain(schema))]));
}

/** A schema in the place where it is used: a reference when it has a name. */
export function schemaOf(schema: TSchema): JsonSchema {
  return part(plain(schema), {}) as JsonSchema;
}

/** The schema without the members that TypeBox adds to the JSON. */
function plain(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** Defines a named schema; a recursive one is a list of definitions with a reference to one of them. */
function define(name: string, schema: JsonSchema): JsonSchema {
  const { $defs, $ref } = schema as { $defs?: Record<string, JsonSchema>; $ref?: string };
  if ($defs === undefined || $ref === undefined) return members(schema, {});
  const { $id, ...definition } = $defs[$ref]!;
  return members(definition, { [String($id)]: reference(name) });
}

type Definitions = Record<string, JsonSchema>;

/** @param own the definitions that a recursive schema refers to */
function part(value: unknown, own: Definitions): unknown {
  if (Array.isArray(value)) return value.map(item => part(item, own));
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(JSON.stringify(value));
  if (name !== undefined) return reference(name);
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') return own[$ref];
  return members(value as JsonSchema, own);
}

function members(schema: JsonSchema, own: Definitions): JsonSchema {
  return Object.fromEntries(Object.entries(ofAnyName(schema)).map(([keyword, value]) => [keyword, part(value, own)]));
}

/** The usual form of a map with any names. */
function ofAnyName(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...others } = schema as { patternProperties?: Record<string, unknown> };
  if (patternProperties === undefined || Object.keys(patternProperties).join() !== '^.*$') return schema;
  return { ...others, additionalProperties: patternProperties['^.*$'] };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
