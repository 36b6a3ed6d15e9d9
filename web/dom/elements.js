/**
 * Builds elements. Text always becomes text nodes, so nothing that an API answers can become markup.
 */

/**
 * @param {string} name tag name
 * @param {Record<string, unknown>} properties `class`, `data` (dataset), `on` (listeners) and attributes; true sets an
 *   empty attribute, false, null and undefined leave it out
 * @param {...(Node | string | number | undefined | false)} children undefined and false are skipped
 */
export function h(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'class') node.className = value;
    else if (key === 'data') Object.assign(node.dataset, value);
    else if (key === 'on') for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  node.append(...children.filter(child => child !== undefined && child !== false && child !== null).map(toNode));
  return node;
}

const toNode = child => (child instanceof Node ? child : String(child));

/** Replaces what an element holds; the focus stays on the control with the same `data-focus`, if there still is one. */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  parent.replaceChildren(...children.filter(child => child instanceof Node));
  if (focused === undefined) return;
  for (const node of parent.querySelectorAll('[data-focus]')) {
    if (node.dataset.focus === focused) return node.focus({ preventScroll: true });
  }
}

/** A small line drawing from 24 × 24 path data, for buttons. */
export function icon(d) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

export const ICONS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  filter: 'M4 7h16M7 12h10M10 17h4',
  recent: 'M12 7v5l3 2M12 4a8 8 0 1 0 8 8 8 8 0 0 0-8-8',
  trend: 'M4 16l6-6 4 4 6-7M15 7h5v5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  heart: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10',
  article: 'M6 4h9l3 3v13H6zM9 10h6M9 13.5h6M9 17h4',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  back: 'M15 5l-7 7 7 7',
  forth: 'M9 5l7 7-7 7',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9',
};
