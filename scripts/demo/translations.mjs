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

const capital = text => text[0].toUpperCase() + text.slice(1);
const labels = (rows, language) => Object.fromEntries([...rows.values()].map(row => [row.en, row[language]]));

function categories(language) {
  const values = {};
  const tops = [
    ...[...DEPARTMENTS.values()].map(row => [row.en, row[language], row.en]),
    ...[...AUDIENCES.values()].map(row => [row.en, row[language], undefined]),
  ];
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

/** Colour as a label: the basic form of the adjective. */
function colourLabel(row, language) {
  return capital(language === 'de' ? row.de : row[language].split(' ')[0]);
}

function anyAttribute(language) {
  const values = {};
  for (const row of COLOURS.values()) values[row.id] = colourLabel(row, language);
  for (const row of MATERIALS.values()) values[row.id] = capital(row[language]);
  for (const row of USAGES.values()) values[row.id] = row[language];
  for (const rows of [FITS, SEASONS, CARE, BADGES]) Object.assign(values, labels(rows, language));
  return values;
}

/** All translations, as import instructions. */
export function translations() {
  return Object.entries(LOCALES).flatMap(([language, { locale }]) => {
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
