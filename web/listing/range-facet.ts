/**
 * A range facet: two sliders over one track and two number fields that say the same.
 */
import type { Facet, FacetOf } from '../api/responses.js';
import { h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import type { FacetSelection } from '../page/state.js';
import { t } from '../texts/text.js';

/** Steps that suit a span: whole numbers where there is room for them. */
function stepOf(span: number): number {
  if (span > 10) return 1;
  return span > 2 ? 0.1 : 0.01;
}

/** The nearest step below or above a value that is no step itself. */
const floorTo = (value: number, step: number) => Number((Math.floor(value / step + 1e-6) * step).toFixed(2));
const ceilTo = (value: number, step: number) => Number((Math.ceil(value / step - 1e-6) * step).toFixed(2));

/** How the numbers of a range facet read: as money, or with their unit. @param facet undefined when no longer listed */
export function rangeFormat(facet: Facet | undefined, id: string, page: PageContext): (amount: number) => string {
  if (id === 'price' || id === 'listPrice') return page.money;
  const number = new Intl.NumberFormat(page.state.locale, { maximumFractionDigits: 2 });
  const unit = facet?.type === 'RANGE' ? facet.unit : undefined;
  return amount => (unit ? `${number.format(amount)} ${unit}` : number.format(amount));
}

/** A facet whose list has numbers at all. */
export type BoundedFacet = FacetOf<'RANGE'> & { min: number; max: number };

/** @param select called with what the visitor has chosen; undefined for the whole range */
export function rangeFacet(
  facet: BoundedFacet,
  select: (selection: FacetSelection | undefined) => void,
  format: (amount: number) => string,
): HTMLElement {
  const step = stepOf(facet.max - facet.min);
  const least = floorTo(facet.min, step);
  const most = ceilTo(facet.max, step);
  const within = (n: number) => Math.min(most, Math.max(least, n));
  let low = within(facet.minSelected ?? least);
  let high = within(facet.maxSelected ?? most);

  const field = (name: string, bound: 'min' | 'max') =>
    h('input', {
      type: 'number',
      inputmode: 'decimal',
      min: least,
      max: most,
      step: 'any',
      'aria-label': `${facet.label}: ${name}`,
      data: { focus: `facet:${facet.id}:${bound}` },
    });
  const slider = (name: string, bound: 'min' | 'max') =>
    h('input', {
      type: 'range',
      min: least,
      max: most,
      step,
      'aria-label': `${facet.label}: ${name}`,
      data: { focus: `slider:${facet.id}:${bound}` },
    });
  const lower = { field: field(t('min'), 'min'), slider: slider(t('min'), 'min') };
  const upper = { field: field(t('max'), 'max'), slider: slider(t('max'), 'max') };
  const shown = h('output', {});
  const track = h('div', { class: 'track' }, lower.slider, upper.slider);

  function show() {
    for (const [{ field, slider }, value] of [[lower, low] as const, [upper, high] as const]) {
      field.value = String(value);
      slider.value = String(value);
      slider.setAttribute('aria-valuetext', format(value));
    }
    const share = (n: number) => (most > least ? ((n - least) / (most - least)) * 100 : 0);
    track.style.setProperty('--low', `${share(low)}%`);
    track.style.setProperty('--high', `${share(high)}%`);
    shown.value = `${format(low)} – ${format(high)}`;
  }

  function commit() {
    const selection: FacetSelection = {};
    if (low > least) selection.min = low;
    if (high < most) selection.max = high;
    const chosen = Object.keys(selection).length > 0;
    if (!chosen && facet.minSelected === undefined && facet.maxSelected === undefined) show();
    else select(chosen ? selection : undefined);
  }

  const setLow = (value: number) => {
    low = Math.min(value, high);
  };
  const setHigh = (value: number) => {
    high = Math.max(value, low);
  };
  for (const [{ field, slider }, set, end] of [[lower, setLow, least] as const, [upper, setHigh, most] as const]) {
    slider.addEventListener('input', () => {
      set(Number(slider.value));
      show();
    });
    slider.addEventListener('change', commit);
    // An empty field stands for the end of the range.
    field.addEventListener('change', () => {
      set(field.value === '' ? end : within(Number(field.value)));
      commit();
    });
  }
  show();
  return h(
    'div',
    { class: 'range' },
    shown,
    track,
    h('div', { class: 'bounds' }, lower.field, h('span', { 'aria-hidden': 'true' }, '–'), upper.field),
  );
}
