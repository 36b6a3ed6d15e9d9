/** A facet of texts: a list of boxes to tick, as a tree where its values are one. */
import type { FacetOf, TextFacetValue } from '../api/responses.js';
import { type Child, h } from '../dom/elements.js';
import { t } from '../texts/text.js';
import { depthIn, inTreeOrder, levels, nearSelected } from './value-tree.js';

const VALUES_SHOWN = 8;
const MOST_DEPTH = 2;

/** Ids of facets that show all their values, kept from one answer to the next. */
const expanded = new Set<string>();

type Toggle = (value: string) => void;

function listValue(facetId: string, value: TextFacetValue, depth: number, toggle: Toggle): HTMLElement {
  const path = levels(value.label);
  const box = h('input', {
    type: 'checkbox',
    checked: value.selected,
    data: { focus: `facet:${facetId}:${value.id}` },
    on: { change: () => toggle(value.id) },
  });
  const parent = depth > 0 ? undefined : path.slice(0, -1).join(' › ');
  return h(
    'li',
    { class: `${value.count === 0 ? 'none' : ''} depth-${depth}` },
    h(
      'label',
      { title: path.join(' › ') },
      box,
      h('span', { class: 'label' }, parent && h('span', { class: 'parent' }, `${parent} › `), path.at(-1)),
      h('span', { class: 'count' }, value.count),
    ),
  );
}

/** Values below one that is listed too are set in; others show their path. */
export function textFacet(facet: FacetOf<'TEXT'>, toggle: Toggle, redraw: () => void): Child[] {
  const ids = new Set(facet.values.map(value => value.id));
  const isTree = facet.values.some(({ id }) => depthIn(ids, id) > 0);
  const all = expanded.has(facet.id);
  const values = isTree ? inTreeOrder(facet.values, ids) : facet.values;
  const few = isTree ? nearSelected(values, ids) : values.filter((value, i) => i < VALUES_SHOWN || value.selected);
  const items = (all ? values : few).map(value =>
    listValue(facet.id, value, Math.min(depthIn(ids, value.id), MOST_DEPTH), toggle),
  );
  const more = h(
    'button',
    {
      type: 'button',
      class: 'link',
      data: { focus: `more:${facet.id}` },
      on: {
        click: () => {
          if (!expanded.delete(facet.id)) expanded.add(facet.id);
          redraw();
        },
      },
    },
    all ? t('showLess') : t('showMore', facet.values.length),
  );
  return [h('ul', { class: 'values' }, ...items), few.length < facet.values.length && more];
}
