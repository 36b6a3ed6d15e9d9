/**
 * Plans which views are built together, and which of them write the parts that views of the same markets have in common
 * whatever their locales: structure and offers.
 */
import { isDeepStrictEqual } from 'node:util';
import { VIEW_PARTS, type ViewManifest } from '../../snapshot/manifest.js';
import { type BuiltView, COMMON_PARTS } from '../views/market-builder.js';
import type { EqualViews } from '../views/market-partition.js';
import type { PlannedViews } from './build-shard.js';

/** What the base of a view has of words. */
type Basis = Pick<PlannedViews, 'vocabulary' | 'wordVectors'>;

/**
 * Gives each set of views a unique name for its temporary files, and what its base has of words. Sets of the same
 * markets have parts in common, whatever their locales: each of these parts is written with one of the sets.
 */
export function planned(equal: readonly EqualViews[], bases: readonly ViewManifest[]): PlannedViews[] {
  const sets = equal.flatMap(set => withBasis(set, bases));
  return sets.map((set, i) => {
    const { markets } = set;
    const alike = sets.filter(other => areAlike(other, set));
    const turn = alike.indexOf(set);
    return {
      ...set,
      ...(bases.length > 0 && { isOverlay: true }),
      name: `${process.pid}-${i}`,
      common: {
        // The first has offers to write, the last may have less to do.
        structure: turn === alike.length - 1,
        offers: markets.filter((_, market) => market % alike.length === turn),
      },
    };
  });
}

/** Whether two sets have the same products, variants and offers. */
function areAlike(a: EqualViews, b: EqualViews): boolean {
  return isDeepStrictEqual(a.markets, b.markets);
}

/** Built views with the parts that were written with others. @param sets those of `planned` */
export function completed(built: readonly BuiltView[], sets: readonly PlannedViews[]): ViewManifest[] {
  const setOf = ({ view }: BuiltView): PlannedViews =>
    sets.find(({ locale, markets }) => locale === view.locale && markets.includes(view.market))!;
  return built.map(one => {
    const { view } = one;
    const parts = { ...view.parts };
    for (const kind of COMMON_PARTS) {
      const writer = built.find(
        other =>
          other.view.parts[kind] !== undefined &&
          areAlike(setOf(other), setOf(one)) &&
          (kind === 'structure' || other.view.market === view.market),
      );
      parts[kind] ??= writer!.view.parts[kind]!;
    }
    return { ...view, parts: Object.fromEntries(VIEW_PARTS.map(kind => [kind, parts[kind]])) as ViewManifest['parts'] };
  });
}

/** Divides views whose groups are equal, but whose bases have different words. */
function withBasis({ locale, markets }: EqualViews, bases: readonly ViewManifest[]): (EqualViews & Basis)[] {
  const sets = new Map<string, EqualViews & Basis>();
  for (const market of markets) {
    const basis = basisOf(bases.find(view => view.locale === locale && view.market === market));
    const name = JSON.stringify(basis);
    const set = sets.get(name);
    if (set) set.markets.push(market);
    else sets.set(name, { locale, markets: [market], ...basis });
  }
  return [...sets.values()];
}

function basisOf(base: ViewManifest | undefined): Basis {
  const { vocabulary, wordVectors } = base ?? {};
  return { ...(vocabulary !== undefined && { vocabulary }), ...(wordVectors !== undefined && { wordVectors }) };
}
