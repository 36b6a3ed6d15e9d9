/**
 * A range facet: two sliders over one track and two number fields that say the same.
 */
import { h } from '../dom/elements.js';
import { t } from '../texts/text.js';

/** Steps that suit a span: whole numbers where there is room for them. */
function stepOf(span) {
  if (span > 10) return 1;
  return span > 2 ? 0.1 : 0.01;
}

const snap = (value, step, round) =>
  Number((round(value / step + (round === Math.ceil ? -1e-6 : 1e-6)) * step).toFixed(2));

/**
 * @param {object} facet of type RANGE, with `min` and `max`
 * @param {{select: (id: string, selection: object | undefined) => void, format: (n: number) => string}} page
 */
export function rangeControl(facet, { select, format }) {
  const step = stepOf(facet.max - facet.min);
  const [least, most] = [snap(facet.min, step, Math.floor), snap(facet.max, step, Math.ceil)];
  const within = n => Math.min(most, Math.max(least, n));
  let low = within(facet.minSelected ?? least);
  let high = within(facet.maxSelected ?? most);

  const field = (name, bound) =>
    h('input', {
      type: 'number',
      inputmode: 'decimal',
      min: least,
      max: most,
      step: 'any',
      'aria-label': `${facet.label}: ${name}`,
      data: { focus: `facet:${facet.id}:${bound}` },
    });
  const slider = (name, bound) =>
    h('input', {
      type: 'range',
      min: least,
      max: most,
      step,
      'aria-label': `${facet.label}: ${name}`,
      data: { focus: `slider:${facet.id}:${bound}` },
    });
  const fields = [field(t('min'), 'min'), field(t('max'), 'max')];
  const sliders = [slider(t('min'), 'min'), slider(t('max'), 'max')];
  const shown = h('output', {});
  const track = h('div', { class: 'track' }, ...sliders);

  function show() {
    for (const [i, value] of [low, high].entries()) {
      fields[i].value = String(value);
      sliders[i].value = String(value);
      sliders[i].setAttribute('aria-valuetext', format(value));
    }
    const share = n => (most > least ? ((n - least) / (most - least)) * 100 : 0);
    track.style.setProperty('--low', `${share(low)}%`);
    track.style.setProperty('--high', `${share(high)}%`);
    shown.value = `${format(low)} – ${format(high)}`;
  }

  function commit() {
    const selection = {};
    if (low > least) selection.min = low;
    if (high < most) selection.max = high;
    const chosen = Object.keys(selection).length > 0;
    if (!chosen && facet.minSelected === undefined && facet.maxSelected === undefined) return show();
    select(facet.id, chosen ? selection : undefined);
  }

  sliders[0].addEventListener('input', () => {
    low = Math.min(Number(sliders[0].value), high);
    show();
  });
  sliders[1].addEventListener('input', () => {
    high = Math.max(Number(sliders[1].value), low);
    show();
  });
  for (const node of sliders) node.addEventListener('change', commit);
  for (const [i, node] of fields.entries()) {
    node.addEventListener('change', () => {
      const typed = node.value === '' ? [least, most][i] : within(Number(node.value));
      if (i === 0) low = Math.min(typed, high);
      else high = Math.max(typed, low);
      commit();
    });
  }
  show();
  return h(
    'div',
    { class: 'range' },
    shown,
    track,
    h('div', { class: 'bounds' }, fields[0], h('span', { 'aria-hidden': 'true' }, '–'), fields[1]),
  );
}
