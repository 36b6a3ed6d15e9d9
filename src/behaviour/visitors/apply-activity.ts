/**
 * Applies an activity to a stored visitor: the rules of recent searches, viewed products, favourites, carts, payments.
 */
import type { Activity } from '../activities/activity.js';
import {
  MAX_BOUGHT,
  MAX_BOUGHT_VARIANTS,
  MAX_CART,
  MAX_FAVORITES,
  MAX_SEARCH_LENGTH,
  MAX_SEARCHES,
  MAX_VIEWS,
  type Remembered,
  type Visitor,
} from './visitor.js';
import type { StoredVisitor } from './visitor-codec.js';

const MINUTE_MS = 60_000;

/** Normalizes a recent search: texts that differ only in case and spaces are duplicates. */
function foldPhrase(phrase: string): string {
  return phrase.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The customer whose stored visitor an activity may change; undefined if it changes none. */
export function customerOf({ customerKey, userContext }: Activity): string | undefined {
  return userContext === 'SYNTHETIC' ? undefined : customerKey;
}

/** Changes a visitor in place. @returns whether the activity changed anything. */
export function applyActivity(visitor: StoredVisitor, activity: Activity): boolean {
  const at = Math.floor(activity.at / MINUTE_MS);
  const changed = change(visitor, activity, at);
  // Clocks may go back; the delta coding of times stays compact if they do not.
  if (changed) visitor.lastSeen = Math.max(visitor.lastSeen, at);
  return changed;
}

function change(visitor: StoredVisitor, activity: Activity, at: number): boolean {
  switch (activity.type) {
    case 'search':
      return putSearch(visitor, activity.q, at);
    case 'view':
      return put(visitor.views, activity.productKey, at, MAX_VIEWS);
    case 'click':
      return activity.productKey !== undefined && put(visitor.views, activity.productKey, at, MAX_VIEWS);
    case 'add-to-cart': {
      const product = activity.productKey ?? activity.variantKey;
      if (product === undefined) return false;
      const key = activity.variantKey ?? product;
      return putFirst(visitor.cart, { key, product, at }, line => line.key === key, MAX_CART);
    }
    case 'payment':
      for (const { variantKey, productKey } of activity.lines) {
        take(visitor.cart, line => line.key === variantKey || line.product === productKey);
        put(visitor.bought, productKey, at, MAX_BOUGHT);
        put(visitor.boughtVariants, variantKey, at, MAX_BOUGHT_VARIANTS);
      }
      return activity.lines.length > 0;
    case 'add-favorite':
      return put(visitor.favorites, activity.productKey, at, MAX_FAVORITES);
    case 'remove-favorite':
      return take(visitor.favorites, ({ key }) => key === activity.productKey);
    case 'remove-recent-searches':
      return take(visitor.searches, named(activity.removeAll ? 'all' : activity.phrases));
    case 'remove-recently-viewed':
      return take(visitor.views, ({ key }) => activity.removeAll || activity.productKeys.includes(key));
    default:
      return false;
  }
}

/** Number of recent searches that a removal would delete. */
export function countSearches({ searches }: Visitor, phrases: readonly string[] | 'all'): number {
  return searches.filter(named(phrases)).length;
}

function named(phrases: readonly string[] | 'all'): (search: Remembered) => boolean {
  if (phrases === 'all') return () => true;
  const folded = new Set(phrases.map(foldPhrase));
  return ({ key }) => folded.has(foldPhrase(key));
}

function putSearch({ searches }: Visitor, q: string, at: number): boolean {
  const folded = foldPhrase(q);
  if (folded === '' || q.length > MAX_SEARCH_LENGTH) return false;
  return putFirst(searches, { key: q, at }, ({ key }) => foldPhrase(key) === folded, MAX_SEARCHES);
}

function put(list: Remembered[], key: string, at: number, most: number): boolean {
  return putFirst(list, { key, at }, other => other.key === key, most);
}

function putFirst<T extends Remembered>(list: T[], entry: T, same: (other: T) => boolean, most: number): boolean {
  take(list, same);
  list.unshift(entry);
  if (list.length > most) list.length = most;
  return true;
}

/** @returns whether there was any. */
function take<T>(list: T[], gone: (entry: T) => boolean): boolean {
  let kept = 0;
  for (const entry of list) if (!gone(entry)) list[kept++] = entry;
  const taken = kept < list.length;
  list.length = kept;
  return taken;
}
