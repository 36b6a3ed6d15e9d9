/** Exports a stored navigation in the form of its import. */
import type { Documents } from '../documents.js';
import { type Navigation, type NavigationContainer, navigationKey } from './navigation-document.js';

/**
 * The nodes of a market and locale, parents before their children, siblings in their order; none where no navigation
 * is stored. Importing an unchanged export changes nothing; an export with `includeAppNodes`, imported into an empty
 * navigation, restores all nodes, with origin `import`.
 * @param includeAppNodes also the nodes that apps have added; without them, an imported node below an app's node still
 *   has that as its parent
 */
export function exportNavigation(
  documents: Documents,
  market: string,
  locale: string,
  includeAppNodes: boolean,
): NavigationContainer {
  const nodes = documents.get<Navigation>(navigationKey(market, locale))?.nodes ?? [];
  const shown = includeAppNodes ? nodes : nodes.filter(({ origin }) => origin === 'import');
  return { locale, market, type: 'FULL', addOrUpdate: shown.map(({ origin: _, ...node }) => node) };
}
