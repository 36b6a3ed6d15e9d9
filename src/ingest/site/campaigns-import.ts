/**
 * Imports campaigns: `edit` adds campaigns or replaces those of the same id, `remove` removes some, `replace` takes the
 * place of all. Published at once, and previews of the same ids discarded; with `previewOnly` they are stored as
 * previews.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import {
  Campaign,
  CampaignImport,
  type CampaignLayer,
  CampaignPublication,
  campaignIds,
  campaignKey,
  campaignsOf,
  campaignTag,
  MAX_CAMPAIGNS,
} from '../../catalog/site/campaign-document.js';
import { type Fault, Problem } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { checked } from '../../kernel/schema-faults.js';
import { currencyCheck, keepCurrencies } from './campaign-currencies.js';
import { campaignCheck } from './campaign-faults.js';
import { refuseDangerous } from './dangerous-import.js';
import { MAX_FAULTS, refuseFaults } from './document-faults.js';
import type { ItemOrder, SiteImport, SiteImportResult } from './site-import-input.js';
import { unknownProducts } from './unknown-products.js';

/** Keys of products and groups that an import may name: each is looked up. */
const MAX_KEYS_OF_IMPORT = 500_000;

const schema = new LazyValidator(CampaignImport);
const single = new LazyValidator(Campaign);
const publication = new LazyValidator(CampaignPublication);

/** What an import makes of campaigns; null: it is removed. */
type Changes = ReadonlyMap<string, Campaign | null>;

/** @throws `document_refused`, `import_dangerous` where `replace` would remove most without `force` */
export function importCampaigns({ store, body, force, settings }: SiteImport): SiteImportResult {
  requireRetailMedia(settings);
  const { edit = {}, replace, remove = [], previewOnly = false } = checked(schema, body);
  const before = campaignIds(store.documents, previewOnly);
  refuseFaults(formFaults({ edit, replace, remove }, before));
  const given = replace ?? edit;
  const check = campaignCheck(store);
  const checkCurrency = currencyCheck(store.documents);
  const name = replace ? 'replace' : 'edit';
  const faults: Fault[] = [];
  for (const [id, campaign] of Object.entries(given)) {
    if (faults.length >= MAX_FAULTS) break;
    const path = `/${name}/${id}`;
    faults.push(...check(path, campaign), ...checkCurrency(path, id, campaign));
  }
  refuseFaults(faults);

  const changes = new Map<string, Campaign | null>(Object.entries(given));
  for (const id of remove) changes.set(id, null);
  if (replace) for (const id of before.keys()) if (!Object.hasOwn(replace, id)) changes.set(id, null);
  if (!force) {
    const gone = [...changes.values()].filter(campaign => campaign === null).length;
    refuseDangerous('campaigns', 'campaigns', gone, before.size);
  }
  return apply(store, changes, previewOnly ? 'campaign-preview' : 'campaign');
}

/**
 * Publishes previews, those of `ids` or all.
 * @throws `document_refused` where an id has none, or there were too many then
 */
export function publishCampaigns({ store, body, settings }: SiteImport): SiteImportResult {
  requireRetailMedia(settings);
  const { ids } = checked(publication, body);
  const previews = campaignsOf(store.documents, 'campaign-preview');
  refuseFaults(
    (ids ?? []).flatMap((id, i) => {
      const message = `found ${quote(id)}, expected a campaign that has a preview`;
      return previews.has(id) ? [] : [{ path: `/ids/${i}`, message }];
    }),
  );
  const named = ids && new Set(ids);
  const chosen = new Map([...previews].filter(([id]) => named === undefined || named.has(id)));
  const published = campaignIds(store.documents, false);
  for (const [id, campaign] of chosen) {
    if (campaign === null) published.delete(id);
    else published.add(id);
  }
  const checkCurrency = currencyCheck(store.documents);
  const faults = [...chosen].flatMap(([id, campaign]) => (campaign ? checkCurrency(`/${id}`, id, campaign) : []));
  refuseFaults([...limitFaults(published.size), ...faults.slice(0, MAX_FAULTS)]);
  return apply(store, chosen, 'campaign');
}

/**
 * Puts one campaign, or with mode `remove` removes it, where it still is as the sender has seen it.
 * @throws `document_refused`, `precondition_failed`, `campaign_unknown`
 */
