/** Rounds points for explanations, to remove the noise of single precision. */
import type { ScorePart as Part } from '../../query/explain/score-parts.js';
import type { ScorePart } from './explanation.js';

const DECIMALS = 6;

export function rounded(number: number): number {
  return Number(number.toFixed(DECIMALS));
}

export function roundedParts(parts: readonly Part[]): ScorePart[] {
  return parts.map(part => {
    const points = rounded(part.points);
    if (part.kind === 'described') return { ...part, points, rarity: rounded(part.rarity) };
    if (part.kind !== 'word') return { ...part, points };
    const terms = part.terms.map(term => ({ ...term, worth: rounded(term.worth) }));
    return { ...part, points, terms, rarity: rounded(part.rarity) };
  });
}
