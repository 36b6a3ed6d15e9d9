/**
 * What is known of a product, as a list of names and values: measures and the shop's own attributes.
 */
import type { Product } from '../api/responses.js';
import { type Child, h } from '../dom/elements.js';
import { capital, t, textOf } from '../texts/text.js';

const MEASURES = ['width', 'height', 'depth', 'length', 'volume', 'weight'] as const;

/** Names of the shop's own attributes are its own words, unless the page has one for them. */
const nameOf = (name: string) => textOf(name) ?? capital(name.replaceAll(/[-_]/g, ' '));

/** What a shop keeps as JSON, in words: two numbers are a range, members stand with their names. */
function told(value: unknown, number: Intl.NumberFormat): string {
  if (typeof value === 'number') return number.format(value);
  if (typeof value !== 'object' || value === null) return String(value ?? '–');
  if (!Array.isArray(value)) {
    return Object.entries(value)
      .map(([name, member]) => `${nameOf(name)}: ${told(member, number)}`)
      .join('; ');
  }
  const isRange = value.length === 2 && value.every(one => typeof one === 'number');
  return value.map(one => told(one, number)).join(isRange ? '–' : ', ');
}

export function facts(product: Product, locale: string): HTMLElement {
  const number = new Intl.NumberFormat(locale);
  const measure = ({ amount, unit }: { amount: number; unit: string }) => `${number.format(amount)} ${unit}`;
  const rows: [name: string, value: Child][] = [[t('article'), product.key]];
  for (const [name, values] of Object.entries(product.custom ?? {})) {
    rows.push([nameOf(name), values.map(value => value.label).join(', ')]);
  }
  for (const name of MEASURES) {
    const value = product[name];
    if (value) rows.push([t(name), measure(value)]);
  }
  const { lengths, numbers, json } = product.typedCustom ?? { lengths: {}, numbers: {}, json: {} };
  for (const [name, value] of Object.entries(lengths)) rows.push([nameOf(name), measure(value)]);
  for (const [name, value] of Object.entries(numbers)) rows.push([nameOf(name), number.format(value)]);
  for (const [name, value] of Object.entries(json)) rows.push([nameOf(name), told(value, number)]);
  return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}
