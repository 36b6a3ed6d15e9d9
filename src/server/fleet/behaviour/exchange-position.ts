/**
 * How far a daemon has exchanged behaviour with its fleet: `shared-behaviour.json`, JSON `{version: 1, sha256, position}`;
 * sha256 (hex) is of JSON.stringify(position). It is kept twice. Without it a daemon goes by the stream and its journal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { JournalName } from '../../../behaviour/learning/journal-names.js';
import { readTwice, writeTwice } from '../../storage/kept-twice.js';

const VERSION = 1;
const ORIGIN_BYTES = 8;
const POSITION_FILE = 'shared-behaviour.json';
/** Of more the oldest are forgotten. */
const MOST_MISSED = 1000;

/** An order to forget a customer on its way through the fleet. */
export interface SharedErasure {
  /** Absent once the stream has it. */
  customerKey?: string;
  /** Of its message in the stream. */
  sequence?: number;
  /** Whether the stream has nothing else of the customer. */
  isScrubbed?: true;
}

export interface ExchangePosition {
  /** When the stream was made that sequences are of; absent before the first. */
  stream?: string;
  /** What the stream knows this daemon's journal by. */
  origin: string;
  /** What it was known by before, and from which record on; the present name follows, from `renamedAt` on. */
  former?: JournalName[];
  renamedAt?: number;
  /** All own records of the journal below this number are in the stream. */
  sent: number;
  /** Whether records of other daemons are sent as well: the stream was made anew, and their daemons may be gone. */
  relays?: true;
  /** Sequence of the last message whose records are all in the journal. */
  followed: number;
  /** No record of the journal below this number is of a later message. */
  searched: number;
  /** By origin: the records of that journal below this number have come here. */
  taken: Record<string, number>;
  /** Ranges of sequences that were gone when this daemon came to them, oldest first. */
  missed: [from: number, to: number][];
  erasures: SharedErasure[];
}

/**
 * @param daemon the id of this daemon, which is its origin until there are two of it
 * @param warn called where the file is damaged
 */
export async function readPosition(
  dataDir: string,
  daemon: string,
  warn: (facts: object, message: string) => void,
): Promise<ExchangePosition> {
  const { value, fault } = await readTwice(join(dataDir, POSITION_FILE), parse);
  if (fault !== undefined) warn({ fault }, 'how far behaviour is shared is damaged; the journal is searched for it');
  return value ?? { origin: daemon, sent: 0, followed: 0, searched: 0, taken: {}, missed: [], erasures: [] };
}

/** What is wrong with the file or its copy. */
export async function positionFault(dataDir: string): Promise<string | undefined> {
  return (await readTwice(join(dataDir, POSITION_FILE), parse, false)).fault;
}

/** Resolves when it is on disk. */
export async function writePosition(dataDir: string, position: ExchangePosition): Promise<void> {
  position.missed.splice(0, position.missed.length - MOST_MISSED);
  const sha256 = checksum(position);
  await writeTwice(join(dataDir, POSITION_FILE), `${JSON.stringify({ version: VERSION, sha256, position })}\n`);
}

/**
 * Takes note of which stream the fleet has. Another one than before gets everything; what the other daemons have of it they
 * pass over.
 * @param made when it was made
 * @param size number of records of the journal
 * @returns whether it is another one
 */
export function noteStream(position: ExchangePosition, made: string, size: number): boolean {
  if (position.stream === made) return false;
  if (position.stream !== undefined) Object.assign(position, { sent: 0, followed: 0, missed: [], searched: size });
  position.stream = made;
  position.relays = true;
  return true;
}

/** All names of this daemon's journal. */
export function namesOf({ origin, former = [], renamedAt = 0 }: ExchangePosition): JournalName[] {
  return [...former, { name: origin, from: renamedAt }];
}

/** Has the journal go by another name from a record on. */
export function rename(position: ExchangePosition, from: number): void {
  Object.assign(position, { former: namesOf(position), renamedAt: from, origin: newOrigin() });
}

const newOrigin = (): string => randomBytes(ORIGIN_BYTES).toString('hex');

/** Whether a message was gone when this daemon came to it. */
export function hasMissed({ missed }: ExchangePosition, sequence: number): boolean {
  return missed.some(([from, to]) => from <= sequence && sequence <= to);
}

function parse(text: string): ExchangePosition | undefined {
  try {
    const stored = JSON.parse(text) as { version: number; sha256: string; position: ExchangePosition };
    return stored.version === VERSION && stored.sha256 === checksum(stored.position) ? stored.position : undefined;
  } catch {
    return undefined;
  }
}

const checksum = (position: ExchangePosition): string =>
  createHash('sha256').update(JSON.stringify(position)).digest('hex');
