/**
 * Joins several overlays to a loaded view one after the other, as imports do: what an overlay does not change is taken
 * from what is there. To join them to each other first, as is done where the base is read from files, makes all of their
 * parts, which takes as long for each as a join to a view of some hundred thousand products.
 */
import { Part } from '../index/part.js';
import {
  type EqualJoins,
  JOINED_PARTS,
  type JoinedPart,
  type JoinedParts,
  type JoinSource,
  joinEqualViews,
  joinedNames,
  type OverlaidView,
  SHARED_PARTS,
} from './join-views.js';

/** Products of a view, times overlays, up to which that is quicker. */
const MOST_JOINED = 2_000_000;

export function isQuickerOneByOne({ views: [{ products, overlays }] }: EqualJoins): boolean {
  return overlays.length > 1 && products * overlays.length <= MOST_JOINED;
}

/** As `joinEqualViews` with a base that is kept. */
export function joinOneByOne({ views }: EqualJoins, source: Omit<JoinSource, 'keepsBase'>): JoinedParts {
  const { changed, known, read } = source;
  const wanted = views.map(view => joinedNames(view, changed));
  const made = new Map<string, SharedArrayBuffer>();
  const open = (name: string): Part => {
    const part = made.get(name);
    return part ? new Part(part) : read(name);
  };
  let current: readonly OverlaidView[] = views;
  changed.forEach((keys, place) => {
    const isLast = place + 1 === changed.length;
    // What comes after needs all that markets share.
    const isPassed = (kind: JoinedPart, i: number) => known.has(wanted[i][kind]) && (isLast || !isShared(kind));
    const steps = views.map((view, i) => ({ ...view, parts: current[i].parts, overlays: [view.overlays[place]] }));
    const names = steps.map(step => joinedNames(step, [keys]));
    const passed = names.flatMap((own, i) => JOINED_PARTS.filter(kind => isPassed(kind, i)).map(kind => own[kind]));
    const step = { changed: [keys], known: new Set(passed), read: open, keepsBase: true };
    const joined = joinEqualViews({ views: steps }, step);
    for (const [name, part] of joined.parts) made.set(name, part);
    current = steps.map((view, i) => {
      const parts = JOINED_PARTS.map(kind => [kind, joined.names.get(names[i][kind]) ?? view.parts[kind]]);
      return { ...view, parts: { ...view.parts, ...Object.fromEntries(parts) } };
    });
    const used = new Set(current.flatMap(({ parts }) => Object.values(parts)));
    for (const name of made.keys()) if (!used.has(name)) made.delete(name);
  });
  const names = wanted.flatMap((own, i) => JOINED_PARTS.map(kind => [own[kind], current[i].parts[kind]] as const));
  return { names: new Map(names.filter(([name]) => !known.has(name))), parts: made };
}

const isShared = (kind: JoinedPart): boolean => (SHARED_PARTS as readonly JoinedPart[]).includes(kind);
