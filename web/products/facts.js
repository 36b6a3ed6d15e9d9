/**
 * What is known of a product, as a list of names and values: measures and the shop's own attributes.
 */
import { h } from '../dom/elements.js';
import { t } from '../texts/text.js';

const MEASURES = ['width', 'height', 'depth', 'length', 'volume', 'weight'];

const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Names of the shop's own attributes are its own words, unless we know them. */
const nameOf = name => t(name) ?? capital(name.replaceAll(/[-_]/g, ' '));

export function facts(product, locale) {
  const number = new Intl.NumberFormat(locale);
  const measure = ({ amount, unit }) => `${number.format(amount)} ${unit}`;
  const rows = [[t('article'), product.key]];
  for (const [name, values] of Object.entries(product.custom ?? {})) {
    rows.push([nameOf(name), values.map(value => value.label).join(', ')]);
  }
  for (const name of MEASURES) if (product[name]) rows.push([t(name), measure(product[name])]);
  const { lengths = {}, numbers = {}, json = {} } = product.typedCustom ?? {};
  for (const [name, value] of Object.entries(lengths)) rows.push([nameOf(name), measure(value)]);
  for (const [name, value] of Object.entries(numbers)) rows.push([nameOf(name), number.format(value)]);
  for (const [name, value] of Object.entries(json)) rows.push([nameOf(name), h('code', {}, JSON.stringify(value))]);
  return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}
