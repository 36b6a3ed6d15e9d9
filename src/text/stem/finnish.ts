/**
 * Finnish: Snowball's rules, and corrections that give one stem to forms with consonant gradation (takki, takit; kenkä,
 * kengät; paita, paidat), to plurals in -ja and -ia, and to words in -nen. Words come folded.
 */
import { stemmer as snowball } from '@orama/stemmers/finnish';

/** Forms that Snowball does not bring together, at the ends of compounds too, and those that it does. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/tsi$/, 'tset'],
  [/(^|[aeiouyäönr])olu(?:e[tn]|ita|iden|tta)$/, '$1olut'],
  [/renka(?:at|an|ita|iden|alle)$/, 'rengas'],
  [/kirve(?:et|en|itä|iden|stä|llä)$/, 'kirves'],
  [/(peruna|omena)$/, '$1t'],
  [/(^|[aeiouyäön])käde[tn]$/, '$1käsi'],
  [/(^|[aeiouyäön])vettä$/, '$1vesi'],
  [/(^|[aeiouyäön])lunta$/, '$1lumi'],
  [/(^|[aeiouyäön])kan(?:si|tta|sia)$/, '$1kannet'],
  [/kanka(?:at|an|ita|iden|alle)$/, 'kangas'],
  [/(reng|kang|kiu)asta$/, '$1as'],
  [/(?<!^m|[aeiouyäö]m)([uy]s)t[aä]$/, '$1'],
  [/(laut|lap)asta$/, '$1aset'],
  [/veis(?:tä|ten)$/, 'veitset'],
  [/hiil(?:tä|ten)$/, 'hiilet'],
  [/leiv(?:ät|än|illä)$/, 'leipät'],
  [/ru[ou]a([tn])$/, 'ruoka$1'],
  [/(liha|saha)n$/, '$1t'],
  [/(sie(?:me)?n)i?$/, '$1et'],
  [/(?<=kul|ver)hon$/, 'hot'],
];
/**
 * Ends of words that are endings to Snowball, and in a shop nearly always belong to the word: -na is no essive in tahna, -pa
 * no particle in leipä, -si and -ni are no possessives in lasi and banaani, and -ta no partitive in pöytä. Plurals keep
 * them.
 */
const OWN_END =
  /(?:n[aä]|p[aä]|[^t]si|([aeiouyäö])\1ni|(?:lau|rau|hau|pai|pöy|mul|pin|pan|pas|ran|kan|(?:^|[aeiouyäön])[pr]a)t[aä])$/;
/** Genitives of words in -i, of which Snowball takes -kin for a particle and -iinin for another case. */
const GENITIVE_IN = /(?<=k|aan|een|iin|oon|uun|yyn|ään|öön)in$/;
/** Words in -in, of which Snowball takes that for an ending: puhelin, valaisin, tulostin, avain; no genitives (tuolin). */
const TOOL =
  /.{3}(?:puhel|(?<=sive)ll|(?<=puha)ll|[aou]is|(?<!a)at|[iuyö]t|st|d|nn|[au])in$|^(?:puhelin|avain|istuin|keitin)$/;

export function finnishStem(word: string): string {
  const boot = /saap(?:as|pa[ai]).*$/.exec(word);
  if (boot) return `${word.slice(0, boot.index)}saapas`;
  // villa, puuvilla: -lla is no case here.
  const wool = /villaa?n?$/.exec(word);
  if (wool) return `${word.slice(0, wool.index)}vil`;
  if (/[^n]nen$/.test(word) && word.length > 4) return `${word.slice(0, -3)}s`;
  if (/isten$/.test(word) && word.length > 6) return word.slice(0, -3);
  // punaista, sinistä: far oftener the partitive of -nen than a plural in -ista.
  if (/(?<!ve)ist[aä]$/.test(word) && word.length > 5) return word.slice(0, -2);
  if (TOOL.test(word)) return oneTool(word);
  const base = FORMS.reduce((form, [found, as]) => form.replace(found, as), word)
    .replace(/ine$/, 'ineet')
    .replace(/pyyhke/, 'pyyhe')
    .replace(/takin$/, 'takki')
    .replace(GENITIVE_IN, 'it')
    .replace(OWN_END, '$&t');
  const root = oneGrade(
    snowball(base)
      .replace(/j$/, '')
      .replace(/[aeiouyäö]+$/, '')
      .replace(/ks$/, 's'),
  );
  return /.{3}(?:im|llin)$/.test(root) ? oneTool(root) : root;
}

/** Puhelin, puhelimet; suodatin, suodattimet; puhallin, puhaltimet. */
function oneTool(word: string): string {
  return word.replace(/([kpt]?)\1i[mn]$/, '$1in').replace(/l[lt]in$/, 'lin');
}

function oneGrade(root: string): string {
  return root
    .replace(/([kpst])\1$/, '$1')
    .replace(/d$/, 't')
    .replace(/ng$/, 'nk')
    .replace(/mm$/, 'mp')
    .replace(/nn$/, 'nt')
    .replace(/l[lt]$/, 'l')
    .replace(/r[rt]$/, 'r');
}
