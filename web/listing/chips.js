/**
 * What is selected, as chips that take it away again. Labels come from the answer's facets; what is selected but no
 * longer listed shows its id.
 */
import { h, ICONS, icon } from '../dom/elements.js';
import { withFacet } from '../page/state.js';
import { t } from '../texts/text.js';

function valuesOf(facet) {
  if (facet?.values) return facet.values;
  return facet?.sizeTypes?.flatMap(type => type.formats.flatMap(format => format.values)) ?? [];
}

function rangeText({ min, max }, format) {
  if (min === undefined) return `≤ ${format(max)}`;
  return max === undefined ? `≥ ${format(min)}` : `${format(min)} – ${format(max)}`;
}

/** @returns {{label: string, without: object}[]} what is selected, and the state without it */
function selections(facets, state, money) {
  const found = [];
  const number = new Intl.NumberFormat(state.locale, { maximumFractionDigits: 2 });
  for (const [id, selection] of state.facets) {
    const facet = facets.find(other => other.id === id);
    if (selection.values) {
      for (const value of selection.values) {
        const label = valuesOf(facet).find(other => other.id === value)?.label ?? value;
        const values = new Set(selection.values);
        values.delete(value);
        found.push({ label: label.split(' > ').at(-1), without: withFacet(state, id, { values }) });
      }
    } else {
      const format =
        id === 'price' ? money : n => (facet?.unit ? `${number.format(n)} ${facet.unit}` : number.format(n));
      const name = facet?.label ?? id;
      const label = selection.checked ? name : `${name}: ${rangeText(selection, format)}`;
      found.push({ label, without: withFacet(state, id, undefined) });
    }
  }
  return found;
}

/** @returns {HTMLElement | undefined} undefined when nothing is selected */
export function chips(facets, { state, go, money }) {
  const found = selections(facets, state, money);
  if (found.length === 0) return undefined;
  const items = found.map(({ label, without }) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'chip', 'aria-label': t('remove', label), on: { click: () => go(without) } },
        label,
        icon(ICONS.close),
      ),
    ),
  );
  const all = h(
    'button',
    { type: 'button', class: 'link', on: { click: () => go({ ...state, facets: new Map(), page: 1 }) } },
    t('clearAll'),
  );
  return h('ul', { class: 'chips' }, ...items, h('li', {}, all));
}
