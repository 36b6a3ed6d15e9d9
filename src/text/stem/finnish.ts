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
];
/** Words in -in, of which Snowball takes that for an ending (puhelin, valaisin); -kin is a particle. */
const TOOL = /.{4}[^aeiouyäök]in$/;

export function finnishStem(word: string): string {
  const boot = /saap(?:as|pa[ai]).*$/.exec(word);
  if (boot) return `${word.slice(0, boot.index)}saapas`;
  // villa, puuvilla: -lla is no case here.
  const wool = /villaa?n?$/.exec(word);
  if (wool) return `${word.slice(0, wool.index)}vil`;
  if (/[^n]nen$/.test(word) && word.length > 4) return `${word.slice(0, -3)}s`;
  if (/isten$/.test(word) && word.length > 6) return word.slice(0, -3);
  // punaista, sinistä: far oftener the partitive of -nen than a plural in -ista.
  if (/ist[aä]$/.test(word) && word.length > 5) return word.slice(0, -2);
  if (TOOL.test(word)) return oneTool(word);
  // `-kin` is a particle to Snowball.
  const base = FORMS.reduce((form, [found, as]) => form.replace(found, as), word)
    .replace(/ine$/, 'ineet')
    .replace(/pyyhke/, 'pyyhe')
    .replace(/takin$/, 'takki');
  const root = oneGrade(
    snowball(base)
      .replace(/ks$/, 's')
      .replace(/j$/, '')
      .replace(/[aeiouyäö]+$/, ''),
  );
  return /.{4}im$/.test(root) ? oneTool(root) : root;
}

/** Puhelin, puhelimet; suodatin, suodattimet; puhallin, puhaltimet. */
function oneTool(word: string): string {
  return word.replace(/([kpt]?)\1i[mn]$/, '$1in').replace(/l[lt]in$/, 'lin');
}

function oneGrade(root: string): string {
  return root
    .replace(/([kpt])\1$/, '$1')
    .replace(/d$/, 't')
    .replace(/ng$/, 'nk')
    .replace(/mm$/, 'mp')
    .replace(/nn$/, 'nt')
    .replace(/l[lt]$/, 'l')
    .replace(/r[rt]$/, 'r');
}
