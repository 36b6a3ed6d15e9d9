/** A stored navigation in the form of its import. */
import type { Documents } from '../documents.js';
import { type Navigation, type NavigationContainer, navigationKey } from './navigation.js';

/**
 * The nodes of a market and locale, parents before their children, siblings in their order; none where nothing was
 * imported. Imported again as it is, the navigation stays what it was; into an empty one it brings everything when
 * `includeAppNodes` is set, all of it then counting as imported.
 * @param includeAppNodes also what apps have added. Without them an imported node that hangs below an app's node still
 *   names that as its parent.
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
