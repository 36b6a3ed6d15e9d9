/**
 * A daemon with some of the demo, and the client that asks it, for all files that import this: they share a process
 * (scripts/setup/test-batches.mjs). It has no pages of a site until a test imports them.
 */
import t from 'tap';
import { demoProducts, someDemoLines } from './demo.js';
import { startDemoDaemon } from './demo-daemon.js';
import { storefront } from './storefront.js';

export const daemon = await startDemoDaemon(t, { env: { VITRINE_SITE_RETAIL_MEDIA: 'true' } });
t.teardown(() => daemon.stop());
export const shop = storefront(t, daemon.url);
/** What was imported, by product key. */
export const products = demoProducts(someDemoLines());
