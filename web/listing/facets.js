/**
 * Facets: lists, colours, sizes, ranges and check boxes. Each reports what the visitor chose as a new selection
 * (`withFacet` of state.js); the API's next answer draws them again.
 */
import { h } from '../dom/elements.js';
import { toggleValue, withFacet } from '../page/state.js';
import { swatch } from '../products/parts.js';
import { t } from '../texts/text.js';
import { rangeControl } from './range.js';

const VALUES_SHOWN = 8;
const OPEN_AT_FIRST = 6;

/** What the visitor has opened or expanded, kept from one answer to the next: id → boolean. */
const opened = new Map();
const expanded = new Set();

const levels = label => label.split(' > ');

function listValue(facet, value, depth, toggle) {
  const path = levels(value.label);
  const box = h('input', {
    type: 'checkbox',
    checked: value.selected,
    data: { focus: `facet:${facet.id}:${value.id}` },
    on: { change: () => toggle(facet.id, value.id) },
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

/** How many of the levels above a value are listed themselves. */
function depthIn(ids, { id }) {
  const path = levels(id);
  return path.filter((_, i) => i > 0 && ids.has(path.slice(0, i).join(' > '))).length;
}

/** A tree's values, children after their parents, otherwise in the order given. */
function inTreeOrder(values, ids) {
  const parentOf = ({ id }) => {
    for (let path = levels(id).slice(0, -1); path.length > 0; path = path.slice(0, -1)) {
      const parent = path.join(' > ');
      if (ids.has(parent)) return parent;
    }
    return '';
  };
  const children = new Map();
  for (const value of values) {
    const parent = parentOf(value);
    children.set(parent, [...(children.get(parent) ?? []), value]);
  }
  const below = parent => (children.get(parent) ?? []).flatMap(value => [value, ...below(value.id)]);
  return below('');
}

/** Of a tree, the roots show at first, and the way to what is selected with what lies next to it. */
function treeOf(values, ids) {
  const selected = values.filter(value => value.selected).map(value => `${value.id} > `);
  const parentOf = ({ id }) => `${levels(id).slice(0, -1).join(' > ')} > `;
  return values.filter(value => depthIn(ids, value) === 0 || selected.some(path => path.startsWith(parentOf(value))));
}

/** Values below one that is listed too are set in; others show their path. */
function textFacet(facet, { toggle, redraw }) {
  const ids = new Set(facet.values.map(value => value.id));
  const isTree = facet.values.some(value => depthIn(ids, value) > 0);
  const all = expanded.has(facet.id);
  const values = isTree ? inTreeOrder(facet.values, ids) : facet.values;
  const few = isTree ? treeOf(values, ids) : values.filter((value, i) => i < VALUES_SHOWN || value.selected);
  const items = (all ? values : few).map(value => listValue(facet, value, Math.min(depthIn(ids, value), 2), toggle));
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

function colorFacet(facet, { toggle }) {
  const named = { GOLD: 'GOLD', SILVER: 'SILVER', MULTI: 'MULTI', TRANSPARENT: 'TRANSPARENT' };
  const buttons = facet.values.map(value =>
    h(
      'button',
      {
        type: 'button',
        class: value.count === 0 ? 'colour none' : 'colour',
        'aria-pressed': String(value.selected),
        title: `${value.label} (${value.count})`,
        data: { focus: `facet:${facet.id}:${value.id}` },
        on: { click: () => toggle(facet.id, value.id) },
      },
      swatch(named[value.id] ? { type: named[value.id], colors: [] } : { type: 'COLORS', colors: [value.color] }),
      h('span', { class: 'name' }, value.label),
    ),
  );
  return [h('div', { class: 'colours' }, ...buttons)];
}

function sizeFacet(facet, { toggle }) {
  const blocks = [];
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
            on: { click: () => toggle(facet.id, value.id) },
          },
          value.label,
        ),
      );
      blocks.push(name && h('h4', {}, name), h('div', { class: 'size-values' }, ...buttons));
    }
  }
  return blocks;
}

function checkboxFacet(facet, { select }) {
  const box = h('input', {
    type: 'checkbox',
    checked: facet.selected,
    data: { focus: `facet:${facet.id}` },
    on: { change: event => select(facet.id, event.currentTarget.checked ? { checked: true } : undefined) },
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

const CONTENTS = {
  TEXT: textFacet,
  COLOR: colorFacet,
  SIZE: sizeFacet,
  RANGE: (facet, { select, format }) => [rangeControl(facet, { select, format: format(facet) })],
};

const selectedCount = facet =>
  facet.type === 'RANGE'
    ? Number(facet.minSelected !== undefined || facet.maxSelected !== undefined)
    : facet.selectedCount;

/**
 * @param {object[]} facets of the API
 * @param {{state: object, go: (state: object) => void, redraw: () => void, money: (n: number) => string}} page
 * @returns {HTMLElement[]}
 */
export function facetPanels(facets, { state, go, redraw, money }) {
  const number = new Intl.NumberFormat(state.locale, { maximumFractionDigits: 2 });
  const actions = {
    toggle: (id, value) => go(toggleValue(state, id, value)),
    select: (id, selection) => go(withFacet(state, id, selection)),
    redraw,
    format: facet => n => {
      if (facet.id === 'price' || facet.id === 'listPrice') return money(n);
      return facet.unit ? `${number.format(n)} ${facet.unit}` : number.format(n);
    },
  };
  return facets
    .filter(facet => facet.type !== 'RANGE' || (facet.min !== undefined && facet.max !== undefined))
    .map((facet, i) => {
      if (facet.type === 'CHECKBOX') return checkboxFacet(facet, actions);
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
        ...CONTENTS[facet.type](facet, actions),
      );
      panel.addEventListener('toggle', () => opened.set(facet.id, panel.open));
      return panel;
    });
}
