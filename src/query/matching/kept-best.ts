/**
 * The best products of several dense terms together, kept from the second time on that they are looked for: as the
 * champions of a single term are, so that a text that is searched again is not ranked again. They are found by what their
 * scores consist of, so that they are never those of other terms, values or priors.
 */
import type { ArenaArray } from '../../kernel/arena.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { PriorPoints } from '../ranking/priors.js';
import { bestOf } from './best-products.js';
import type { BestSearch } from './block-bounds.js';
import type { Kept } from './kept.js';
import type { DenseLayer } from './layer.js';
import type { MatchMemory } from './match-memory.js';
import type { Champions } from './term-matches.js';

/** A page and what competes for its sold places: a list that is longer is ranked. */
const MOST_KEPT = 64;

class KeptBest implements Kept {
  champions: Champions | undefined;

  constructor(readonly ties: Uint32Array) {}

  arrays(): ArenaArray[] {
    return this.champions ? [this.champions.docs, this.champions.scores] : [];
  }
}

/** At least as many of the best products as a search wants; undefined: they are not known. */
export function keptBest(
  layer: DenseLayer,
  search: BestSearch,
  memory: MatchMemory,
  deadline: Deadline,
): Champions | undefined {
  const { among, except, boosts, limit, ties } = search;
  const isAll = layer.isWhole && among === layer.bits && !except && boosts.length === 0;
  if (!isAll || layer.terms.length < 2 || limit > MOST_KEPT) return undefined;
  const key = nameOf(layer);
  const entry = memory.entryOf(key);
  const kept = entry && memory.read(entry);
  if (!(kept instanceof KeptBest)) {
    memory.keep(key, new KeptBest(ties));
    return undefined;
  }
  // Locales of a market may order equal scores otherwise.
  if (kept.ties !== ties) return undefined;
  kept.champions ??= found(layer, search, memory, deadline);
  return kept.champions;
}

function found(layer: DenseLayer, search: BestSearch, memory: MatchMemory, deadline: Deadline): Champions | undefined {
  const most = Math.min(MOST_KEPT, layer.count);
  const docs = memory.words(most);
  const scores = memory.floats(most);
  bestOf(layer, { ...search, limit: most }, deadline, docs, memory.assembly, scores);
  if (!deadline.cut) return { docs, scores };
  // What was cut short holds for this query alone, and is looked for again in it.
  memory.pass({ arrays: () => [docs, scores] });
  return undefined;
}

const priorsNumbers = new WeakMap<PriorPoints, number>();
let lastPriors = 0;

/** Of all that scores are added up from. */
function nameOf({ terms, values, priors, offset }: DenseLayer): string {
  let number = priorsNumbers.get(priors);
  if (number === undefined) priorsNumbers.set(priors, (number = ++lastPriors));
  let name = `best ${number} ${offset}`;
  for (let t = 0; t < terms.length; t++) name += ` ${terms[t].number}`;
  for (let v = 0; v < values.length; v++) name += ` ${values[v].attribute}=${values[v].value}*${values[v].points}`;
  return name;
}
