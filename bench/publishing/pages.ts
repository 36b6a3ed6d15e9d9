/**
 * What is generated from the published results: the tables in the READMEs of the benches, the plot over catalog size,
 * and the lines of figures in the README of the project. Nothing is measured.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { reliabilityPieces } from '../chaos/tables.js';
import { inCheckout } from '../harness/checkout.js';
import { publish, published } from '../harness/markdown.js';
import { readRecommendations, recommendationsText } from '../recommend/results.js';
import { readRelevance, relevanceText } from '../relevance/results.js';
import { allDaemonTables } from './daemon-tables.js';
import { luceneTable, shortLuceneTable } from './lucene-tables.js';
import { plot } from './plot.js';
import { type Run, readResults } from './results.js';
import { rowsOf } from './rows.js';
import { runsTable } from './runs-table.js';
import { summary } from './summary.js';
import { yardstickTable } from './yardstick-tables.js';

const PAGE = 'bench/README.md';
const LUCENE_PAGE = 'bench/lucene/README.md';
const RELEVANCE_PAGE = 'bench/relevance/README.md';
const RECOMMEND_PAGE = 'bench/recommend/README.md';
const RELIABILITY_PAGE = 'bench/reliability.md';
const PLOT = 'bench/results/sizes.svg';

/** Markdown, and where it belongs. */
interface Piece {
  /** Relative to the checkout. */
  file: string;
  /** Of the marks around it. */
  name: string;
  text: string;
}

export function publishPages(): void {
  const daemon = readResults('daemon');
  for (const { file, name, text } of pieces(daemon)) publish(file, text, name);
  const drawn = plot(rowsOf(daemon));
  if (drawn === undefined) rmSync(inCheckout(PLOT), { force: true });
  else writeFileSync(inCheckout(PLOT), drawn);
}

/** Names of what is not as the results say: a file, and marks in it. */
export function stalePieces(): string[] {
  const daemon = readResults('daemon');
  const stale = pieces(daemon).filter(({ file, name, text }) => published(file, name) !== text);
  const drawn = existsSync(inCheckout(PLOT)) ? readFileSync(inCheckout(PLOT), 'utf8') : undefined;
  const names = stale.map(({ file, name }) => `${file}: ${name}`);
  return drawn === plot(rowsOf(daemon)) ? names : [...names, PLOT];
}

function pieces(daemon: readonly Run[]): Piece[] {
  const [lucene, yardsticks] = [readResults('lucene'), readResults('yardsticks')];
  const all = [...daemon, ...lucene, ...yardsticks];
  return [
    ...allDaemonTables(daemon).map(({ name, table }) => ({ file: PAGE, name, text: table })),
    // All benches have their runs in one list there.
    { file: PAGE, name: 'lucene', text: shortLuceneTable(rowsOf(lucene, daemon.length + 1)) },
    { file: PAGE, name: 'yardsticks', text: yardstickTable(rowsOf(yardsticks, daemon.length + lucene.length + 1)) },
    { file: PAGE, name: 'runs', text: runsTable(all) },
    { file: LUCENE_PAGE, name: 'results', text: `${luceneTable(rowsOf(lucene))}\n\n${runsTable(lucene)}` },
    { file: RELEVANCE_PAGE, name: 'results', text: relevanceText(readRelevance()) },
    { file: RECOMMEND_PAGE, name: 'results', text: recommendationsText(readRecommendations()) },
    ...reliabilityPieces().map(piece => ({ file: RELIABILITY_PAGE, ...piece })),
    { file: 'README.md', name: 'figures', text: summary(daemon, lucene) },
  ];
}
