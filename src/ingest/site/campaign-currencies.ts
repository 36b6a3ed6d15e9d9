/**
 * The currency of a campaign stays with its id, as what it has spent does: a number of one currency must not become one of
 * another. That of removed campaigns is kept too, as they may be imported again.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { type Campaign, campaignKey } from '../../catalog/site/campaign-document.js';
import type { Fault } from '../../errors/problem.js';

type Documents = CatalogStore['documents'];

const KEY = 'campaign-currencies';
/** As many as the ledger keeps what removed campaigns have spent of; those that were removed first go first. */
const MOST_REMOVED = 50_000;

/** Makes the check of campaigns of one import. */
export function currencyCheck(documents: Documents): (path: string, id: string, campaign: Campaign) => Fault[] {
  const removed = new Map(documents.get<[id: string, currency: string][]>(KEY));
  return (path, id, { bid }) => {
    const known = documents.get<Campaign>(campaignKey('campaign', id))?.bid.currency ?? removed.get(id);
    if (known === undefined || known === bid.currency) return [];
    const message = `found ${bid.currency}, expected ${known}, in which ${id} is accounted: another currency needs another id`;
    return [{ path: `${path}/bid/currency`, message }];
  };
}

/** Keeps the currencies of campaigns that were removed. */
export function keepCurrencies(documents: Documents, removed: ReadonlyMap<string, Campaign>): void {
  if (removed.size === 0) return;
  const kept = new Map(documents.get<[id: string, currency: string][]>(KEY));
  for (const [id, { bid }] of removed) {
    kept.delete(id);
    kept.set(id, bid.currency);
  }
  documents.put(KEY, [...kept].slice(-MOST_REMOVED));
}
