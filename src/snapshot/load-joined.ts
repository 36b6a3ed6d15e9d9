/**
 * Loads the views of a snapshot that have overlays. Where the previous snapshot has the groups of all but the last ones,
 * its views are in memory, joined: these overlays are joined to those, and what they do not change is shared with them.
 * Otherwise base and overlays are joined from their files.
 */
import { Part, type PartFile } from '../index/part.js';
import {
  equalJoins,
  filesToJoin,
  hasOverlay,
  JOINED_PARTS,
  type JoinedNames,
  type JoinedPart,
  type JoinedParts,
  joinedNames,
  joinedView,
  type OverlaidView,
  SHARED_PARTS,
} from './join-views.js';
import { type JoinRequest, joinInThreads } from './load-in-thread.js';
import { firstOverlayOn, isJoined, type SnapshotManifest, type ViewManifest } from './manifest.js';
import type { SharedSnapshot } from './shared-snapshot.js';
import { isVerified } from './unread-parts.js';

/** Joined parts of a view that are missing. */
interface MissingParts {
  /** What is joined: the view of the manifest, or the loaded one with the last overlays. */
  view: OverlaidView;
  /** The names of its parts by the files of the manifest. */
  names: JoinedNames;
  kinds: ReadonlySet<JoinedPart>;
}

/** Views that are joined from segments of the same age. */
interface JoinPlan {
  missing: readonly MissingParts[];
  changed: string[];
  /** The parts of the bases, where they are in memory. */
  loaded?: Map<string, SharedArrayBuffer>;
}

interface JoinManner {
  behind: boolean;
  repriced: ReadonlyMap<string, SharedArrayBuffer>;
}

/**
 * @param previous a loaded snapshot whose parts are reused
 * @param how `behind` of `readInThreads`, and offers that are joined already
 * @returns all views in the order of the manifest; the joined parts, and their names by those of `joinedNames`
 */
export async function loadJoined(
  dataDir: string,
  manifest: SnapshotManifest,
  previous: SharedSnapshot | undefined,
  { behind, repriced }: JoinManner,
): Promise<JoinedParts & { views: ViewManifest[] }> {
  const { changed } = manifest;
  const joined: JoinedParts = { names: new Map(), parts: new Map() };
  if (changed === undefined) return { ...joined, views: manifest.views };
  for (const [name, part] of repriced) if (isJoined(name)) add(joined, name, name, part);
  const missing = manifest.views.filter(hasOverlay).map((view): MissingParts => {
    const names = joinedNames(view, changed);
    return { view, names, kinds: missingKinds(names, previous, joined) };
  });
  const first = previous && firstOverlayOn(manifest, previous.id);
  const plans = first === undefined ? [{ missing, changed }] : onLoaded(missing, manifest, previous!, first);
  const verified = previous && isVerified(previous) ? previous.manifest.files : [];
  const requests = plans.flatMap(plan => requestsOf(plan, dataDir, manifest, verified));
  const made = await joinInThreads(requests.map(request => ({ ...request, behind })));
  const names = new Map(made.flatMap(({ names }) => [...names]));
  for (const [name, part] of made.flatMap(({ parts }) => [...parts])) joined.parts.set(name, part);
  for (const { missing, changed, loaded } of plans) {
    for (const { view, names: wanted, kinds } of missing) {
      const made = joinedNames(view, changed);
      for (const kind of kinds) {
        const name = names.get(made[kind])!;
        joined.names.set(wanted[kind], name);
        if (!joined.parts.has(name)) joined.parts.set(name, loaded!.get(name)!);
      }
    }
  }
  const nameOf = (name: string) => joined.names.get(name)!;
  const views = manifest.views.map(view => {
    if (!hasOverlay(view)) return view;
    const entries = Object.entries(joinedNames(view, changed)).map(([kind, name]) => [kind, nameOf(name)]);
    return joinedView(view, Object.fromEntries(entries) as JoinedNames, name => new Part(joined.parts.get(name)!));
  });
  return { ...joined, views };
}

