/**
 * Titles by the grammar of each language: compounds of material or audience and noun ("linneskjorta",
 * "Damenregenjacke", "villaneule"), adjectives and colours that agree with gender and number.
 */

/** Swedish writes no letter three times in a row: ull + lampa is ullampa. */
export function joinSwedish(first, noun) {
  if (/^.-/.test(noun)) return `${first}-${noun}`;
  const twice = first.at(-1) === first.at(-2) && first.at(-1) === noun[0];
  return twice ? first + noun.slice(1) : first + noun;
}

/** Finnish parts two equal vowels with a hyphen. */
export function joinFinnish(first, noun) {
  const apart = /^.-/.test(noun) || (first.at(-1) === noun[0] && 'aeiouyäö'.includes(noun[0]));
  return apart ? `${first}-${noun}` : first + noun;
}

/** Foreign words (`*`) keep a hyphen: Herren-T-Shirt, but Herrenhemd. */
export function joinGerman(first, noun) {
  return noun.startsWith('*') ? `${first}-${noun.slice(1)}` : first + noun[0].toLowerCase() + noun.slice(1);
}

const ENDINGS = { m: 'er', f: 'e', n: 'es', pl: 'e' };

/** Strong declension, nominative: schwarzer Rock, schwarze Hose, schwarzes Hemd, schwarze Schuhe. */
export function declineGerman(stem, gender) {
  return (stem === 'hoch' ? 'hoh' : stem) + ENDINGS[gender];
}

const split = cell => {
  const at = cell.indexOf(' ');
  return [cell.slice(0, at), cell.slice(at + 1)];
};
const swedish = (forms, article) => forms.split(' ')[['en', 'ett', 'pl'].indexOf(article)];
const finnish = (forms, number) => forms.split(' ')[number === 'sg' ? 0 : 1];
const capital = text => text[0].toUpperCase() + text.slice(1);

const FOR = {
  W: { en: 'for women', sv: 'dam', de: 'Damen', fi: 'naisten' },
  M: { en: 'for men', sv: 'herr', de: 'Herren', fi: 'miesten' },
  K: { en: 'for kids', sv: 'barn', de: 'Kinder', fi: 'lasten' },
};

/** The noun with what belongs to it, per language, and the form of what stands before. */
function noun(language, { type, who, material }) {
  const audience = FOR[who]?.[language] ?? '';
  if (language === 'en') return [material ? `${material.en} ${type.en}` : type.en, audience];
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

function agree(language, row, form) {
  if (language === 'en') return row.en;
  if (language === 'sv') return swedish(row.sv, form);
  return language === 'de' ? declineGerman(row.de, form) : finnish(row.fi, form);
}

/** A colour that follows after a comma: German leaves it undeclined there. */
const trailing = (language, colour, form) => (language === 'de' ? colour.de : agree(language, colour, form));

/**
 * The title in a language (`en`, `sv`, `de`, `fi`). `material` is given only where it forms a compound, `name` only
 * where the title starts with the collection's name.
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

/** The plain noun, as a product type: "Regnjacka", "Regenjacke", "Sadetakki". */
export function productType(language, type) {
  return capital(language === 'en' ? type.en : split(type[language])[1].replace('*', ''));
}
