/**
 * Parses content items and translations of a catalog import to records of the store. All faults are recorded; there is
 * a result only when there were none.
 */
import type { Content, ContentData, Translation } from '../../catalog/records.js';
import { BUILT_IN_ATTRIBUTES, resolveAttribute } from '../../catalog/rules/rule-attributes.js';
import { blockTable, parseDefaults, parseOverrides } from './data-blocks.js';
import { parseContentImage } from './image-record.js';
import { isObject, type RecordCheck } from './record-check.js';
import {
  custom,
  filledText,
  isCustomName,
  isoDate,
  labels,
  list,
  locale,
  MAX_NAME_LENGTH,
  market,
  type Parse,
  text,
} from './value-parsers.js';

/** What names of custom attributes begin with. */
const CUSTOM = 'custom.';
const CONTENT_MEMBERS = new Set(['markets', 'type', 'defaults', 'overrides', 'image']);
const TRANSLATION_MEMBERS = new Set(['locale', 'attribute', 'values']);

const CONTENT_DATA = blockTable({
  title: filledText,
  url: filledText,
  description: text,
  'releaseDate*': isoDate,
  customLabels: custom(labels(Number.POSITIVE_INFINITY)),
});

const marketList = list(market, { min: 1 });

/** @returns undefined when the content item has a fault */
export function parseContent(check: RecordCheck, key: string, value: unknown): Content | undefined {
  const before = check.findings.count;
  const content = check.within('content', key, (): Content | undefined => {
    const raw = check.strictObject('content', value, CONTENT_MEMBERS);
    if (!raw) return undefined;
    const markets = marketList(check, 'markets', raw['markets']) ?? [];
    check.enterMarkets(markets);
    const type = filledText(check, 'type', raw['type']) ?? '';
    const defaults = parseDefaults<ContentData>(check, raw['defaults'], CONTENT_DATA) ?? {};
    for (const name of ['title', 'url'] as const) {
      if (isObject(raw['defaults']) && (raw['defaults'][name] ?? undefined) === undefined) {
        check.fault(`defaults.${name}`, 'a value: it is required', undefined);
      }
    }
    const parsed: Content = { markets, type, defaults };
    const { overrides, image } = raw;
    if (overrides !== undefined && overrides !== null) {
      const blocks = parseOverrides<ContentData>(check, overrides, CONTENT_DATA);
      if (blocks) parsed.overrides = blocks;
    }
    if (image !== undefined && image !== null) {
      const picture = parseContentImage(check, image);
      if (picture) parsed.image = picture;
    }
    return parsed;
  });
  return check.findings.count === before ? content : undefined;
}

/** A custom one need not be in the catalog. */
const attribute: Parse<string> = (check, path, value) => {
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_NAME_LENGTH) {
    return check.fault(path, `the name of an attribute, of at most ${MAX_NAME_LENGTH} characters`, value);
  }
  const isCustom = value.startsWith(CUSTOM) && isCustomName(value.slice(CUSTOM.length));
  if (isCustom || resolveAttribute(value)?.kind === 'text') return value;
  const names = BUILT_IN_ATTRIBUTES.filter(({ kind }) => kind === 'text').map(({ alias }) => alias);
  return check.fault(path, `${names.join(', ')} or custom.NAME`, value);
};

function parseValues(check: RecordCheck, value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return check.fault('values', 'an object of id and label', value);
  const values: Record<string, string> = {};
  for (const [written, label] of Object.entries(value)) {
    const id = normalId(written);
    if (id === '' || id === '__proto__') check.fault('values', 'ids that are not empty', written);
    else {
      const parsed = filledText(check, 'values', label);
      if (parsed !== undefined) values[id] = parsed;
    }
  }
  return values;
}

/** Normalises an id like values of records: trimmed, also around `>`. */
function normalId(written: string): string {
  if (!written.includes('>')) return written.trim();
  const levels = written.split('>').map(level => level.trim());
  return levels.includes('') ? written.trim() : levels.join(' > ');
}

const translationLocale: Parse<string> = (check, path, value) => {
  const parsed = locale(check, path, value);
  const { configured } = check;
  if (parsed === undefined || !configured || configured.locales().has(parsed)) return parsed;
  return check.fault(path, `a locale that is configured (${[...configured.locales()].join(', ')})`, parsed);
};

/** @returns undefined when the translation has a fault */
export function parseTranslation(check: RecordCheck, key: string, value: unknown): Translation | undefined {
  const before = check.findings.count;
  const translation = check.within('translations', key, (): Translation | undefined => {
    const raw = check.strictObject('translation', value, TRANSLATION_MEMBERS);
    if (!raw) return undefined;
    const parsed: Translation = {
      locale: translationLocale(check, 'locale', raw['locale']) ?? '',
      values: parseValues(check, raw['values']) ?? {},
    };
    if (raw['attribute'] !== undefined && raw['attribute'] !== null) {
      const name = attribute(check, 'attribute', raw['attribute']);
      if (name !== undefined) parsed.attribute = name;
    }
    return parsed;
  });
  return check.findings.count === before ? translation : undefined;
}
