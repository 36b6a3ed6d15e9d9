/**
 * Which typing errors are corrected, and which of several candidates was meant. The score is a noisy-channel estimate:
 * how easily the candidate is mistyped as the word, against how often the candidate occurs.
 */

const LETTERS = /^[\p{L}\p{M}]+$/u;

/** How many edits a folded word may have: none below 4 letters or with digits in it, one from 4, two from 8. */
export function allowedEdits(word: string): number {
  if (word.length < 4 || !LETTERS.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Whether one letter less, more, other, or two swapped make one word of another. */
export function isOneEdit(typed: string, meant: string): boolean {
  const more = typed.length - meant.length;
  if (more < -1 || more > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from++;
  if (more > 0) return typed.slice(from + 1) === meant.slice(from);
  if (more < 0) return typed.slice(from) === meant.slice(from + 1);
  const isSwapped = typed[from] === meant[from + 1] && typed[from + 1] === meant[from];
  return from < typed.length && typed.slice(from + (isSwapped ? 2 : 1)) === meant.slice(from + (isSwapped ? 2 : 1));
}

/** One search for candidates: within `maxEdits`, the first `prefixLength` letters being right. */
export interface CorrectionRound {
  maxEdits: number;
  prefixLength: number;
  /** Shorter candidates do not count. */
  shortest?: number;
}

/**
 * The searches for a word, to be made in this order until one finds something: a wrong first letter is believed only
 * when nothing else fits. Empty for words that are not corrected.
 */
export function correctionRounds(word: string): CorrectionRound[] {
  const allowed = allowedEdits(word);
  // Four letters of which one is missing.
  if (word.length === 3 && LETTERS.test(word)) return [{ maxEdits: 1, prefixLength: 1, shortest: 4 }];
  if (allowed === 0) return [];
  const rounds: CorrectionRound[] = [];
  for (let maxEdits = 1; maxEdits <= allowed; maxEdits++) rounds.push({ maxEdits, prefixLength: 1 });
  rounds.push({ maxEdits: 1, prefixLength: 0 });
  return rounds;
}

/** Letters of the shortest word that is taken for one with two other letters that sounds the same. */
const SHORTEST_SAME_SOUND = 5;

/** The search for words that sound the same ("teppig" for Teppich), where others find nothing; undefined: none. */
export function sameSoundRound(word: string): CorrectionRound | undefined {
  const isShort = word.length < SHORTEST_SAME_SOUND || allowedEdits(word) !== 1;
  return isShort ? undefined : { maxEdits: 2, prefixLength: 1, shortest: SHORTEST_SAME_SOUND };
}

const PER_EDIT = 3;
const PER_COST = 5;
const SAME_SOUND = 1.5;
const SAME_LENGTH = 0.25;

/**
 * How likely `candidate` was meant when `typed` was written (both folded); higher is likelier, and only the order
 * counts. `edits` is their distance, `frequency` the number of products or searches that the candidate occurs in.
 */
export function correctionScore(typed: string, candidate: string, edits: number, frequency: number): number {
  let score = Math.log1p(frequency) - PER_EDIT * edits - PER_COST * editCost(typed, candidate);
  if (typed.length === candidate.length) score += SAME_LENGTH;
  if (soundOfTyped(typed) === soundOf(candidate)) score += SAME_SOUND;
  return score;
}

/** What the score of a candidate is not above, known without looking at its letters. */
export function mostCorrectionScore(edits: number, frequency: number): number {
  const least = Math.log1p(frequency) - (PER_EDIT + PER_COST * LEAST_COST) * edits;
  // More than what rounding may differ by.
  return least + SAME_LENGTH + SAME_SOUND + 1e-6;
}

/** The word that was typed is compared with one candidate after the other. */
let lastTyped = '';
let lastSound = '';

function soundOfTyped(typed: string): string {
  if (typed !== lastTyped) {
    lastTyped = typed;
    lastSound = soundOf(typed);
  }
  return lastSound;
}

/** Letters that are still to be typed cost little: those that are there are right. */
const PER_LETTER_TO_COME = 0.5;

/**
 * How likely a word of that frequency was meant when its last `missing` letters were not written: as correctionScore.
 */
export function unfinishedScore(missing: number, frequency: number): number {
  return Math.log1p(frequency) - PER_EDIT - PER_LETTER_TO_COME * missing;
}

const SWAP = 0.55;
const NEIGHBOUR_KEY = 0.65;
const VOWEL_FOR_VOWEL = 0.75;
const OTHER_KEY = 1;
const REPEATED_LETTER = 0.45;
const MISSING_LETTER = 0.75;
const ADDED_LETTER = 0.85;
const WRONG_FIRST_LETTER = 0.8;
/** Of one edit. */
const LEAST_COST = REPEATED_LETTER;

/** Scratch of the thread: costs of the beginnings of both words. */
let costs = new Float64Array(0);

/** Cost of the cheapest alignment (Damerau–Levenshtein), weighted by how easily each edit happens on a keyboard. */
function editCost(typed: string, meant: string): number {
  const width = typed.length + 1;
  const size = width * (meant.length + 1);
  if (costs.length < size) costs = new Float64Array(2 * size);
  const cost = costs;
  let unit = -1;
  let before = -1;
  for (let i = 0; i <= meant.length; i++, before = unit) {
    unit = i > 0 ? meant.charCodeAt(i - 1) : -1;
    const row = i * width;
    let typedUnit = -1;
    let typedBefore = -1;
    for (let k = 0; k <= typed.length; k++, typedBefore = typedUnit) {
      typedUnit = k > 0 ? typed.charCodeAt(k - 1) : -1;
      let least = i === 0 && k === 0 ? 0 : Infinity;
      const first = i <= 1 && k <= 1 ? WRONG_FIRST_LETTER : 0;
      if (i > 0) {
        const repeated = i > 1 && unit === before;
        least = cost[row - width + k] + (repeated ? REPEATED_LETTER : MISSING_LETTER) + first;
      }
      if (k > 0) {
        const repeated = k > 1 && typedUnit === typedBefore;
        const added = cost[row + k - 1] + (repeated ? REPEATED_LETTER : ADDED_LETTER) + first;
        if (added < least) least = added;
      }
      if (i > 0 && k > 0) {
        const other = unit === typedUnit ? 0 : substitution(unit, typedUnit) + first;
        const aligned = cost[row - width + k - 1] + other;
        if (aligned < least) least = aligned;
      }
      if (i > 1 && k > 1 && unit === typedBefore && before === typedUnit) {
        const swapped = cost[row - 2 * width + k - 2] + SWAP + (i === 2 && k === 2 ? WRONG_FIRST_LETTER : 0);
        if (swapped < least) least = swapped;
      }
      cost[row + k] = least;
    }
  }
  return cost[size - 1];
}

const VOWELS = 'aeiouyåäöæøü';

/** QWERTY with the Nordic keys at the right; each row is shifted by about half a key. */
const ROWS = ['qwertyuiopå', 'asdfghjklöä', 'zxcvbnm'];
const KEY_POSITIONS = new Map<string, [x: number, y: number]>();
ROWS.forEach((row, y) => {
  for (let x = 0; x < row.length; x++) KEY_POSITIONS.set(row[x], [x + y * 0.4, y]);
});

function areNeighbours(a: string, b: string): boolean {
  const p = KEY_POSITIONS.get(a);
  const q = KEY_POSITIONS.get(b);
  return p !== undefined && q !== undefined && Math.abs(p[0] - q[0]) <= 1 && Math.abs(p[1] - q[1]) <= 1;
}

/** All letters that have a key or are vowels. */
const KEYS = [...new Set(ROWS.join('') + VOWELS)];
const UNITS = 256;
/** By unit: the number of its letter, from 1; 0 for all others. */
const keyOf = new Uint8Array(UNITS);
/** By the letters' numbers: what writing one for the other costs. */
const KEY_COUNT = KEYS.length + 1;
const substitutions = new Float64Array(KEY_COUNT * KEY_COUNT).fill(OTHER_KEY);
KEYS.forEach((meant, i) => {
  keyOf[meant.charCodeAt(0)] = i + 1;
  KEYS.forEach((typed, k) => {
    const at = (i + 1) * KEY_COUNT + k + 1;
    if (areNeighbours(meant, typed)) substitutions[at] = NEIGHBOUR_KEY;
    else if (VOWELS.includes(meant) && VOWELS.includes(typed)) substitutions[at] = VOWEL_FOR_VOWEL;
  });
});

function substitution(meant: number, typed: number): number {
  return meant < UNITS && typed < UNITS ? substitutions[keyOf[meant] * KEY_COUNT + keyOf[typed]] : OTHER_KEY;
}

/** A phonetic key, rough and for any Latin script: consonants in classes, single, and the first letter. */
export function soundOf(word: string): string {
  const spelled = word
    .replace(/ph/g, 'f')
    .replace(/ig$/, 'ich')
    .replace(/sch|sh|ch|sj|tj/g, 'x')
    .replace(/ck|c(?![eiy])|qu?/g, 'k')
    .replace(/[cz]/g, 's')
    .replace(/w/g, 'v')
    .replace(/(?<=.)h/g, '')
    .replace(/(.)\1+/g, '$1');
  return spelled[0] + spelled.slice(1).replace(/[aeiouyåäöæøü]/g, '');
}
