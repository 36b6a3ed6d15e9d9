/**
 * Titles by the grammar of each language: compounds of material or audience and noun ("linneskjorta",
 * "Damenregenjacke", "villaneule"), adjectives and colours that agree with gender and number.
 */

/**
 * @typedef {import('./tables.mjs').Row} Row
 *
 * What a title is made of. `material` is given only where it forms a compound, `name` only where the title starts with
 * the collection's name.
 * @typedef {object} Words
 * @property {Row} type
 * @property {string} who
 * @property {Row | undefined} material
 * @property {Row | undefined} adjective
 * @property {Row} colour
 * @property {string | undefined} name
 */

/**
 * Swedish writes no letter three times in a row: ull + lampa is ullampa.
 * @param {string} first
 * @param {string} noun
 */
export function joinSwedish(first, noun) {
  if (/^.-/.test(noun)) return `${first}-${noun}`;
  const twice = first.at(-1) === first.at(-2) && first.at(-1) === noun[0];
  return twice ? first + noun.slice(1) : first + noun;
}

/**
 * Finnish parts two equal vowels with a hyphen.
 * @param {string} first
 * @param {string} noun
 */
export function joinFinnish(first, noun) {
  const apart = /^.-/.test(noun) || (first.at(-1) === noun[0] && 'aeiouyäö'.includes(noun[0]));
  return apart ? `${first}-${noun}` : first + noun;
}

/**
 * Foreign words (`*`) keep a hyphen: Herren-T-Shirt, but Herrenhemd.
 * @param {string} first
 * @param {string} noun
 */
export function joinGerman(first, noun) {
  return noun.startsWith('*') ? `${first}-${noun.slice(1)}` : first + noun[0].toLowerCase() + noun.slice(1);
}

/** @type {Record<string, string>} */
const ENDINGS = { m: 'er', f: 'e', n: 'es', pl: 'e' };

/**
 * Strong declension, nominative: schwarzer Rock, schwarze Hose, schwarzes Hemd, schwarze Schuhe.
 * @param {string} stem
 * @param {string} gender
 */
export function declineGerman(stem, gender) {
  return (stem === 'hoch' ? 'hoh' : stem) + ENDINGS[gender];
}

/**
 * The form of a noun, and the noun: `en`, `klänning`.
 * @param {string} cell
 */
const split = cell => {
  const at = cell.indexOf(' ');
  return [cell.slice(0, at), cell.slice(at + 1)];
};
const swedish = (/** @type {string} */ forms, /** @type {string} */ article) =>
  forms.split(' ')[['en', 'ett', 'pl'].indexOf(article)];
const finnish = (/** @type {string} */ forms, /** @type {string} */ number) =>
  forms.split(' ')[number === 'sg' ? 0 : 1];
const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);

/**
 * By audience and language.
 * @type {Record<string, Row | undefined>}
 */
const FOR = {
  W: { en: 'for women', sv: 'dam', de: 'Damen', fi: 'naisten' },
  M: { en: 'for men', sv: 'herr', de: 'Herren', fi: 'miesten' },
  K: { en: 'for kids', sv: 'barn', de: 'Kinder', fi: 'lasten' },
};

/**
 * The noun with what belongs to it, what comes after it, and the form of what stands before it.
 * @param {string} language
 * @param {Pick<Words, 'type' | 'who' | 'material'>} words
 * @returns {[word: string, after: string, form: string]}
 */
function noun(language, { type, who, material }) {
  const audience = FOR[who]?.[language] ?? '';
  if (language === 'en') return [material ? `${material.en} ${type.en}` : type.en, audience, ''];
  const [form, bare] = split(type[language]);
  const prefix = material?.[`${language}With`];
  if (language === 'sv') return [prefix ? joinSwedish(prefix, bare) : bare, audience, form];
  if (language === 'fi') {
    const word = prefix ? joinFinnish(prefix, bare) : bare;
    return [audience ? `${audience} ${word}` : word, '', form];
  }
  if (prefix) return [joinGerman(prefix, bare), audience && `für ${audience}`, form];
  return [audience ? joinGerman(audience, bare) : bare.replace('*', ''), '', form];
}

/**
 * An adjective or a colour in the form that the noun asks for.
 * @param {string} language
 * @param {Row} row
 * @param {string} form
 */
function agree(language, row, form) {
  if (language === 'en') return row.en;
  if (language === 'sv') return swedish(row.sv, form);
  return language === 'de' ? declineGerman(row.de, form) : finnish(row.fi, form);
}

/**
 * A colour that follows after a comma: German leaves it undeclined there.
 * @param {string} language
 * @param {Row} colour
 * @param {string} form
 */
const trailing = (language, colour, form) => (language === 'de' ? colour.de : agree(language, colour, form));

/**
 * The title in a language (`en`, `sv`, `de`, `fi`).
 * @param {string} language
 * @param {Words} words
 */
export function title(language, { type, who, material, adjective, colour, name }) {
  const [word, after, form] = noun(language, { type, who, material });
  const before = [];
  if (name) before.push(name);
  if (adjective) before.push(agree(language, adjective, form));
  else if (!name) before.push(agree(language, colour, form));
  const phrase = [...before, word, after].filter(part => part !== '').join(' ');
  return capital(adjective || name ? `${phrase}, ${trailing(language, colour, form)}` : phrase);
}

/**
 * The plain noun, as a product type: "Regnjacka", "Regenjacke", "Sadetakki".
 * @param {string} language
 * @param {Row} type
 */
export function productType(language, type) {
  return capital(language === 'en' ? type.en : split(type[language])[1].replace('*', ''));
}
