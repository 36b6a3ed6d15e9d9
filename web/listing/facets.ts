/**
 * Facets: lists, colours, sizes, ranges and check boxes. Each goes to a state with a new selection; the next answer of
 * the API draws them again.
 */
import type { Facet, FacetOf } from '../api/responses.js';
import { type Child, h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { type FacetSelection, toggleValue, withFacet } from '../page/state.js';
import { swatch } from '../products/product-parts.js';
import { type BoundedFacet, rangeFacet, rangeFormat } from './range-facet.js';
import { textFacet } from './text-facet.js';

const OPEN_AT_FIRST = 6;

/** Whether the visitor has opened a facet, by its id, kept from one answer to the next. */
const opened = new Map<string, boolean>();

/** Values of the colour facet that are no colours. */
const NAMED = ['GOLD', 'SILVER', 'MULTI', 'TRANSPARENT'] as const;

function colorFacet(facet: FacetOf<'COLOR'>, toggle: (value: string) => void): Child[] {
  const buttons = facet.values.map(value => {
    const named = NAMED.find(name => name === value.id);
    return h(
      'button',
      {
        type: 'button',
        class: value.count === 0 ? 'colour none' : 'colour',
        'aria-pressed': String(value.selected),
        title: `${value.label} (${value.count})`,
        data: { focus: `facet:${facet.id}:${value.id}` },
        on: { click: () => toggle(value.id) },
      },
      swatch(named ? { type: named, colors: [] } : { type: 'COLORS', colors: [value.color] }),
      h('span', { class: 'name' }, value.label),
    );
  });
  return [h('div', { class: 'colours' }, ...buttons)];
}

function sizeFacet(facet: FacetOf<'SIZE'>, toggle: (value: string) => void): Child[] {
  const blocks: Child[] = [];
  for (const { label, formats } of facet.sizeTypes) {
    for (const { format, values } of formats) {
      const name = [label, format === 'NO_FORMAT' ? '' : format].filter(part => part !== '').join(' · ');
      const buttons = values.map(value =>
        h(
          'button',
          {
            type: 'button',
            class: value.count === 0 ? 'size none' : 'size',
            'aria-pressed': String(value.selected),
            title: `${value.label} (${value.count})`,
            data: { focus: `facet:${facet.id}:${value.id}` },
            on: { click: () => toggle(value.id) },
          },
          value.label,
        ),
      );
      blocks.push(name && h('h4', {}, name), h('div', { class: 'size-values' }, ...buttons));
    }
  }
  return blocks;
}

type Select = (selection: FacetSelection | undefined) => void;

function checkboxFacet(facet: FacetOf<'CHECKBOX'>, select: Select): HTMLElement {
  const box: HTMLInputElement = h('input', {
    type: 'checkbox',
    checked: facet.selected,
    data: { focus: `facet:${facet.id}` },
    on: { change: () => select(box.checked ? { checked: true } : undefined) },
  });
  return h(
    'div',
    { class: 'facet single' },
    h(
      'label',
      {},
      box,
      h('span', { class: 'label' }, facet.label),
      facet.count !== undefined && h('span', { class: 'count' }, facet.count),
    ),
  );
}

const selectedCount = (facet: Exclude<Facet, { type: 'CHECKBOX' }>): number =>
  facet.type === 'RANGE'
    ? Number(facet.minSelected !== undefined || facet.maxSelected !== undefined)
    : facet.selectedCount;

/** All but ranges of a list without numbers. */
type ShownFacet = Exclude<Facet, { type: 'RANGE' }> | BoundedFacet;

const isShown = (facet: Facet): facet is ShownFacet =>
  facet.type !== 'RANGE' || (facet.min !== undefined && facet.max !== undefined);

/** @param redraw draws all of them again, from the same answer */
export function facetPanels(facets: Facet[], page: PageContext, redraw: () => void): HTMLElement[] {
  const { state, go } = page;

  function contentsOf(facet: Exclude<ShownFacet, { type: 'CHECKBOX' }>, select: Select): Child[] {
    const toggle = (value: string) => go(toggleValue(state, facet.id, value));
    switch (facet.type) {
      case 'TEXT':
        return textFacet(facet, toggle, redraw);
      case 'COLOR':
        return colorFacet(facet, toggle);
      case 'SIZE':
        return sizeFacet(facet, toggle);
      case 'RANGE':
        return [rangeFacet(facet, select, rangeFormat(facet, facet.id, page))];
    }
  }

  return facets.filter(isShown).map((facet, i) => {
    const select: Select = selection => go(withFacet(state, facet.id, selection));
    if (facet.type === 'CHECKBOX') return checkboxFacet(facet, select);
    const count = selectedCount(facet);
    const panel = h(
      'details',
      { class: 'facet', open: opened.get(facet.id) ?? (i < OPEN_AT_FIRST || count > 0) },
      h(
        'summary',
        { data: { focus: `panel:${facet.id}` } },
        facet.label,
        count > 0 && h('span', { class: 'chosen' }, count),
      ),
      ...contentsOf(facet, select),
    );
    panel.addEventListener('toggle', () => opened.set(facet.id, panel.open));
    return panel;
  });
}
