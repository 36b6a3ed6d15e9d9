/** Catalogs that are there already: the demo shop's, and a real one that may stand beside the checkout. */
import { inCheckout } from '../harness/checkout.js';

export const DEMO_CATALOG = inCheckout('data/demo.catalog.jsonl.gz');

/** A real catalog of fashion. */
export const FASHION_CATALOG = inCheckout('../shared/data/fashion/catalog.jsonl.gz');
export const FASHION_PRODUCTS = 4_998;
/** Judged queries over it. */
export const FASHION_QUERIES = inCheckout('../shared/relevance/fashion.queries.jsonl');

/** A catalog as shops have them, of products of all kinds. */
export const SHOPPING_CATALOG = inCheckout('../shared/relevance/shopping.jsonl.gz');
/** Queries over it with the grades of judges. */
export const SHOPPING_QUERIES = inCheckout('../shared/relevance/shopping.queries.jsonl');
