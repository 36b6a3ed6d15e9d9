/**
 * The requests of the page with their answers, newest first: the line of times at the top opens the list.
 */
import { type LoggedRequest, loggedRequests, onRequest, type Times } from '../api/request-log.js';
import { fill, h } from '../dom/elements.js';
import { t } from '../texts/text.js';

const ms = (time: number) => (Number.isNaN(time) ? '–' : Math.max(0, Math.round(time)));

/** "2 ms in the engine · 9 ms round trip". */
export const timing = ({ engineMs, roundTripMs }: Times): string =>
  t('timing', ms(engineMs), Math.max(1, Math.round(roundTripMs)));

function json(title: string, value: unknown): HTMLElement[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return [h('h4', {}, title), h('pre', { tabindex: '0' }, text)];
}

/** @param opened ids of the requests that show their bodies */
function entryOf(request: LoggedRequest, opened: Set<number>): HTMLElement {
  const { id, method, path, url, content, status, body, engineMs, roundTripMs } = request;
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

interface Parts {
  panel: HTMLElement;
  list: HTMLElement;
  toggle: HTMLElement;
  close: HTMLElement;
}

/** Lets `toggle` open and close the list in `panel`. */
export function requestPanel({ panel, list, toggle, close }: Parts): void {
  const opened = new Set<number>();
  const draw = () => fill(list, ...loggedRequests().map(entry => entryOf(entry, opened)));

  function set(open: boolean) {
    panel.hidden = !open;
    toggle.setAttribute('aria-expanded', String(open));
    onRequest(open ? draw : () => {});
    if (open) draw();
    else list.replaceChildren();
  }

  toggle.addEventListener('click', () => {
    set(Boolean(panel.hidden));
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