/** Adds the parts that the previous snapshot has to `joined`. @returns the kinds of the others */
function missingKinds(names: JoinedNames, previous: SharedSnapshot | undefined, joined: JoinedParts): Set<JoinedPart> {
  const isMissing = (kind: JoinedPart) => !previous?.joined?.has(names[kind]) && !joined.names.has(names[kind]);
  const missing = new Set<JoinedPart>(JOINED_PARTS.filter(isMissing));
  // Parts that are joined together refer to each other.
  if (SHARED_PARTS.some(kind => missing.has(kind))) for (const kind of SHARED_PARTS) missing.add(kind);
  for (const kind of JOINED_PARTS) {
    if (missing.has(kind) || joined.names.has(names[kind])) continue;
    const name = previous!.joined!.get(names[kind])!;
    add(joined, names[kind], name, previous!.parts.get(name)!);
  }
  return missing;
}

function add({ names, parts }: JoinedParts, wanted: string, name: string, part: SharedArrayBuffer): void {
  names.set(wanted, name);
  parts.set(name, part);
}

/**
 * Joins the last overlays to the loaded views; cards from their files, where their records have moved to other files,
 * and offers, where those of other groups have changed since.
 * @param first the place of the first of these overlays
 */
function onLoaded(
  missing: readonly MissingParts[],
  { changed = [], patched }: SnapshotManifest,
  previous: SharedSnapshot,
  first: number,
): JoinPlan[] {
  const onto: MissingParts[] = [];
  const whole: MissingParts[] = [];
  const arePatched = previous.manifest.patched !== patched;
  for (const one of missing) {
    const { view, kinds } = one;
    const before = previous.manifest.views.find(
      ({ market, locale }) => market === view.market && locale === view.locale,
    )!;
    const files = new Set([view, ...view.overlays].flatMap(({ cardFiles }) => cardFiles));
    const haveMoved = before.cardFiles.some(file => !files.has(file));
    const isWhole = (kind: JoinedPart) => (kind === 'cards' && haveMoved) || (kind === 'offers' && arePatched);
    const { products, parts, cardFiles } = before;
    const loaded = { ...view, products, parts, cardFiles, overlays: view.overlays.slice(first) };
    onto.push({ ...one, view: loaded, kinds: new Set([...kinds].filter(kind => !isWhole(kind))) });
    whole.push({ ...one, kinds: new Set([...kinds].filter(isWhole)) });
  }
  return [
    { missing: onto, changed: changed.slice(first), loaded: previous.parts },
    { missing: whole, changed },
  ];
}

/**
 * A request for each set of equal views; a part that several need is made for the first.
 * @param verified files that need not be checked
 */
function requestsOf(
  { missing, changed, loaded = new Map() }: JoinPlan,
  dataDir: string,
  { files }: SnapshotManifest,
  verified: readonly PartFile[],
): Omit<JoinRequest, 'kind' | 'behind'>[] {
  const wanted = new Set(
    missing.flatMap(({ view, kinds }) => {
      const names = joinedNames(view, changed);
      return [...kinds].map(kind => names[kind]);
    }),
  );
  const checked = new Set(verified.map(({ file }) => file));
  const some = missing.filter(({ kinds }) => kinds.size > 0).map(({ view }) => view);
  return equalJoins({ views: some }).map(views => {
    const names = views.views.flatMap(view => Object.values(joinedNames(view, changed)));
    const known = new Set(names.filter(name => !wanted.has(name)));
    for (const name of names) wanted.delete(name);
    const needed = filesToJoin(views.views);
    const parts = new Map([...loaded].filter(([name]) => needed.has(name)));
    for (const file of changed) needed.add(file);
    const read = files.filter(({ file }) => needed.has(file) && !parts.has(file));
    const unchecked = new Set(read.map(({ file }) => file).filter(file => !checked.has(file)));
    return { dataDir, views, changed, known, keepsBase: loaded.size > 0, parts, files: read, unchecked };
  });
}
