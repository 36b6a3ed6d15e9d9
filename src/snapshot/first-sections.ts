/**
 * What the first answers of a daemon need of a snapshot's parts, and thus what is read before them: columns that
 * every search goes through, and all that is small. The rest is read as it is needed, or behind the first answer: a
 * section that is missing here costs time, and nothing else.
 */
import { Problem } from '../errors/problem.js';
import type { Part } from '../index/part.js';
import { askedFirst } from './asked-view.js';
import { filesOf } from './manifest.js';
import type { SharedSnapshot } from './shared-snapshot.js';
import { partOf } from './unread-parts.js';

/** By kind of part. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  structure: ['groupStart', 'variantStart', 'groupOf', 'keyRank', 'collapsed'],
  text: [
    'postings.start',
    'heads',
    ...['terms', 'stems'].flatMap(name => ['labels', 'firsts', 'children'].map(section => `${name}.${section}`)),
    'stemEndings',
    'stemTerms.start',
    'stemTerms',
    'entities.start',
    'entities.attribute',
    'entities.value',
  ],
  descriptions: ['stems.labels', 'stems.firsts', 'stems.children', 'groups.starts', 'groups.firsts'],
  attributes: ['sets'],
  offers: ['list', 'sell', 'stock'],
  cards: ['file', 'offset', 'length', 'hot'],
};
/** All sections of these are columns that a search may go through. */
const WHOLE: ReadonlySet<string> = new Set(['numbers', 'phrases']);
/** Sections of no more bytes are read with their neighbours. */
const SMALL_BYTES = 1 << 16;

/** The names of the sections to read first of each part of the view that is prepared first. */
export function firstSections(snapshot: SharedSnapshot): Map<string, string[]> {
  const { views, site } = snapshot.manifest;
  const [first] = askedFirst(views, snapshot.asked);
  const files = [site, ...(first ? filesOf(first) : [])];
  const sections = new Map<string, string[]>();
  for (const file of files) {
    const part = snapshot.parts.has(file) ? opened(snapshot, file) : undefined;
    if (part)
      sections.set(
        file,
        part.names.filter(name => isFirst(part, name)),
      );
  }
  return sections;
}

/** Undefined where it is damaged: the thread that opens it will say so, and checksums then tell which file it is. */
function opened(snapshot: SharedSnapshot, file: string): Part | undefined {
  try {
    return partOf(snapshot, file);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function isFirst(part: Part, name: string): boolean {
  if (part.placeOf(name).byteLength <= SMALL_BYTES || WHOLE.has(part.kind)) return true;
  return FIRST[part.kind]?.includes(name) ?? false;
}
