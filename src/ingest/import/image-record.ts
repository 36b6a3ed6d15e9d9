/**
 * Images of products and of content. A product's image has a type and any number per product; content has one image
 * without a type.
 */
import type { Image, ImageData, ImageSource } from '../../catalog/records.js';
import { blockTable, parseDefaults, parseOverrides } from './data-blocks.js';
import { extensionOf, IMAGE_FORMATS, isImage } from './image-formats.js';
import type { RecordCheck } from './record-check.js';
import {
  entityKey,
  filledText,
  imageType,
  integerFrom,
  isEntityKey,
  labels,
  list,
  locale,
  mapOf,
  market,
  type Parse,
  text,
} from './value-parsers.js';

const SOURCE_MEMBERS = new Set(['url', 'width', 'height']);
const dimension = integerFrom(1);

const source: Parse<ImageSource> = (check, path, value) => {
  if (typeof value === 'string') {
    const url = filledText(check, path, value);
    return url === undefined ? undefined : { url };
  }
  const raw = check.strictObject(path, value, SOURCE_MEMBERS);
  if (!raw) return undefined;
  const url = filledText(check, `${path}.url`, raw['url']);
  if (url === undefined) return undefined;
  const parsed: ImageSource = { url };
  for (const side of ['width', 'height'] as const) {
    const length =
      raw[side] === undefined || raw[side] === null ? undefined : dimension(check, `${path}.${side}`, raw[side]);
    if (length !== undefined) parsed[side] = length;
  }
  return parsed;
};

const anySources = list(source);

/** Sources of other formats are left out with a warning. */
const sources: Parse<ImageSource[]> = (check, path, value) =>
  anySources(check, path, value)?.filter(({ url }) => {
    if (isImage(url, check.svgImages)) return true;
    const formats = check.svgImages ? `${IMAGE_FORMATS}, or svg` : IMAGE_FORMATS;
    check.warn(`${path}: expected images in ${formats}, found ${extensionOf(url) || 'no format'}: left out`);
    return false;
  });

export const IMAGE_DATA = blockTable({
  'urls*': sources,
  alt: text,
  caption: text,
  customData: mapOf(text, isEntityKey, 'names of 1 to 200 characters'),
  tags: labels(Number.POSITIVE_INFINITY),
});

const CONTENT_IMAGE_MEMBERS = new Set(['defaults', 'overrides', 'limitedLocales', 'limitedMarkets', 'order']);
const PRODUCT_IMAGE_MEMBERS = new Set([...CONTENT_IMAGE_MEMBERS, 'typeInitial', 'typeOverride']);

const marketList = list(market, { min: 1 });

const limitedMarkets: Parse<string[]> = (check, path, value) => {
  const markets = marketList(check, path, value);
  if (markets) check.awaitMarkets(markets);
  return markets;
};

/** By member, the parser of what an image has beside its data. */
export const IMAGE_MEMBERS: { [K in keyof Image]?: Parse<NonNullable<Image[K]>> } = {
  limitedLocales: list(locale, { min: 1 }),
  limitedMarkets,
  order: integerFrom(Number.NEGATIVE_INFINITY),
  typeInitial: imageType,
  typeOverride: imageType,
};

function parseImage(check: RecordCheck, path: string, value: unknown, members: ReadonlySet<string>): Image | undefined {
  const raw = check.strictObject(path, value, members);
  if (!raw) return undefined;
  const image: { [name: string]: unknown } = {};
  for (const name of members) {
    const member = raw[name];
    if (member === undefined || member === null) continue;
    let parsed: unknown;
    if (name === 'defaults') parsed = parseDefaults<ImageData>(check, member, IMAGE_DATA);
    else if (name === 'overrides') parsed = parseOverrides<ImageData>(check, member, IMAGE_DATA);
    else parsed = IMAGE_MEMBERS[name as keyof Image]?.(check, `${path}.${name}`, member);
    if (parsed !== undefined) image[name] = parsed;
  }
  return image as Image;
}

export function parseProductImage(check: RecordCheck, key: string, value: unknown): Image | undefined {
  if (entityKey(check, 'images', key) === undefined) return undefined;
  return parseImage(check, 'images', value, PRODUCT_IMAGE_MEMBERS);
}

export function parseContentImage(check: RecordCheck, value: unknown): Image | undefined {
  return parseImage(check, 'image', value, CONTENT_IMAGE_MEMBERS);
}
