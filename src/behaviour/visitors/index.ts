/** The visitor store: recent searches, views, favourites, carts and purchases by visitor; one writer, many readers. */

export { countSearches } from './apply-activity.js';
export { visitorKey } from './visitor-key.js';
export { VisitorReader, type VisitorReaderOptions } from './visitor-reader.js';
export {
  DamagedStore,
  isDamage,
  type VisitorInMarket,
  VisitorStore,
  type VisitorStoreOptions,
} from './visitor-store.js';
