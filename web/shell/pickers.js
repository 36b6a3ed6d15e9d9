/**
 * Market, language and light or dark.
 */
import { h } from '../dom/elements.js';
import { recall, remember } from '../visitor/visitor.js';

/** The view to start with: the address's, the last one used, one in the browser's language, the first. */
export function firstView(views, state) {
  const known = (market, locale) => views.find(view => view.market === market && (!locale || view.locale === locale));
  const last = recall('localStorage', 'view')?.split('|') ?? [];
  const language = navigator.language.split('-')[0];
  return (
    (state.market && (known(state.market, state.locale) ?? known(state.market))) ||
    (last[0] && known(last[0], last[1])) ||
    views.find(view => view.locale === navigator.language) ||
    views.find(view => view.locale.split('-')[0] === language) ||
    views[0]
  );
}

function languageName(locale) {
  return (
    new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' }).of(locale.split('-')[0]) ??
    locale
  );
}

function option(value, label, selected) {
  return h('option', { value, selected }, label);
}

const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Fills the two pickers; `change` is called with the view that was chosen. */
export function showViews({ market, locale }, views, state, change) {
  const markets = [...new Set(views.map(view => view.market))];
  market.replaceChildren(...markets.map(id => option(id, id.toUpperCase(), id === state.market)));
  const locales = views.filter(view => view.market === state.market).map(view => view.locale);
  const names = locales.map(id => capital(languageName(id)));
  // Which English it is matters only beside another one.
  const isClear = name => names.filter(other => other === name).length === 1;
  locale.replaceChildren(
    ...locales.map((id, i) => option(id, isClear(names[i]) ? names[i] : `${names[i]} (${id})`, id === state.locale)),
  );
  market.onchange = () => {
    const own = views.filter(view => view.market === market.value);
    // A market's own language comes before the one that all of them share.
    const native = own.find(view => view.locale.toLowerCase().endsWith(`-${market.value}`));
    change(own.find(view => view.locale === state.locale && !native) ?? native ?? own[0]);
  };
  locale.onchange = () => change({ market: state.market, locale: locale.value });
}

export const rememberView = ({ market, locale }) => remember('localStorage', 'view', `${market}|${locale}`);

/** The page follows the system until the visitor chooses. */
export function themeSwitch(button) {
  const chosen = recall('localStorage', 'theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
  button.addEventListener('click', () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (document.documentElement.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    remember('localStorage', 'theme', next);
  });
}
