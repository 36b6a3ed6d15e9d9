/** Rows of the tables in an explanation: the points of a score component, its kind, and its details. */
import type { Grounds, ScorePart } from '../../pages/explain/explanation.js';

const WIDTH = 14;
const DECIMALS = 3;

/** At most three decimals. */
export function points(number: number): string {
  return String(Number(number.toFixed(DECIMALS)));
}

const row = (number: number, ...cells: string[]) => [number.toFixed(DECIMALS).padStart(WIDTH), ...cells];

export function partRows(parts: readonly ScorePart[]): string[][] {
  return parts.map(part => row(part.points, ...describePart(part)));
}

const PLAIN: Record<
  (ScorePart & {
    kind: 'chosen' | 'popularity' | 'rating' | 'newness' | 'stock' | 'buried' | 'without' | 'repeated';
  })['kind'],
  string
> = {
  chosen: 'visitors choose it for this text',
  popularity: 'it sells',
  rating: 'rating',
  newness: 'newness',
  stock: 'out of stock',
  buried: 'buried by a rule',
  without: 'says that it has none of what is not wanted',
  repeated: 'the same product stands before it under another key',
};

const PERSONAL: Record<(ScorePart & { kind: 'personal' })['of'], string> = {
  brand: 'a brand of the visitor',
  type: 'a type of the visitor',
  price: 'a price of the visitor',
  size: "out of stock in the visitor's size",
};

/** Cells of a score component behind its points: the kind, and details such as fields or the rule. */
function describePart(part: ScorePart): string[] {
  switch (part.kind) {
    case 'word': {
      const { word, terms, how, weight, rarity } = part;
      const worth = terms.reduce((sum, term) => sum + term.worth, 0) / terms.length;
      const places = terms.map(({ term, fields, place }) => {
        const at = place ? ` (word ${place.position} of ${place.length} of the title)` : '';
        return `${term} in ${fields.join(', ')}${at}`;
      });
      const sum = `rarity ${points(rarity)} × ${how} ${points(weight)} × worth ${points(worth)}`;
      return [`"${word}"`, `${places.join(' + ')}: ${sum}`];
    }
    case 'value':
      return [part.attribute, `${part.label}${part.share < 1 ? `, a share of ${points(part.share)}` : ''}`];
    case 'described':
      return [`"${part.word}"`, `${part.stem} in the description alone: rarity ${points(part.rarity)}`];
    case 'together': {
      const { words, further } = part;
      const where = `${Math.abs(further)} ${further < 0 ? 'before' : 'behind'} the first, in words`;
      return [`"${words.join(' ')}"`, `together in the description: the second ${where}`];
    }
    case 'lacking':
      return [`lacks ${part.words.map(word => `"${word}"`).join(', ')}`];
    case 'near':
      return [`near to the text or vector, similarity ${points(part.similarity)}`];
    case 'lead':
      return ['among the first by its words'];
    case 'boost':
      return ['boosted', part.rule];
    case 'personal':
      return [PERSONAL[part.of]];
    case 'pin':
      return [`pinned at ${part.place}`];
    default:
      return [PLAIN[part.kind], ...(part.factor === undefined ? [] : [`learned: × ${points(part.factor)}`])];
  }
}

export function groundRows({ origin, popularity, standing, related, styled, fit, taste }: Grounds): string[][] {
  const rows = related.map(({ kind, product, strength }) => row(strength, `${kind} with ${product}`));
  if (styled) rows.push(['', 'shown with it by the shop']);
  if (fit !== undefined) rows.push(row(fit, 'fits'));
  if (taste !== undefined) rows.push(row(taste, 'taste of the visitor'));
  if (popularity > 0) rows.push(row(popularity, 'popularity'));
  rows.push(['', `number ${standing} of the shop${origin === 'algorithm' ? '' : `, ${origin}`}`]);
  return rows;
}
