/**
 * Builds elements. Text always becomes text nodes, so nothing that an API answers can become markup.
 */

type Attribute = string | number | boolean | undefined;
type AttributeName =
  | (
      | 'alt'
      | 'checked'
      | 'disabled'
      | 'height'
      | 'hidden'
      | 'href'
      | 'id'
      | 'inputmode'
      | 'max'
      | 'min'
      | 'name'
      | 'open'
    )
  | ('rel' | 'role' | 'selected' | 'src' | 'step' | 'tabindex' | 'target' | 'title' | 'type' | 'value' | 'width')
  | `aria-${string}`;
type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void };

/** Attributes: true sets an empty one, false and undefined leave it out. */
export interface Properties extends Partial<Record<AttributeName, Attribute>> {
  class?: string;
  /** The dataset. */
  data?: Record<string, string>;
  /** Listeners by type of event. */
  on?: Listeners;
}

/** Undefined and false are skipped. */
export type Child = Node | string | number | false | undefined;

/** @param name tag name */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  const { class: className, data, on, ...attributes } = properties;
  if (className !== undefined) node.className = className;
  Object.assign(node.dataset, data);
  for (const [type, listener] of Object.entries(on ?? {})) node.addEventListener(type, listener as EventListener);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    node.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

const focusOf = (node: Element | null) => (node instanceof HTMLElement ? node.dataset['focus'] : undefined);

/** The `data-focus` of the control that has the focus, or of the nearest element around it that has one. */
export const focused = (): string | undefined => focusOf(document.activeElement?.closest('[data-focus]') ?? null);

/** Gives the focus to the first control below `parent` that has this `data-focus`, without scrolling. */
export function focusOn(parent: ParentNode, focus: string): void {
  const node = [...parent.querySelectorAll<HTMLElement>('[data-focus]')].find(other => focusOf(other) === focus);
  node?.focus({ preventScroll: true });
}

/** Replaces what an element holds; the focus stays on the control with the same `data-focus`, if there still is one. */
export function fill(parent: Element, ...children: (Node | false | undefined)[]): void {
  const focus = parent.contains(document.activeElement) ? focusOf(document.activeElement) : undefined;
  parent.replaceChildren(...children.filter(child => child instanceof Node));
  if (focus !== undefined) focusOn(parent, focus);
}

/** @returns the element of the document with this id. @throws Error when there is none of this kind */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const node = document.getElementById(id);
  if (node instanceof kind) return node;
  throw new Error(`#${id}: found ${node?.tagName ?? 'no element'}, expected ${kind.name}`);
}
