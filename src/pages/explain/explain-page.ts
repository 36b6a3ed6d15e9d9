/**
 * Explains a query: computes its page as for a storefront, but with all hits and their scores kept, and reads the
 * result list by list. Writes no page.
 */
import { autocomplete } from '../autocomplete/autocomplete.js';
import { addToCartPopup } from '../cart/add-to-cart-popup.js';
import { cartPage } from '../cart/cart-page.js';
import { contentInformation } from '../content/content-information.js';
import { contentSearchPage } from '../content/content-search-page.js';
import { discoveryTopic } from '../discovery/discovery-topic.js';
import { landingPage } from '../landing/landing-page.js';
import { navigationTree } from '../navigation/navigation-tree.js';
import { productPage } from '../product/product-page.js';
import { searchPage } from '../search/search-page.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { StorefrontRequest } from '../shared/requests.js';
import { retailMedia } from '../sponsored/retail-media.js';
import type { Explainer } from './explainer.js';
import { contentListOf, listOfTopic, listsOfSearch, primaryListOf, suggestionsOf } from './page-lists.js';

/** @throws Problem as answering the request does */
export function explainPage(request: StorefrontRequest, context: PageContext, explainer: Explainer): void {
  switch (request.query) {
    case 'search-page': {
      const result = searchPage.steps.run(request, context);
      for (const list of listsOfSearch(result, context)) explainer.found(list);
      return;
    }
    case 'autocomplete': {
      const result = autocomplete.steps.run(request, context);
      explainer.found(suggestionsOf(result, context));
      explainer.given({ id: 'recentlyViewed', products: result.viewed });
      return;
    }
    case 'landing-page': {
      const result = landingPage.steps.run(request, context);
      explainer.found(primaryListOf(result));
      explainer.recommended(result.recommendationLists);
      return;
    }
    case 'product-page': {
      const { details, product, recommendationLists } = productPage.steps.run(request, context);
      if (details) explainer.given({ id: 'productGroup', products: [product] });
      explainer.recommended(recommendationLists);
      return;
    }
    case 'cart-page': {
      const { shown, recommendationLists } = cartPage.steps.run(request, context);
      explainer.given({ id: 'cart', products: shown });
      explainer.recommended(recommendationLists);
      return;
    }
    case 'add-to-cart-popup':
      explainer.recommended(addToCartPopup.steps.run(request, context).recommendationLists);
      return;
    case 'discovery-agent-topic':
      explainer.found(listOfTopic(discoveryTopic.steps.run(request, context)));
      return;
    case 'content-search-page':
      explainer.foundContent(contentListOf(contentSearchPage.steps.run(request, context)));
      return;
    // Other queries have no lists of products. Faults of the request are reported as faults of the order to explain it.
    case 'navigation-tree':
      navigationTree.steps.run(request, context);
      return;
    case 'content-information':
      contentInformation.steps.run(request, context);
      return;
    case 'sponsored-page':
    case 'banners':
      retailMedia.steps.run(request, context);
  }
}
