/**
 * Grades of products for a judged query, and what a list of them is worth. `want` names conditions on the facts of a
 * product; data/relevance/README.md says what each means and how grades come about.
 */

/** Without these a product is another kind of thing. */
const ESSENTIAL = new Set(['type', 'shelf', 'department', 'key']);
/** Members of `want` that are no conditions. */
const MODIFIERS = new Set(['not', 'near', 'must']);
const AT = 10;
const BEST = 3;

/** Shades that go by the plain name of a colour as well. */
const SHADES = {
  white: ['off-white'],
  grey: ['charcoal'],
  blue: ['navy', 'light blue'],
  green: ['dark green', 'olive'],
  red: ['burgundy'],
  yellow: ['mustard'],
  brown: ['cognac'],
  beige: ['sand'],
};
/** Finer materials that go by the plain name as well. */
const FINER = { wool: ['merino wool'], cotton: ['organic cotton'], polyester: ['recycled polyester'] };

const list = value => (Array.isArray(value) ? value : [value]).map(one => String(one).toLowerCase());

/** @returns {boolean} whether a product has any of the wanted values, or an amount within the wanted bounds */
export function holds(facts, name, wanted) {
  if (name === 'title') return list(wanted).some(words => ` ${facts.title} `.search(wholeWords(words)) >= 0);
  if (name === 'key') {
    return list(wanted).some(start => facts.keys.some(key => key.startsWith(start.toUpperCase())));
  }
  const own = facts.values.get(name);
  if (own) return list(wanted).some(value => [value, ...kindsOf(name, value)].some(one => own.includes(one)));
  const [min, max] = wanted;
  return (facts.amounts.get(name) ?? []).some(amount => amount >= (min ?? -Infinity) && amount <= (max ?? Infinity));
}

const kindsOf = (name, value) => (name === 'colour' ? SHADES : name === 'material' ? FINER : {})[value] ?? [];
const wholeWords = words => new RegExp(`(?<![a-z0-9])${words.replace(/[^a-z0-9 -]/g, '.')}(?![a-z0-9])`);

/** The conditions of a `want`, without its modifiers. @returns {[string, any][]} */
export const conditionsOf = want => Object.entries(want).filter(([name]) => !MODIFIERS.has(name));

/** @returns {0 | 1 | 2 | 3} */
export function grade(facts, want) {
  for (const [name, values] of Object.entries(want.not ?? {})) if (holds(facts, name, values)) return 0;
  const conditions = conditionsOf(want);
  let missing = 0;
  for (const [name, wanted] of conditions) {
    if (holds(facts, name, wanted)) continue;
    const near = want.near?.[name];
    if (near !== undefined && holds(facts, name, near)) missing += 0.5;
    else if (ESSENTIAL.has(name) || want.must?.includes(name)) return 0;
    else missing++;
  }
  if (missing === 0) return BEST;
  if (missing >= conditions.length) return 0;
  return missing <= 0.5 || (missing === 1 && conditions.length >= 3) ? 2 : 1;
}

const gain = grades => grades.reduce((sum, one, i) => sum + (2 ** one - 1) / Math.log2(i + 2), 0);

/** The best grades there are, in order. */
export const ideal = grades => grades.sort((a, b) => b - a).slice(0, AT);

/**
 * What a list is worth.
 * @param {number[]} grades of its hits, in order
 * @param {number[]} best the best grades to be had
 * @returns {{ndcg: number, first: boolean, grades: number[]}} nDCG@10, and whether the first hit is fully right
 */
export function worth(grades, best) {
  const shown = grades.slice(0, AT);
  return { ndcg: gain(shown) / gain(best), first: shown[0] === BEST, grades: shown };
}

/**
 * The ten best grades that a market allows; a group that is listed once counts once.
 * @param {Map<string, import('./facts.js').Facts>} market by product key
 */
export function bestGrades(market, want) {
  const places = new Map();
  for (const facts of market.values()) {
    const place = facts.once ? facts.group : facts.key;
    places.set(place, Math.max(places.get(place) ?? 0, grade(facts, want)));
  }
  return ideal([...places.values()]);
}

/** What the hits of a query are worth. @param {string[]} shown keys of the hits, in order */
export function score(market, want, shown) {
  return worth(
    shown.map(key => grade(market.get(key), want)),
    bestGrades(market, want),
  );
}