export function importCampaign({ store, body, mode, settings, item }: SiteImport): SiteImportResult {
  requireRetailMedia(settings);
  const { id, ifMatch, ifNoneMatch } = item!;
  const before = store.documents.get<Campaign>(campaignKey('campaign', id));
  requireTag(id, before, { ifMatch, ifNoneMatch });
  if (mode === 'remove') {
    if (before === undefined) throw new Problem('campaign_unknown', `campaign ${quote(id)} does not exist`);
    return apply(store, new Map([[id, null]]), 'campaign');
  }
  const campaign = checked(single, body);
  refuseFaults([...campaignCheck(store)('', campaign), ...currencyCheck(store.documents)('', id, campaign)]);
  if (before === undefined) refuseFaults(limitFaults(campaignIds(store.documents, false).size + 1));
  return apply(store, new Map([[id, campaign]]), 'campaign');
}

function requireTag(id: string, before: Campaign | undefined, { ifMatch, ifNoneMatch }: Omit<ItemOrder, 'id'>): void {
  const tag = before && campaignTag(before);
  const found = tag === undefined ? 'none' : tag;
  if (ifNoneMatch && tag !== undefined) {
    throw new Problem(
      'precondition_failed',
      `If-None-Match: found campaign ${quote(id)} of ETag ${found}, expected none`,
    );
  }
  if (ifMatch === undefined || (tag !== undefined && (ifMatch.includes('*') || ifMatch.includes(tag)))) return;
  throw new Problem(
    'precondition_failed',
    `If-Match: found ${ifMatch.join(', ')}, expected the ETag of ${quote(id)}: ${found}`,
  );
}

function requireRetailMedia({ retailMedia }: SiteImport['settings']): void {
  if (retailMedia) return;
  throw new Problem('document_refused', '/: found campaigns, expected none, as retail media is switched off');
}

interface Given {
  edit: Record<string, Campaign>;
  replace: Record<string, Campaign> | undefined;
  remove: readonly string[];
}

function formFaults({ edit, replace, remove }: Given, before: ReadonlySet<string>): Fault[] {
  const edited = Object.keys(edit);
  const faults: Fault[] = [];
  if (replace && (edited.length > 0 || remove.length > 0)) {
    const other = edited.length > 0 ? 'edit' : 'remove';
    faults.push({ path: '/replace', message: `found it beside ${other}, expected it alone` });
  }
  remove.forEach((id, i) => {
    const path = `/remove/${i}`;
    if (Object.hasOwn(edit, id)) faults.push({ path, message: `${id} is under edit as well` });
    else if (!before.has(id)) faults.push({ path, message: `found ${id}, expected an existing campaign` });
  });
  const added = edited.filter(id => !before.has(id)).length;
  const number = replace ? Object.keys(replace).length : before.size + added - new Set(remove).size;
  return [...faults, ...limitFaults(number), ...keyFaults(replace ?? edit)];
}

function limitFaults(number: number): Fault[] {
  if (number <= MAX_CAMPAIGNS) return [];
  return [{ path: '/', message: `found ${number} campaigns, expected at most ${MAX_CAMPAIGNS}` }];
}

function keyFaults(given: Record<string, Campaign>): Fault[] {
  let number = 0;
  for (const { products } of Object.values(given)) {
    number += (products?.keys?.length ?? 0) + (products?.groups?.length ?? 0);
  }
  if (number <= MAX_KEYS_OF_IMPORT) return [];
  const message = `found ${number} keys of products and groups, expected at most ${MAX_KEYS_OF_IMPORT}: rules name more`;
  return [{ path: '/', message }];
}

/** Stores the changes in a layer; those that are published take the place of their previews. */
function apply(store: CatalogStore, changes: Changes, layer: CampaignLayer): SiteImportResult {
  const { documents } = store;
  const counts = { added: 0, changed: 0, removed: 0 };
  const removed = new Map<string, Campaign>();
  let hadPreviews = false;
  for (const [id, campaign] of changes) {
    const key = campaignKey(layer, id);
    const before = documents.get<Campaign | null>(key);
    if (campaign === null && layer === 'campaign') {
      if (before) removed.set(id, before);
      documents.remove(key);
    } else if (documents.put(key, campaign)) counts[before === undefined ? 'added' : 'changed']++;
    if (layer === 'campaign') hadPreviews = documents.remove(campaignKey('campaign-preview', id)) || hadPreviews;
  }
  keepCurrencies(documents, removed);
  counts.removed = removed.size;
  const isChanged = hadPreviews || counts.added + counts.changed + counts.removed > 0;
  return {
    change: { kind: isChanged ? 'site' : 'none' },
    counts,
    warnings: unknownProducts(store, changes),
  };
}
