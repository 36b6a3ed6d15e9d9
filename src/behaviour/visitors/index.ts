/** Who was here and what is remembered of them: the store, its one writer and its readers. */
export { visitorKey } from './key.js';
export { VisitorReader, type VisitorReaderOptions } from './reader.js';
export { countSearches } from './remembering.js';
export { type VisitorInMarket, VisitorStore, type VisitorStoreOptions } from './store.js';
