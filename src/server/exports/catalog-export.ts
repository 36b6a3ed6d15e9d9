/**
 * The catalog as JSON lines of `replace` instructions, which can be imported again: groups, content and translations,
 * each in the order of keys. Equal catalogs give equal bytes, and importing an export restores the catalog.
 */
import type { CatalogReader } from '../../catalog/catalog-reader.js';

export function* catalogLines(reading: CatalogReader): Generator<string> {
  for (const { key, group } of reading.groups()) yield line(key, 'productGroup', group);
  for (const { key, content } of reading.contents()) yield line(key, 'content', content);
  for (const { key, translation } of reading.translations()) yield line(key, 'translation', translation);
}

function line(key: string, kind: string, record: object): string {
  return `{"replace":{"key":${JSON.stringify(key)},"${kind}":${JSON.stringify(record)}}}\n`;
}
