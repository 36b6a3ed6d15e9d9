/** Means of judged queries by class and locale, the table of them, and the floor that a test holds them to. */

/** How far below what was measured a floor stands: room for a query or two, none for a class that breaks. */
const ROOM = 0.02;

/**
 * @typedef {object} Means
 * @property {number} queries with something to find
 * @property {number} ndcg
 * @property {number} first share of queries whose first hit is fully right
 * @property {number} nothing queries with nothing to find
 * @property {number} empty share of those that found nothing
 */

/** @param {import('./judged.js').Row[]} rows @returns {Means} */
export function means(rows) {
  const wanted = rows.filter(({ want }) => want);
  const nothing = rows.filter(({ none }) => none);
  const mean = (of, value) => (of.length === 0 ? 1 : of.reduce((sum, row) => sum + value(row), 0) / of.length);
  return {
    queries: wanted.length,
    ndcg: mean(wanted, row => row.ndcg),
    first: mean(wanted, row => Number(row.first)),
    nothing: nothing.length,
    empty: mean(nothing, row => Number(row.empty)),
  };
}

/** @returns {Map<string, import('./judged.js').Row[]>} */
export function grouped(rows, by) {
  const groups = new Map();
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row]);
  return groups;
}

/** One figure for a class: nDCG where there is something to find, else the share that found nothing. */
export const figure = ({ queries, ndcg, empty }) => (queries > 0 ? ndcg : empty);

/** Markdown: a row a class, and for each locale the figure and how many queries it is over. */
export function table(rows) {
  const locales = [...new Set(rows.map(({ locale }) => locale))];
  const head = ['class', ...locales, 'all', 'first hit right', 'queries'];
  const line = (name, of) => {
    const perLocale = locales.map(locale => cell(of.filter(row => row.locale === locale)));
    const { first, queries } = means(of);
    return [name, ...perLocale, cell(of), queries > 0 ? percent(first) : '', String(of.length)];
  };
  const wanted = rows.filter(({ want }) => want);
  const nothing = rows.filter(({ none }) => none);
  const lines = [...grouped(wanted, row => row.class)].map(([name, of]) => line(name, of));
  if (wanted.length > 0) lines.push(line('all with something to find', wanted));
  if (nothing.length > 0) lines.push(line('none: found nothing', nothing));
  return markdown([head, ...lines]);
}

const percent = share => `${(share * 100).toFixed(1)} %`;

function cell(rows) {
  if (rows.length === 0) return '';
  const of = means(rows);
  const text = of.queries > 0 ? of.ndcg.toFixed(3) : percent(of.empty);
  return `${text} (${rows.length})`;
}

function markdown(lines) {
  const widths = lines[0].map((_, column) => Math.max(3, ...lines.map(line => line[column].length)));
  const line = texts => `| ${texts.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`;
  return [line(lines[0]), rule, ...lines.slice(1).map(line)].join('\n');
}

/** @returns {{[name: string]: number}} floors by class and by locale, a little under what was measured */
export function floorOf(rows) {
  const floor = {};
  const set = (name, of) => {
    floor[name] = Math.max(0, Math.floor((figure(means(of)) - ROOM) * 1000) / 1000);
  };
  for (const [name, of] of grouped(rows, row => row.class)) set(name, of);
  const wanted = rows.filter(({ want }) => want);
  for (const [locale, of] of grouped(wanted, row => row.locale)) set(locale, of);
  return floor;
}

/** @returns {string[]} what lies below its floor */
export function below(rows, floor) {
  const wanted = rows.filter(({ want }) => want);
  const measured = new Map(
    [...grouped(rows, row => row.class), ...grouped(wanted, row => row.locale)].map(([name, of]) => [
      name,
      figure(means(of)),
    ]),
  );
  return Object.entries(floor)
    .filter(([name, least]) => !(measured.get(name) >= least))
    .map(
      ([name, least]) => `${name}: ${measured.get(name)?.toFixed(4) ?? 'nothing measured'}, expected ${least} or more`,
    );
}
