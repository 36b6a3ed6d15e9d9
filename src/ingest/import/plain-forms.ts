/**
 * How the members of data blocks are taken as they are (see plain-blocks.ts); those that few catalogs have are left
 * out.
 */

import { namesOf, numbered } from '../../build/input/tape-members.js';
import { NODE } from '../../kernel/json-tape.js';
import { isImage } from './image-formats.js';
import { IMAGE_DATA } from './image-record.js';
import { BlockForm } from './plain-blocks.js';
import {
  type IsPlain,
  plainAmount,
  plainCustomName,
  plainFilled,
  plainLabel,
  plainList,
  plainMap,
  plainNumber,
  plainPath,
  plainStoreKey,
  plainText,
  plainUpTo,
  plainWhole,
  takenBy,
} from './plain-values.js';
import { PRODUCT_DATA } from './product-record.js';
import { hierarchy, isoDate, locale } from './value-parsers.js';
import { VARIANT_DATA } from './variant-record.js';

const HIGHEST_RATING = 5;
/** As the parsers of these lists have it. */
const MOST_LABELS = 20;

const level = takenBy(hierarchy);
const dataLocale = takenBy(locale);
const labels = plainList(plainLabel, MOST_LABELS);
const CUSTOM = {
  customLabels: plainMap(plainCustomName, plainList(plainLabel)),
  customNumbers: plainMap(plainCustomName, plainNumber),
};

const SOURCE = numbered(['url', 'width', 'height']);
const SOURCE_NAMES = namesOf(SOURCE);
const dimension = plainWhole(1);

/** With a format at its end that every shop may have. */
const plainImageUrl: IsPlain = ({ tape }, node) => tape.isPlainText(node) && isImage(tape.text(node), false);

/** Objects of URL, width and height, in this order, of which the last two may be missing. */
const plainSources: IsPlain = (values, list) => {
  const { tape } = values;
  if (!tape.isList(list)) return false;
  const end = tape.behind(list);
  for (let source = list + NODE; source < end; source = tape.behind(source)) {
    if (!tape.isObject(source)) return false;
    let last = -1;
    for (let name = source + NODE; name < tape.behind(source); name += 2 * NODE) {
      const member = SOURCE_NAMES.numberOf(tape, name);
      if (member <= last || (last < 0 && member !== SOURCE.url)) return false;
      last = member;
      if (!(member === SOURCE.url ? plainImageUrl : dimension)(values, name + NODE)) return false;
    }
    if (last < 0) return false;
  }
  return true;
};

export const PRODUCT_FORM = new BlockForm(PRODUCT_DATA, {
  title: plainFilled,
  url: plainPath,
  brand: plainText,
  name: plainText,
  description: plainText,
  series: plainText,
  sizeType: plainText,
  category: plainList(level),
  ontology: level,
  productType: labels,
  department: labels,
  gender: labels,
  age: labels,
  pattern: labels,
  rating: plainUpTo(HIGHEST_RATING),
  releaseDate: takenBy(isoDate),
  dataLocale,
  ...CUSTOM,
});

export const VARIANT_FORM = new BlockForm(VARIANT_DATA, {
  stock: plainWhole(0),
  listPrice: plainAmount,
  sellingPrice: plainAmount,
  cost: plainAmount,
  size: plainText,
  label: plainText,
  url: plainPath,
  stores: plainMap(plainStoreKey, plainWhole(0)),
  dataLocale,
  ...CUSTOM,
});

export const IMAGE_FORM = new BlockForm(IMAGE_DATA, {
  urls: plainSources,
  alt: plainText,
  caption: plainText,
  dataLocale,
});
