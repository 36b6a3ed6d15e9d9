/**
 * One engine in a process of its own, which answers with the bytes of cards and facets. `node yardstick.js ENGINE
 * FOLDER` reads commands from standard input, a line each, and replies with a line of JSON: `index`, `totals COUNT` and
 * `measure KIND SECONDS [MOST]`.
 */
import { createInterface } from 'node:readline';
import { timedAnswers } from '../harness/timed-answers.js';
import { FACETS } from '../lucene/fields.js';
import { KIND_NAMES, type Kind, type Line, readLines } from '../lucene/requests.js';
import type { Indexed, Measured, Totals } from '../lucene/turn.js';
import { readDocuments } from './documents.js';
import type { Question } from './engine.js';
import { ENGINE_NAMES, engineOf } from './engines.js';
import { FacetCounts } from './facet-counts.js';

const LIMITS: Record<Kind, number> = { page: 60, few: 8, prefix: 8 };
const ANSWER_BYTES = 1 << 23;

const [, , name, folder] = process.argv;
const engine = engineOf(ENGINE_NAMES.find(known => known === name)!);
const facets = FACETS.map(id => new FacetCounts(id));
const cards: Buffer[] = [];
const answer = Buffer.alloc(ANSWER_BYTES);

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await reply(line)));
}

async function reply(line: string): Promise<Indexed | Totals | Measured> {
  const [command, first, second, third] = line.split(' ');
  if (command === 'index') return index();
  if (command === 'totals') return totals(Number(first));
  const kind = KIND_NAMES.find(known => known === first);
  if (command === 'measure' && kind) {
    const lines = readLines(folder, kind, 'all');
    return timedAnswers({ requests: lines, seconds: Number(second), most: Number(third ?? Infinity) }, request =>
      kind === 'page' ? page(request) : few(request, kind),
    );
  }
  throw new Error(`found "${line}", expected index, totals COUNT or measure KIND SECONDS [MOST]`);
}

/** Cards and facets are kept beside the engine; what that takes is not counted. */
async function index(): Promise<Indexed> {
  let [seconds, cpu] = [0, 0];
  const timed = (run: () => void) => {
    const started = performance.now();
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    seconds += (performance.now() - started) / 1000;
    cpu += (user + system) / 1e6;
  };
  for await (const document of readDocuments(folder)) {
    cards.push(document.card);
    for (const [i, id] of FACETS.entries()) facets[i].add(document.facets[id]);
    timed(() => engine.add(document));
  }
  timed(() => engine.finish());
  return { seconds, cpuSeconds: cpu };
}

function totals(count: number): Totals {
  const lines = readLines(folder, 'page', 'all').slice(0, count);
  return { totals: lines.map(line => engine.find(question(line, 'page'), false).total) };
}

/** Sixty hits with their cards, and all values of four facets with exact counts. @returns bytes */
function page(line: Line): number {
  const { best, total, all } = engine.find(question(line, 'page'), true);
  const at = answer.write(`{"facets":[${facets.map(facet => facet.json(all)).join(',')}],`);
  return hits(best, total, at);
}

/** Eight hits with their cards. @returns bytes */
function few(line: Line, kind: Kind): number {
  const { best, total } = engine.find(question(line, kind), false);
  return hits(best, total, answer.write('{'));
}

function hits(best: readonly number[], total: number, from: number): number {
  let at = from + answer.write('"productGroups":[', from);
  for (const number of best) {
    at += cards[number].copy(answer, at);
    at += answer.write(',', at);
  }
  return at + answer.write(`],"totalHits":${total}}`, at);
}

function question({ text, skip, color }: Line, kind: Kind): Question {
  return { text, unfinished: kind === 'prefix', color, skip, limit: LIMITS[kind] };
}
