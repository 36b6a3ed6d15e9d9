/**
 * Joins base and overlay of views to parts in shared memory, so that whoever reads a view knows of no segments. Views
 * that share the parts of both segments share the joined ones.
 */
import { createHash } from 'node:crypto';
import { changedGroups } from '../index/changed-groups.js';
import { type SharedPart, ViewJoin } from '../index/join/join-view.js';
import type { Part, PartWriter } from '../index/part.js';
import type { SegmentManifest, SnapshotManifest, ViewManifest, ViewPart } from './manifest.js';

/** The parts that views with the same products and texts share. */
export const SHARED_PARTS = ['structure', 'numbers', 'attributes', 'labels', 'text'] as const satisfies SharedPart[];

/** A view with an overlay. */
export type OverlaidView = ViewManifest & { overlay: SegmentManifest };

/** Views whose joined parts are the same but for offers and cards. */
export interface EqualJoins {
  views: OverlaidView[];
}

export function hasOverlay(view: ViewManifest): view is OverlaidView {
  return view.overlay !== undefined;
}

/** Distributes the views that have overlays to sets of equal joins. */
export function equalJoins({ views }: Pick<SnapshotManifest, 'views'>): EqualJoins[] {
  const sets = new Map<string, EqualJoins>();
  for (const view of views.filter(hasOverlay)) {
    const name = JSON.stringify([view.locale, ...sharedFiles(view)]);
    const set = sets.get(name);
    if (set) set.views.push(view);
    else sets.set(name, { views: [view] });
  }
  return [...sets.values()];
}

function sharedFiles({ parts, overlay }: OverlaidView): string[] {
  return SHARED_PARTS.flatMap(kind => [parts[kind], overlay.parts[kind]]);
}

/** Files that joining views reads. */
export function filesToJoin(views: readonly OverlaidView[]): Set<string> {
  const kinds = [...SHARED_PARTS, 'offers', 'cards'] as const;
  return new Set(views.flatMap(({ parts, overlay }) => kinds.flatMap(kind => [parts[kind], overlay.parts[kind]])));
}

/**
 * Joins the views of a set.
 * @param changed file of the part `changed`
 * @param read opens a part of either segment
 * @param write puts a joined part where the caller wants it @returns its name
 * @returns the views, without overlays
 */
export function joinEqualViews(
  { views }: EqualJoins,
  changed: string,
  read: (file: string) => Part,
  write: (kind: ViewPart, inputs: readonly string[], join: () => PartWriter) => string,
): ViewManifest[] {
  const [first] = views;
  const shared = (parts: SegmentManifest['parts']) =>
    Object.fromEntries(SHARED_PARTS.map(kind => [kind, read(parts[kind])])) as Record<SharedPart, Part>;
  const join = new ViewJoin(
    shared(first.parts),
    shared(first.overlay.parts),
    changedGroups(read(changed)),
    first.locale,
  );
  const joined = join.shared();
  const order = [changed, first.parts.structure, first.overlay.parts.structure];
  const texts = [...sharedFiles(first), first.locale];
  return views.map(({ overlay, parts, cardFiles, ...view }): ViewManifest => {
    const own = (kind: 'offers' | 'cards') =>
      write(kind, [...order, parts[kind], overlay.parts[kind]], () =>
        join[kind](read(parts[kind]), read(overlay.parts[kind])),
      );
    return {
      ...view,
      products: join.products,
      parts: {
        ...parts,
        structure: write('structure', order, () => joined.structure),
        numbers: write('numbers', [...order, parts.numbers, overlay.parts.numbers], () => joined.numbers),
        attributes: write('attributes', [...order, ...texts], () => joined.attributes),
        labels: write('labels', [...order, ...texts], () => joined.labels),
        text: write('text', [...order, ...texts], () => joined.text),
        offers: own('offers'),
        cards: own('cards'),
      },
      cardFiles: [...cardFiles, ...overlay.cardFiles],
    };
  });
}

/** Collects joined parts in shared memory, by names that tell what they are joined from. */
export class JoinedParts {
  readonly parts = new Map<string, SharedArrayBuffer>();

  write(kind: ViewPart, inputs: readonly string[], join: () => PartWriter): string {
    const hash = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 32);
    const name = `${kind}-${hash}.joined`;
    if (!this.parts.has(name)) this.parts.set(name, join().share());
    return name;
  }
}

/** The views of a snapshot in their order, those with overlays replaced by joined ones. */
export function withJoined(views: readonly ViewManifest[], joined: readonly ViewManifest[]): ViewManifest[] {
  return views.map(view =>
    view.overlay ? joined.find(({ market, locale }) => market === view.market && locale === view.locale)! : view,
  );
}
