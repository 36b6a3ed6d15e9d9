/**
 * Market, language and light or dark.
 */
import type { MarketView } from '../api/responses.js';
import { h } from '../dom/elements.js';
import type { State } from '../page/state.js';
import { capital } from '../texts/text.js';
import { recall, remember } from '../visitor/storage.js';

function languageName(locale: string): string {
  const [language = locale] = locale.split('-');
  return new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' }).of(language) ?? locale;
}

function option(value: string, label: string, selected: boolean): HTMLOptionElement {
  return h('option', { value, selected }, label);
}

interface Pickers {
  market: HTMLSelectElement;
  locale: HTMLSelectElement;
}

/** Fills the two pickers; `change` is called with the view that was chosen. */
export function showViews(
  { market, locale }: Pickers,
  views: MarketView[],
  state: State,
  change: (view: MarketView) => void,
): void {
  const markets = [...new Set(views.map(view => view.market))];
  market.replaceChildren(...markets.map(id => option(id, id.toUpperCase(), id === state.market)));
  const locales = views.filter(view => view.market === state.market).map(view => view.locale);
  const names = locales.map(id => ({ id, name: capital(languageName(id)) }));
  // Which English it is matters only beside another one.
  const isClear = (name: string) => names.filter(other => other.name === name).length === 1;
  locale.replaceChildren(
    ...names.map(({ id, name }) => option(id, isClear(name) ? name : `${name} (${id})`, id === state.locale)),
  );
  market.onchange = () => {
    const own = views.filter(view => view.market === market.value);
    // A market's own language comes before the one that all of them share.
    const native = own.find(view => view.locale.toLowerCase().endsWith(`-${market.value}`));
    const next = native ?? own.find(view => view.locale === state.locale) ?? own[0];
    if (next) change(next);
  };
  locale.onchange = () => change({ market: state.market, locale: locale.value });
}

/** The page follows the system until the visitor chooses. */
export function themeSwitch(button: HTMLElement): void {
  const { dataset } = document.documentElement;
  const chosen = recall('localStorage', 'theme');
  if (chosen) dataset['theme'] = chosen;
  button.addEventListener('click', () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
    dataset['theme'] = next;
    remember('localStorage', 'theme', next);
  });
}
