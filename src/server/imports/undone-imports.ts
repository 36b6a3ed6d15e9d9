/**
 * Which imports rollbacks have undone. Snapshots form a tree: that of an import follows the one that was live before it,
 * and a rollback goes to another place in it. What the live snapshot follows from is in force; an import that is not
 * among that was undone by the rollback that left it last.
 */
import type { ImportKind } from '../../imports/protocol.js';

/** An import or rollback, as the history has it. */
interface Step {
  id: string;
  kind: ImportKind | 'rollback';
  snapshot?: string;
}

interface Place {
  /** Id of the import. */
  id: string | undefined;
  before: Place | undefined;
}

/**
 * @param steps oldest first
 * @returns by id of the import, that of the rollback
 */
export function undoneImports(steps: readonly Step[]): Map<string, string> {
  const undone = new Map<string, string>();
  const places = new Map<string, Place>();
  let live: Place | undefined;
  for (const { id, kind, snapshot } of steps) {
    if (snapshot === undefined) continue;
    const catalog = catalogOf(snapshot);
    if (kind !== 'rollback') {
      live = { id, before: live };
      places.set(catalog, live);
      continue;
    }
    const left = wayTo(live);
    // One of before the first step stands alone.
    live = places.get(catalog) ?? { id: undefined, before: undefined };
    places.set(catalog, live);
    const inForce = new Set(wayTo(live));
    for (const other of left) if (!inForce.has(other)) undone.set(other, id);
    for (const other of inForce) undone.delete(other);
  }
  return undone;
}

/** A catalog has several snapshots, as a new base makes another one of it: their ids begin with its generation. */
function catalogOf(snapshot: string): string {
  return snapshot.split('-', 1)[0];
}

/** The imports that a snapshot follows from, its own included. */
function wayTo(place: Place | undefined): string[] {
  const ids: string[] = [];
  for (let at = place; at; at = at.before) if (at.id !== undefined) ids.push(at.id);
  return ids;
}
