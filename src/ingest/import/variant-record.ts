/**
 * Parses variants of a catalog import, and reduces the alternative spellings of sizes, stores and customer prices to
 * the stored one.
 */
import type { CustomPrice, SizeEntry, Variant, VariantData } from '../../catalog/records.js';
import { blockTable, parseDefaults, parseOverrides } from './data-blocks.js';
import { isObject, type JsonObject, type RecordCheck } from './record-check.js';
import { CUSTOM_MEMBERS, measureMembers } from './shared-members.js';
import { entityKey, filledText, integerFrom, list, market, type Parse, pageUrl, price, text } from './value-parsers.js';

const VARIANT_MEMBERS = new Set(['defaults', 'overrides', 'limitedMarkets']);

const stock = integerFrom(0);

const size: Parse<SizeEntry> = (check, path, value) => {
  if (!isObject(value)) return check.fault(path, 'an object {format, size}', value);
  const name = filledText(check, `${path}.size`, value['size']);
  if (name === undefined) return undefined;
  const format = value['format'];
  if (format === undefined || format === null) return { size: name };
  const parsed = filledText(check, `${path}.format`, format);
  return parsed === undefined ? undefined : { format: parsed, size: name };
};

/**
 * A map, or a list of entries with their key in the member `keyMember`.
 * @param value parser of a value of the map or of an entry of the list
 */
function keyed<T>(keyMember: string, parse: Parse<T>): Parse<Record<string, T>> {
  return (check, path, value) => {
    const entries: [unknown, unknown][] = Array.isArray(value)
      ? value.map(entry => [isObject(entry) ? entry[keyMember] : undefined, entry])
      : isObject(value)
        ? Object.entries(value)
        : [];
    if (!Array.isArray(value) && !isObject(value)) return check.fault(path, 'an object or a list', value);
    const parsed: Record<string, T> = {};
    for (const [name, raw] of entries) {
      if (raw === null) continue;
      const known = entityKey(check, `${path}.${keyMember}`, name);
      if (known === undefined) continue;
      if (known.includes('|')) {
        check.fault(`${path}.${keyMember}`, 'a key without |', known);
        continue;
      }
      if (Object.hasOwn(parsed, known)) {
        check.fault(path, 'each key once', known);
        continue;
      }
      const member = parse(check, path, raw);
      if (member !== undefined) parsed[known] = member;
    }
    return parsed;
  };
}

/** Stock of a store: a number, `{stock}`, or an entry `{key, stockNumber}` of a list. */
const storeStock: Parse<number> = (check, path, value) => {
  if (!isObject(value)) return stock(check, path, value);
  return stock(check, `${path}.stock`, value['stock'] ?? value['stockNumber']);
};

const customPrice: Parse<CustomPrice> = (check, path, value) => {
  if (!isObject(value)) return check.fault(path, 'an object {listPrice, sellingPrice}', value);
  const listPrice = price(check, `${path}.listPrice`, value['listPrice']);
  const selling = value['sellingPrice'] ?? undefined;
  const sellingPrice = selling === undefined ? listPrice : price(check, `${path}.sellingPrice`, selling);
  return listPrice === undefined || sellingPrice === undefined ? undefined : { listPrice, sellingPrice };
};

export const VARIANT_DATA = blockTable({
  'stock*': stock,
  'listPrice*': price,
  'sellingPrice*': price,
  'cost*': price,
  size: text,
  sizes: list(size),
  label: text,
  url: pageUrl,
  'stores*': keyed('key', storeStock),
  'customPrices*': keyed('id', customPrice),
  ...CUSTOM_MEMBERS,
  ...measureMembers(check => check.variantMeasures),
});

const limitedMarkets = list(market, { min: 1 });

function checkSizes(check: RecordCheck, path: string, block: VariantData): void {
  if (block.size !== undefined && block.sizes) check.fault(path, 'size or sizes, not both', 'both');
}

function parseLimits(check: RecordCheck, raw: JsonObject): string[] | undefined {
  const value = raw['limitedMarkets'];
  if (value === undefined || value === null) return undefined;
  const limits = limitedMarkets(check, 'limitedMarkets', value);
  const other = limits?.find(name => !check.markets.includes(name));
  if (other !== undefined) check.fault('limitedMarkets', `markets of the product (${check.markets.join(', ')})`, other);
  return limits;
}

export function parseVariant(check: RecordCheck, value: unknown): Variant | undefined {
  const raw = check.strictObject('variant', value, VARIANT_MEMBERS);
  if (!raw) return undefined;
  const defaults = parseDefaults<VariantData>(check, raw['defaults'], VARIANT_DATA) ?? {};
  if (isObject(raw['defaults']) && (raw['defaults']['listPrice'] ?? undefined) === undefined) {
    check.fault('defaults.listPrice', 'a value: it is required', undefined);
  }
  checkSizes(check, 'defaults', defaults);
  const variant: Variant = { defaults };
  if (raw['overrides'] !== undefined && raw['overrides'] !== null) {
    const overrides = parseOverrides<VariantData>(check, raw['overrides'], VARIANT_DATA);
    if (overrides) {
      variant.overrides = overrides;
      for (const [name, block] of Object.entries(overrides)) checkSizes(check, `overrides["${name}"]`, block);
    }
  }
  const limits = parseLimits(check, raw);
  if (limits) variant.limitedMarkets = limits;
  return variant;
}
