/**
 * Joins base and overlays of views to parts in shared memory, so that readers of a view know of no segments. Views
 * that share the parts of all segments share the joined ones. The base may be a view that was joined before, in memory:
 * then what its last overlay does not change is taken from it as it is.
 */
import { CardIndex } from '../index/cards.js';
import { changedGroups } from '../index/changed-groups.js';
import { type JoinedSharedParts, type SharedPart, ViewJoin } from '../index/join/join-view.js';
import { Part, type PartWriter } from '../index/part.js';
import { Structure } from '../index/structure.js';
import { growableU16, growableU32 } from '../kernel/growable.js';
import { joinedName, type SegmentManifest, type SnapshotManifest, type ViewManifest } from './manifest.js';

/** The parts that views with the same products and texts share. */
export const SHARED_PARTS = [
  'structure',
  'numbers',
  'attributes',
  'labels',
  'text',
  'descriptions',
  'vectors',
] as const satisfies SharedPart[];

/** A view with overlays. */
export type OverlaidView = ViewManifest & { overlays: SegmentManifest[] };

/** Views whose joined parts are the same but for offers, and cards where segments were built apart. */
export interface EqualJoins {
  views: OverlaidView[];
}

export function hasOverlay(view: ViewManifest): view is OverlaidView {
  return view.overlays !== undefined;
}

/** Distributes the views that have overlays to sets of equal joins. */
export function equalJoins({ views }: Pick<SnapshotManifest, 'views'>): EqualJoins[] {
  const sets = new Map<string, EqualJoins>();
  for (const view of views.filter(hasOverlay)) {
    const name = JSON.stringify([view.locale, ...SHARED_PARTS.flatMap(kind => inputsOf(view, kind))]);
    const set = sets.get(name);
    if (set) set.views.push(view);
    else sets.set(name, { views: [view] });
  }
  return [...sets.values()];
}

/** The parts of a view that are joined; the others are those of the base. */
export const JOINED_PARTS = [...SHARED_PARTS, 'offers', 'cards'] as const;
export type JoinedPart = (typeof JOINED_PARTS)[number];

/** The files of a part in all segments. */
function inputsOf(view: OverlaidView, kind: JoinedPart): string[] {
  return [view, ...view.overlays].map(({ parts }) => parts[kind]);
}

/** Every file of segments that joining views may read. */
export function filesToJoin(views: readonly OverlaidView[]): Set<string> {
  return new Set(views.flatMap(view => JOINED_PARTS.flatMap(kind => inputsOf(view, kind))));
}

export type JoinedNames = Record<JoinedPart, string>;

/**
 * The names of the joined parts of a view, which tell what they are joined from: an equal name is an equal part.
 * @param changed files of the parts `changed`
 */
export function joinedNames(view: OverlaidView, changed: readonly string[]): JoinedNames {
  const inputs = (...kinds: JoinedPart[]) => kinds.flatMap(kind => inputsOf(view, kind));
  const order = [...changed, ...inputs('structure')];
  const values = [...order, view.locale, ...inputs('attributes', 'labels')];
  return {
    structure: joinedName('structure', order),
    numbers: joinedName('numbers', [...order, ...inputs('numbers')]),
    attributes: joinedName('attributes', values),
    labels: joinedName('labels', values),
    text: joinedName('text', [...values, ...inputs('text')]),
    descriptions: joinedName('descriptions', [...order, ...inputs('descriptions')]),
    vectors: joinedName('vectors', [...order, ...inputs('vectors')]),
    offers: joinedName('offers', [...order, ...inputs('offers')]),
    cards: joinedName('cards', [...order, ...inputs('cards')]),
  };
}

/** What is joined, and from what. */
export interface JoinSource {
  /** Files of the parts `changed`, by overlay. */
  changed: readonly string[];
  /** Names of joined parts that need not be made. */
  known: ReadonlySet<string>;
  /** Opens a part of one of the segments; of those that are not needed none is opened. */
  read(file: string): Part;
  /** Whether parts of the base that the overlays do not change stand for joined ones, under their own names. */
  keepsBase: boolean;
}

/** Joined parts. */
export interface JoinedParts {
  /** The name of each part that was asked for, by that of `joinedNames`: another one where the base's is kept. */
  names: Map<string, string>;
  /** The parts that were made, by name. */
  parts: Map<string, SharedArrayBuffer>;
}

