/**
 * What is selected, as chips that take it away again. Labels come from the answer's facets; what is selected but no
 * longer listed shows its id.
 */
import type { Facet } from '../api/responses.js';
import { h } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import type { PageContext } from '../page/page-context.js';
import { type FacetSelection, type State, withFacet } from '../page/state.js';
import { t } from '../texts/text.js';
import { rangeFormat } from './range-facet.js';

function valuesOf(facet: Facet | undefined): { id: string; label: string }[] {
  if (facet?.type === 'TEXT' || facet?.type === 'COLOR') return facet.values;
  if (facet?.type !== 'SIZE') return [];
  return facet.sizeTypes.flatMap(type => type.formats.flatMap(format => format.values));
}

function rangeText({ min, max }: FacetSelection, format: (amount: number) => string): string {
  const bounds = [min, max].filter(bound => bound !== undefined).map(format);
  if (bounds.length === 2) return bounds.join(' – ');
  return `${min === undefined ? '≤' : '≥'} ${bounds.join()}`;
}

/** @returns what is selected, and the state without it */
function selections(facets: Facet[], page: PageContext): { label: string; without: State }[] {
  const { state } = page;
  const found = [];
  for (const [id, selection] of state.facets) {
    const facet = facets.find(other => other.id === id);
    if (selection.values) {
      for (const value of selection.values) {
        const label = valuesOf(facet).find(other => other.id === value)?.label ?? value;
        const values = new Set(selection.values);
        values.delete(value);
        found.push({ label: label.split(' > ').at(-1) ?? label, without: withFacet(state, id, { values }) });
      }
    } else {
      const name = facet?.label ?? id;
      const label = selection.checked ? name : `${name}: ${rangeText(selection, rangeFormat(facet, id, page))}`;
      found.push({ label, without: withFacet(state, id, undefined) });
    }
  }
  return found;
}

/** @returns undefined when nothing is selected */
export function chips(facets: Facet[], page: PageContext): HTMLElement | undefined {
  const { state, go } = page;
  const found = selections(facets, page);
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
