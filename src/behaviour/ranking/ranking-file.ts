/**
 * The ranking file: factors of the weights of scores that were learned from visitors, newest first, and which of them
 * are in force. Replaced atomically as a whole, by commands; the behaviour thread reads it.
 *
 *   {ranking, sha256}   JSON; `ranking.version` is the format, sha256 (hex) is of JSON.stringify(ranking)
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { PLAIN_FACTORS, PRIOR_PARTS, type PriorFactors } from '../../index/signals.js';
import { writeAtomically } from '../../kernel/atomic-file.js';

const RANKING_VERSION = 1;
/** Results of training that are kept. */
const MOST_KEPT = 10;
/** Of those taken into service, how many can be gone back to. */
const MOST_ADOPTED = 20;
/** A temporary file that is older is of no command that runs. */
const BEING_WRITTEN_MS = 60_000;
/** Bounds of a factor: however many clicks there are, a part keeps between a half and twice its weight. */
const LEAST_FACTOR = 1 / 2;
const MOST_FACTOR = 2;

/** What a training has found out, to judge it by. */
export interface TrainingRecord {
  /** ISO 8601. */
  trainedAt: string;
  /** Choices that were learned from, and those kept for the test. */
  choices: number;
  heldOut: number;
  visitors: number;
  /** The chance that a position is looked at falls with this power of it. */
  positionExponent: number;
  /** Estimated change of clicks on held-out choices, as a share, and the 5 % and 95 % bounds of it. */
  gain: number;
  gainLow: number;
  gainHigh: number;
  /** The same of choices that were paid for, over so many visitors; absent: the shop has told of no payment. */
  paid?: { visitors: number; gain: number; gainLow: number; gainHigh: number };
}

export interface TrainedFactors {
  id: string;
  factors: PriorFactors;
  record: TrainingRecord;
}

export interface Ranking {
  version: number;
  /** Grows with each change by a command: of two daemons of a fleet, the later one is in force; absent: 0. */
  edition?: number;
  /** Ids of those that were taken into service, oldest first; the last one is in force. */
  adopted: string[];
  /** Newest first. */
  trained: TrainedFactors[];
}

/** @param dir folder of behaviour data */
export const rankingFile = (dir: string): string => join(dir, 'ranking.json');

export const NO_RANKING: Readonly<Ranking> = { version: RANKING_VERSION, adopted: [], trained: [] };

/**
 * @returns `NO_RANKING` where there is no file
 * @throws Problem `ranking_damaged`, and `format_unknown` where a newer version wrote it
 */
export async function readRanking(file: string): Promise<Ranking> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ...NO_RANKING };
    throw error;
  }
  return parseRanking(text, file);
}

/** @param file for messages */
export function parseRanking(text: string, file: string): Ranking {
  const damaged = new Problem('ranking_damaged', `${file}: damaged`);
  let stored: { ranking?: Ranking; sha256?: string };
  try {
    stored = JSON.parse(text) as typeof stored;
  } catch {
    throw damaged;
  }
  const { ranking, sha256 } = stored ?? {};
  if (!ranking || checksumOf(ranking) !== sha256) throw damaged;
  if (ranking.version > RANKING_VERSION) {
    const message = `${file}: format ${ranking.version} found, this version reads up to ${RANKING_VERSION}`;
    throw new Problem('format_unknown', message);
  }
  return ranking;
}

/** Removes what crashes of commands have left in the folder; a command that runs keeps what it is writing. */
export async function removeLeftovers(file: string): Promise<void> {
  const dir = dirname(file);
  for (const name of await readdir(dir)) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const left = join(dir, name);
    const stat = statSync(left, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > BEING_WRITTEN_MS) await rm(left, { force: true });
  }
}

/** Resolves when it is on disk. */
export async function writeRanking(file: string, ranking: Ranking): Promise<void> {
  await writeAtomically(file, JSON.stringify({ ranking, sha256: checksumOf(ranking) }, undefined, 1));
}

/** As the next one, before a command writes it. */
export function nextEdition(ranking: Ranking): Ranking {
  return { ...ranking, edition: editionOf(ranking) + 1 };
}

export const editionOf = ({ edition = 0 }: Ranking): number => edition;

/** With a result of training added; the oldest go that were not taken into service. */
export function withTrained(ranking: Ranking, trained: TrainedFactors): Ranking {
  const inService = new Set(ranking.adopted);
  const others = ranking.trained.filter((one, i) => inService.has(one.id) || i < MOST_KEPT - 1);
  return { ...ranking, trained: [trained, ...others] };
}

/** With a result of training in force; nothing changes where it is. */
export function withAdopted(ranking: Ranking, id: string): Ranking {
  const { adopted } = ranking;
  return adopted.at(-1) === id ? ranking : { ...ranking, adopted: [...adopted, id].slice(-MOST_ADOPTED) };
}

/** The factors in force. */
export function factorsInForce({ adopted, trained }: Ranking): PriorFactors {
  const factors = trained.find(({ id }) => id === adopted.at(-1))?.factors;
  return factors ? boundedFactors(factors) : PLAIN_FACTORS;
}

export function boundedFactors(factors: PriorFactors): PriorFactors {
  const bounded = PRIOR_PARTS.map(name => {
    const factor = Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factors[name]));
    // A sum with one that is no number would be none for any product.
    return [name, Number.isNaN(factor) ? 1 : factor];
  });
  return Object.fromEntries(bounded) as PriorFactors;
}

function checksumOf(ranking: Ranking): string {
  return createHash('sha256').update(JSON.stringify(ranking)).digest('hex');
}