/** Joins the parts of the views of a set. */
export function joinEqualViews({ views }: EqualJoins, source: JoinSource): JoinedParts {
  const { changed, known, read, keepsBase } = source;
  const names = new Map<string, string>();
  const parts = new Map<string, SharedArrayBuffer>();
  const isMissing = (name: string) => !known.has(name) && !names.has(name);
  const [first] = views;
  const overlay = overlayOf(first, source);
  const structures = [read(first.parts.structure), overlay.part('structure')].map(part => new Structure(part));
  const join = new ViewJoin(structures[0], structures[1], overlay.changed);
  const add = (name: string, base: string, isBase: () => boolean, make: () => PartWriter): void => {
    const kept = keepsBase && isBase();
    names.set(name, kept ? base : name);
    if (!kept) parts.set(name, make().share());
  };
  const ofFirst = joinedNames(first, changed);
  if (SHARED_PARTS.some(kind => isMissing(ofFirst[kind]))) {
    const shared = join.shared(sharedParts(first, read), allShared(overlay), first.locale);
    for (const kind of SHARED_PARTS) {
      if (isMissing(ofFirst[kind])) add(ofFirst[kind], first.parts[kind], () => shared.isBase(kind), shared[kind]);
    }
  }
  for (const view of views) {
    const own = joinedNames(view, changed);
    const { part } = view === first ? overlay : overlayOf(view, source);
    if (isMissing(own.offers)) {
      const segments = [read(view.parts.offers), part('offers')] as const;
      add(
        own.offers,
        view.parts.offers,
        () => join.isOffersOfBase(...segments),
        () => join.offers(...segments),
      );
    }
    if (isMissing(own.cards)) {
      const make = () => join.cards(read(view.parts.cards), part('cards'));
      add(own.cards, view.parts.cards, () => false, make);
    }
  }
  return { names, parts };
}

/**
 * Objects of every class that a join makes, over the few products of an overlay. The engine throws away the code that
 * it has compiled for a class when garbage is collected while there is no object of it: a thread that keeps these need
 * not compile it again for each join.
 */
export function smallJoin({ views: [view] }: EqualJoins, source: Pick<JoinSource, 'changed' | 'read'>): unknown[] {
  const overlay = overlayOf(view, source);
  const all = allShared(overlay);
  const join = new ViewJoin(new Structure(all.structure), new Structure(all.structure), overlay.changed);
  const shared = join.shared(all, all, view.locale);
  const own = (['offers', 'cards'] as const).map(kind => join[kind](overlay.part(kind), overlay.part(kind)));
  const parts = [...own, ...SHARED_PARTS.map(kind => shared[kind]())];
  for (const part of parts) part.share();
  return [join, shared, ...parts, growableU16(), growableU32()];
}

/** A view with its joined parts instead of overlays. @param read opens a joined part */
export function joinedView(
  { overlays: _, ...view }: OverlaidView,
  names: JoinedNames,
  read: (name: string) => Part,
): ViewManifest {
  return {
    ...view,
    products: new Structure(read(names.structure)).productCount,
    parts: { ...view.parts, ...names },
    cardFiles: [...new CardIndex(read(names.cards)).files],
  };
}

/** The overlays of a view as one. */
interface OneOverlay {
  /** Keys of the groups that it replaces. */
  changed: Set<string>;
  part(kind: JoinedPart): Part;
}

function overlayOf(view: OverlaidView, { changed, read }: Pick<JoinSource, 'changed' | 'read'>): OneOverlay {
  const { locale, overlays } = view;
  const segments = overlays.map(
    ({ parts }, i): OneOverlay => ({
      changed: new Set(changedGroups(read(changed[i]))),
      part: kind => read(parts[kind]),
    }),
  );
  return asOne(segments, locale);
}

/** Joins halves first, because a join takes as long as both overlays are large. @param overlays the oldest first */
function asOne(overlays: readonly OneOverlay[], locale: string): OneOverlay {
  if (overlays.length === 1) return overlays[0];
  const middle = overlays.length >>> 1;
  return stacked(asOne(overlays.slice(0, middle), locale), asOne(overlays.slice(middle), locale), locale);
}

/** Joins two overlays, each part when it is asked for. */
function stacked(older: OneOverlay, added: OneOverlay, locale: string): OneOverlay {
  const join = new ViewJoin(
    new Structure(older.part('structure')),
    new Structure(added.part('structure')),
    added.changed,
  );
  let shared: JoinedSharedParts | undefined;
  const make = (kind: JoinedPart): PartWriter => {
    if (kind === 'offers' || kind === 'cards') return join[kind](older.part(kind), added.part(kind));
    shared ??= join.shared(allShared(older), allShared(added), locale);
    return shared[kind]();
  };
  const made = new Map<JoinedPart, Part>();
  return {
    changed: new Set([...older.changed, ...added.changed]),
    part: kind => {
      let part = made.get(kind);
      if (!part) made.set(kind, (part = new Part(make(kind).share())));
      return part;
    },
  };
}

function allShared({ part }: OneOverlay): Record<SharedPart, Part> {
  return Object.fromEntries(SHARED_PARTS.map(kind => [kind, part(kind)])) as Record<SharedPart, Part>;
}

/** Opens the parts of a segment that markets share. */
export function sharedParts({ parts }: SegmentManifest, read: (file: string) => Part): Record<SharedPart, Part> {
  return Object.fromEntries(SHARED_PARTS.map(kind => [kind, read(parts[kind])])) as Record<SharedPart, Part>;
}
