/** Which market and language the page begins in: the same choice in the page and in the daemon that answers in its document. */
import type { State } from './state.js';

type View = Pick<State, 'market' | 'locale'>;

/** Markets that are not called as their region is. */
const REGIONS: Readonly<Record<string, string>> = { gb: 'uk' };

/** The market of the browser's region, as far as its language tells one: en-GB is of the United Kingdom, sv of Sweden. */
function marketOf(language: string): string {
  const region = new Intl.Locale(language).maximize().region?.toLowerCase() ?? '';
  return REGIONS[region] ?? region;
}

/**
 * The view to start with: the address's, the last one used, one of the browser's region and language, one of its region, one
 * in its language, the first.
 * @param language the browser's first, such as `en-GB`. @throws RangeError when it is none
 * @returns undefined when there are none
 */
export function firstView(views: View[], address: View, last: View | undefined, language: string): View | undefined {
  const known = (market: string, locale?: string) =>
    views.find(view => view.market === market && (!locale || view.locale === locale));
  const [tongue] = language.split('-');
  const here = marketOf(language);
  return (
    (address.market && (known(address.market, address.locale) ?? known(address.market))) ||
    (last && known(last.market, last.locale)) ||
    views.find(view => view.market === here && view.locale.split('-')[0] === tongue) ||
    views.find(view => view.locale === language) ||
    views.find(view => view.locale.split('-')[0] === tongue) ||
    views.find(view => view.market === here) ||
    views[0]
  );
}
