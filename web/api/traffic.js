/**
 * What the page asked the daemon and what came back, newest first: the line of times at the top opens the list.
 */
import { fill, h } from '../dom/elements.js';
import { t } from '../texts/text.js';

/** Requests that are remembered, answers included. */
const KEPT = 40;

const entries = [];
let changed = () => {};
let count = 0;

/** @param {object} entry method, path, url, content, status, body, engineMs, roundTripMs */
export function record(entry) {
  entries.unshift({ ...entry, id: ++count });
  entries.length = Math.min(entries.length, KEPT);
  changed();
}

const ms = time => (Number.isNaN(time) ? '–' : Math.max(0, Math.round(time)));

/** "2 ms in the engine · 9 ms round trip". */
export const timing = ({ engineMs, roundTripMs }) => t('timing', ms(engineMs), Math.max(1, ms(roundTripMs)));

function json(title, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return [h('h4', {}, title), h('pre', { tabindex: '0' }, text)];
}

function entryOf({ id, method, path, url, content, status, body, engineMs, roundTripMs }, opened) {
  const failed = status === 0 || status >= 400;
  const details = h('details', { class: failed ? 'request failed' : 'request', open: opened.has(id) });
  const open = () => {
    if (details.childElementCount > 1) return;
    details.append(
      h(
        'div',
        { class: 'exchange' },
        h('p', { class: 'url' }, decodeURIComponent(url)),
        ...(content === undefined ? [] : json(t('sent'), content)),
        ...(body === undefined ? [] : json(t('received'), body)),
      ),
    );
  };
  details.append(
    h(
      'summary',
      { data: { focus: `request:${id}` } },
      h('span', { class: 'method' }, method),
      h('span', { class: 'name' }, path.split('/').at(-1)),
      h('span', { class: 'status' }, status === 0 ? '–' : status),
      h('span', { class: 'times' }, `${ms(engineMs)} ms`, h('span', { class: 'muted' }, ` / ${ms(roundTripMs)} ms`)),
    ),
  );
  if (details.open) open();
  details.addEventListener('toggle', () => {
    if (details.open) {
      opened.add(id);
      open();
    } else opened.delete(id);
  });
  return h('li', {}, details);
}

/** Lets `toggle` open and close the list in `panel`. */
export function trafficPanel({ panel, list, toggle, close }) {
  const opened = new Set();
  const draw = () => fill(list, ...entries.map(entry => entryOf(entry, opened)));

  function set(open) {
    panel.hidden = !open;
    toggle.setAttribute('aria-expanded', String(open));
    changed = open ? draw : () => {};
    if (open) draw();
    else list.replaceChildren();
  }

  toggle.addEventListener('click', () => {
    set(panel.hidden);
    if (!panel.hidden) close.focus();
  });
  const leave = () => {
    set(false);
    toggle.focus();
  };
  close.addEventListener('click', leave);
  panel.addEventListener('keydown', event => event.key === 'Escape' && leave());
  set(false);
}
