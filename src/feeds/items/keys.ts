/**
 * Keys of the catalog out of the ids of feeds. Ids that are keys stay as they are; in others what keys may not have
 * becomes `-`, and a hash of the whole keeps them apart. Groups, products and variants share one space of keys, feeds do
 * not: a group that is called like a variant gets `.g` behind its name, and products are named by group and colour.
 */
import { createHash } from 'node:crypto';
import { isKey, MAX_KEY_LENGTH } from '../../ingest/import/value-parsers.js';

const HASH_LENGTH = 8;

/** @param prefix begins all keys */
export function keyOf(id: string, prefix: string): string {
  return shortened(prefix + id);
}

export function groupKeyOf(group: string, isVariant: boolean): string {
  return isVariant ? shortened(`${group}.g`) : group;
}

/** @param color name of the product's colour, where its group has products by colour */
export function productKeyOf(group: string, color: string | undefined): string {
  if (color === undefined) return shortened(`${group}.p`);
  return shortened(
    `${group}.${color
      .trim()
      .toLowerCase()
      .replace(/[\s/]+/g, '-')}`,
  );
}

function shortened(text: string): string {
  if (isKey(text)) return text;
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9#+./_-]+/g, '-');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return `${plain.slice(0, MAX_KEY_LENGTH - HASH_LENGTH - 1)}-${hash}`;
}
