/**
 * Labels of values in Swedish, Finnish and German. Categories are translated path by path; the labels of custom
 * attributes stand in one record that names no attribute and so holds for all.
 */
import { AUDIENCES, DEPARTMENTS, SHELVES } from './categories.mjs';
import { COLOURS } from './colours.mjs';
import { MATERIALS } from './materials.mjs';
import { LOCALES } from './products.mjs';
import { USAGES } from './usages.mjs';
import { AGES, BADGES, CARE, FITS, GENDERS, PATTERNS, SEASONS } from './values.mjs';

/** @typedef {import('./tables.mjs').Row} Row */

const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
const labels = (/** @type {Map<string, Row>} */ rows, /** @type {string} */ language) =>
  Object.fromEntries([...rows.values()].map(row => [row.en, row[language]]));

/** @param {string} language */
function categories(language) {
  /** @type {Record<string, string>} */
  const values = {};
  /** @type {[id: string, label: string, department: string | undefined][]} */
  const tops = [];
  for (const row of DEPARTMENTS.values()) tops.push([row.en, row[language], row.en]);
  for (const row of AUDIENCES.values()) tops.push([row.en, row[language], undefined]);
  for (const [id, label, department] of tops) {
    values[id] = label;
    for (const shelf of SHELVES.values()) {
      const worn = shelf.department === 'Fashion' || shelf.id.startsWith('hiking');
      if (department ? shelf.department === department : worn)
        values[`${id} > ${shelf.en}`] = `${label} > ${shelf[language]}`;
    }
  }
  return values;
}

/**
 * Colour as a label: the basic form of the adjective.
 * @param {Row} row
 * @param {string} language
 */
function colourLabel(row, language) {
  return capital(language === 'de' ? row.de : row[language].split(' ')[0]);
}

/** @param {string} language */
function anyAttribute(language) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const row of COLOURS.values()) values[row.id] = colourLabel(row, language);
  for (const row of MATERIALS.values()) values[row.id] = capital(row[language]);
  for (const usage of USAGES.values()) values[usage.id] = usage.labels[language];
  for (const rows of [FITS, SEASONS, CARE, BADGES]) Object.assign(values, labels(rows, language));
  return values;
}

/** All translations, as import instructions. */
export function translations() {
  return Object.entries(LOCALES).flatMap(([language, { locale }]) => {
    /**
     * @param {string} name
     * @param {string | undefined} attribute
     * @param {Record<string, string>} values
     */
    const record = (name, attribute, values) => ({
      replace: { key: `t-${language}-${name}`, translation: { locale, attribute, values } },
    });
    return [
      record('values', undefined, anyAttribute(language)),
      record('category', 'category', categories(language)),
      record('department', 'department', labels(DEPARTMENTS, language)),
      record('gender', 'gender', labels(GENDERS, language)),
      record('age', 'age', labels(AGES, language)),
      record('pattern', 'pattern', labels(PATTERNS, language)),
    ];
  });
}
