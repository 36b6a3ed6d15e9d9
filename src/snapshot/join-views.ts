/**
 * Joins base and overlay of views to parts in shared memory, so that readers of a view know of no segments. Views
 * that share the parts of both segments share the joined ones.
 */
import { createHash } from 'node:crypto';
import { changedGroups } from '../index/changed-groups.js';
import { type SharedPart, ViewJoin } from '../index/join/join-view.js';
import type { Part } from '../index/part.js';
import { Structure } from '../index/structure.js';
import type { SegmentManifest, SnapshotManifest, ViewManifest } from './manifest.js';

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

/** The parts of a view that are joined; the others are those of the base. */
const JOINED_PARTS = [...SHARED_PARTS, 'offers', 'cards'] as const;
type JoinedPart = (typeof JOINED_PARTS)[number];

/** Every file of segments that joining views may read. */
export function filesToJoin(views: readonly OverlaidView[]): Set<string> {
  return new Set(
    views.flatMap(({ parts, overlay }) => JOINED_PARTS.flatMap(kind => [parts[kind], overlay.parts[kind]])),
  );
}

/**
 * The names of the joined parts of a view, which tell what they are joined from: an equal name is an equal part.
 * @param changed file of the part `changed`
 */
export function joinedNames(view: OverlaidView, changed: string): Record<JoinedPart, string> {
  const inputs = (...kinds: JoinedPart[]) => kinds.flatMap(kind => [view.parts[kind], view.overlay.parts[kind]]);
  const order = [changed, ...inputs('structure')];
  const values = [...order, view.locale, ...inputs('attributes', 'labels')];
  const name = (kind: JoinedPart, from: readonly string[]) =>
    `${kind}-${createHash('sha256').update(JSON.stringify(from)).digest('hex').slice(0, 32)}.joined`;
  return {
    structure: name('structure', order),
    numbers: name('numbers', [...order, ...inputs('numbers')]),
    attributes: name('attributes', values),
    labels: name('labels', values),
    text: name('text', [...values, ...inputs('text')]),
    offers: name('offers', [...order, ...inputs('offers')]),
    cards: name('cards', [...order, ...inputs('cards')]),
  };
}

/** Joined views, and their parts by name but for those that were known. */
export interface JoinedViews {
  views: ViewManifest[];
  parts: Map<string, SharedArrayBuffer>;
}

/**
 * Joins the views of a set.
 * @param changed file of the part `changed`
 * @param known names of joined parts that need not be made
 * @param read opens a part of either segment; of those that are not needed none is opened
 * @returns the views, without overlays
 */
export function joinEqualViews(
  { views }: EqualJoins,
  changed: string,
  known: ReadonlySet<string>,
  read: (file: string) => Part,
): JoinedViews {
  const [first] = views;
  const parts = new Map<string, SharedArrayBuffer>();
  const isMissing = (name: string) => !known.has(name) && !parts.has(name);
  const structureOf = ({ parts }: SegmentManifest) => new Structure(read(parts.structure));
  const join = new ViewJoin(structureOf(first), structureOf(first.overlay), changedGroups(read(changed)));
  const names = joinedNames(first, changed);
  if (SHARED_PARTS.some(kind => isMissing(names[kind]))) {
    const joined = join.shared(sharedParts(first, read), sharedParts(first.overlay, read), first.locale);
    for (const kind of SHARED_PARTS) if (isMissing(names[kind])) parts.set(names[kind], joined[kind]().share());
  }
  for (const view of views) {
    const own = joinedNames(view, changed);
    for (const kind of ['offers', 'cards'] as const) {
      if (!isMissing(own[kind])) continue;
      parts.set(own[kind], join[kind](read(view.parts[kind]), read(view.overlay.parts[kind])).share());
    }
  }
  return { views: views.map(view => withoutOverlay(view, changed, join.products)), parts };
}

/** Opens the parts of a segment that markets share. */
export function sharedParts({ parts }: SegmentManifest, read: (file: string) => Part): Record<SharedPart, Part> {
  return Object.fromEntries(SHARED_PARTS.map(kind => [kind, read(parts[kind])])) as Record<SharedPart, Part>;
}

/** The view with its joined parts. @param products the number of its products */
export function withoutOverlay(view: OverlaidView, changed: string, products: number): ViewManifest {
  const { overlay, ...base } = view;
  return {
    ...base,
    products,
    parts: { ...base.parts, ...joinedNames(view, changed) },
    cardFiles: [...base.cardFiles, ...overlay.cardFiles],
  };
}

/** The views of a snapshot in their order, those with overlays replaced by joined ones. */
export function withJoined(views: readonly ViewManifest[], joined: readonly ViewManifest[]): ViewManifest[] {
  return views.map(view =>
    view.overlay ? joined.find(({ market, locale }) => market === view.market && locale === view.locale)! : view,
  );
}
