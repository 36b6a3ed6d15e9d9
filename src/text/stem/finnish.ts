/**
 * Finnish: Snowball's rules, and corrections that give one stem to forms with consonant gradation (takki, takit; kenkä,
 * kengät; paita, paidat), to plurals in -ja and -ia, and to words in -nen. Words come folded.
 */
import { stemmer as snowball } from '@orama/stemmers/finnish';

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
  // `-kin` is a particle to Snowball.
  const base = word
    .replace(/ine$/, 'ineet')
    .replace(/pyyhke/, 'pyyhe')
    .replace(/takin$/, 'takki');
  return oneGrade(
    snowball(base)
      .replace(/ks$/, 's')
      .replace(/j$/, '')
      .replace(/[aeiouyäö]+$/, ''),
  );
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
