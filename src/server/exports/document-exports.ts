/**
 * Exports of the documents beside the catalog (pages, navigation, search settings and others), each as one JSON
 * document in the form of its import.
 */

import type { CatalogStore } from '../../catalog/catalog-store.js';
import { exportCampaigns } from '../../catalog/site/campaign-document.js';
import { exportConfiguration } from '../../catalog/site/configuration-export.js';
import { exportNavigation } from '../../catalog/site/navigation-export.js';
import { exportPages } from '../../catalog/site/page-export.js';
import { PRODUCT_SETS_KEY } from '../../catalog/site/product-sets.js';
import { exportSearchSettings } from '../../catalog/site/search-settings-document.js';
import { TEMPLATES_KEY } from '../../catalog/site/templates.js';
import type { DocumentOrder } from './export-messages.js';
import { requireLocale, requireMarket } from './known-views.js';

/** @throws Problem BAD_REQUEST for an unknown market or locale. */
export function siteDocument(store: CatalogStore, order: DocumentOrder): unknown {
  const { documents } = store;
  switch (order.kind) {
    case 'pages': {
      const { market, ids, filter } = order;
      requireMarket(store, market);
      return exportPages(documents, market, { filter, ...(ids && { ids }) });
    }
    case 'navigation': {
      const { market, locale, includeAppNodes } = order;
      requireMarket(store, market);
      requireLocale(store, market, locale);
      return exportNavigation(documents, market, locale, includeAppNodes);
    }
    case 'templates':
      return documents.get(TEMPLATES_KEY) ?? {};
    case 'product-sets':
      return documents.get(PRODUCT_SETS_KEY) ?? {};
    case 'search-settings':
      return exportSearchSettings(documents, order.previewed);
    case 'configuration':
      return exportConfiguration(documents);
    case 'campaigns':
      return exportCampaigns(documents, order.previewed);
  }
}
