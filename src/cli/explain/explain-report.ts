/**
 * Prints an explanation as text: the interpretation of the query, the scores of the hits of each list, and the reasons
 * for the rank or exclusion of requested products.
 */
import type {
  AskedProduct,
  ExplainedHit,
  ExplainedList,
  Explanation,
  Sale,
  TextReading,
} from '../../pages/explain/explanation.js';
import { SCALES } from '../../query/ranking/weights.js';
import { formatCount, printLine, printTable } from '../terminal/print.js';
import { groundRows, partRows, points } from './explain-rows.js';

type Word = TextReading['words'][number];

const ROLES: Record<Word['role'], string> = {
  word: '',
  head: 'what is looked for',
  filler: 'need not be there',
  unknown: 'not known to the catalog',
  negator: 'takes away what follows',
  unwanted: 'not wanted',
  bound: 'a bound',
};

const LIMITS: Record<TextReading['limits'][number]['state'], string> = {
  'in force': 'limits what is found',
  'given up': 'is given up: nothing would be left',
  'not applicable': 'limits nothing: no product states such a thing',
};

const PRICES: Record<Sale['winners'][number]['price'], string> = {
  reserve: 'the least price',
  contested: 'what would just have won',
  bid: 'the whole bid',
};

/** What a score estimates. */
const ODDS =
  `${points(Math.LN2 * SCALES.full)} points more, ${points(Math.LN2 * SCALES.partial)} among partial matches, ` +
  'make the odds of being the better answer twice as high';

/** @param limit most hits that are printed of each list */
export function printExplanation(
  { query, market, locale, snapshot, understanding, lists, sales = [], asked }: Explanation,
  limit: number,
): void {
  printLine(`${query} in ${market}, ${locale}, snapshot ${snapshot}`);
  if (understanding && understanding.typed !== '') printText(understanding);
  for (const list of lists) printList(list, limit);
  for (const sale of sales) printSale(sale);
  for (const product of asked) printAsked(product);
}

function printSale({ list, winners, lost }: Sale): void {
  printLine(`\n${list}: ${formatCount(winners.length, 'place')} sold`);
  for (const { position, product, campaign, advertiser, billing, bid, price } of winners) {
    printLine(
      `${String(position + 1).padStart(4)}  ${product}  ${campaign} of ${advertiser}: ${billing} ${bid}, pays ${PRICES[price]}`,
    );
  }
  for (const { campaign, bid, reason } of lost)
    printLine(`      ${campaign}${bid === undefined ? '' : ` (${bid})`}: ${reason}`);
}

function printText({
  typed,
  cut,
  used,
  why,
  replaced,
  didYouMean,
  words,
  values,
  limits,
  redirect,
  rules,
}: TextReading): void {
  const changes = replaced.map(one => `${one.typed} → ${one.used}`).join(', ');
  const because = why === 'learned' ? 'as visitors put it right' : 'corrected';
  if (cut) printLine(`only the first ${cut.searched} of ${cut.of} characters are searched`);
  printLine(`searched for ${JSON.stringify(used)}${typed === used ? '' : `, ${because}: ${changes}`}`);
  printTable(words.map(word => [`  ${word.text}`, describeWord(word)]));
  for (const { attribute, label, words, worth, products } of values) {
    printLine(`  "${words}" names ${attribute} ${label}: ${points(worth)} points, ${formatCount(products, 'product')}`);
  }
  for (const { text, state } of limits) printLine(`  "${text}" ${LIMITS[state]}`);
  for (const { name, phrases, pins, buries, boosts } of rules) {
    const acts = [
      ...(pins.length > 0 ? [`pins ${pins.join(', ')}`] : []),
      ...(buries.length > 0 ? [`buries ${buries.join(', ')}`] : []),
      ...boosts.map(boost => `boosts ${boost.rules} by ${boost.weight}`),
    ];
    printLine(`  rule ${name} for ${phrases.map(phrase => `"${phrase}"`).join(', ')}: ${acts.join('; ')}`);
  }
  if (didYouMean.length > 0) printLine(`  offered instead: ${didYouMean.map(q => JSON.stringify(q)).join(', ')}`);
  if (redirect !== undefined) printLine(`  leads straight to ${redirect}`);
}

function describeWord({ role, products, means, more }: Word): string {
  const found = products === undefined ? [] : [formatCount(products, 'product')];
  const meant = means.map(({ terms, how, weight }) => {
    return `${terms.join(' + ')}${how === 'exact' ? '' : ` (${how} ${points(weight)})`}`;
  });
  const rest = more === undefined ? [] : [`${more} more`];
  const head = [...(ROLES[role] === '' ? [] : [ROLES[role]]), ...found].join(', ');
  const tail = [...meant, ...rest].join(', ');
  return [head, tail].filter(part => part !== '').join(': ');
}

function printList(list: ExplainedList, limit: number): void {
  const { id, kind, totalHits, sort, algorithm, relaxed, filters, hits } = list;
  const how = [
    ...(sort === undefined || sort === 'RELEVANCE' ? [] : [`by ${sort}`]),
    ...(algorithm === undefined ? [] : [algorithm]),
    ...(relaxed === undefined || relaxed.length === 0
      ? []
      : [`without ${relaxed.map(word => `"${word}"`).join(', ')}`]),
  ];
  const total = kind === 'content' ? formatCount(totalHits, 'item') : formatCount(totalHits, 'product');
  printLine(`\n${id}: ${[total, ...how].join(', ')}`);
  for (const filter of filters) printLine(`  behind ${filter.kind}: ${filter.text}`);
  if (sort === 'RELEVANCE' && hits.some(({ parts }) => parts)) printLine(`  ${ODDS}`);
  for (const hit of hits.slice(0, limit)) printHit(hit);
}

function printHit({ position, key, title, score, parts, sortedBy, arranged, tied, grounds }: ExplainedHit): void {
  const by = sortedBy && `${sortedBy.by} ${sortedBy.value ?? 'none'}`;
  const notes = [by, score === undefined ? undefined : points(score), arranged].filter(note => note !== undefined);
  printLine(
    `${String(position).padStart(4)}  ${[key, title ?? '', notes.join(', ')].join('  ').trimEnd()}${tied ? ' (=)' : ''}`,
  );
  printTable([...partRows(parts ?? []), ...(grounds ? groundRows(grounds) : [])]);
}

function printAsked({ key, title, reasons, lists }: AskedProduct): void {
  printLine(`\n${key}${title === undefined ? '' : `  ${title}`}`);
  for (const { message } of reasons) printLine(`  ${message}`);
  for (const { list, reasons, score, position, parts } of lists) {
    printLine(`  ${list}: ${reasons.map(({ message }) => message).join('; ')}`);
    if (score === undefined || !parts) continue;
    printLine(`  ${position === undefined ? 'its score would be' : 'its score is'} ${points(score)}`);
    printTable(partRows(parts));
  }
  if (reasons.length + lists.length === 0) printLine('  the page has no list of products');
}
