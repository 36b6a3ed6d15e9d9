/**
 * The facets of a listing worked out the slow way: every value and number of every variant that counts, facet by facet.
 * Labels of facets are left out.
 */
import type { ResolvedVariant } from '../../src/catalog/resolve.js';
import { COLOR_IDS, type ColorId, cssOf } from '../../src/kernel/colors.js';
import { convert, dimensionOf } from '../../src/kernel/measures.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import type { FacetSelection } from '../../src/pages/shared/requests.js';
import { type Item, inNaturalOrder, type OfferSelection, type Oracle, offerOf, snake } from './oracle.js';
import type { FacetJson } from './shop.js';

const CUSTOM = ['custom.badge', 'custom.fabric', 'custom.fit', 'custom.length.heel', 'custom.number.volt'];
/** Of the facets that catalogs of random-catalog.ts may have, in the order listings show them. */
export const ALL_IDS = [...DEFAULT_PAGE_SETTINGS.facets, ...CUSTOM, 'custom.number.watt', 'custom.odd.max'];
const NATURAL = new Set(['age', 'size']);
const BASE: Record<string, string> = { length: 'mm', volume: 'ml', weight: 'g' };

/** Hits with their variants that count for a facet: those that meet everything but its own selection. */
export interface Counted {
  item: Item;
  variants: Item['product']['variants'];
}

/** What a hit stands for: a product, or a group that appears once. */
function hitOf({ group, once, product }: Item): string {
  return once ? `group ${group}` : product.key;
}

export class FacetOracle {
  /**
   * @param own what is selected in the facet
   * @param counted what all other selections leave
   * @param most values listed, beside those selected
   */
  constructor(
    private readonly oracle: Oracle,
    private readonly id: string,
    private readonly own: FacetSelection | undefined,
    private readonly offers: OfferSelection,
    private readonly counted: readonly Counted[],
    private readonly most = DEFAULT_PAGE_SETTINGS.maxFacetValues,
  ) {}

  expected(): Partial<FacetJson> | undefined {
    const attribute = snake(this.id);
    if (this.id === 'onlyInStock') return this.checkbox();
    if (this.oracle.isText(attribute)) return this.values(attribute);
    return this.range(attribute);
  }

  private checkbox(): Partial<FacetJson> | undefined {
    const selected = this.own?.checked === true;
    const stocked = this.counted.filter(({ variants }) => variants.some(v => offerOf(v, this.offers).stock > 0));
    const count = new Set(stocked.map(({ item }) => hitOf(item))).size;
    return selected || count > 0 ? { type: 'CHECKBOX', selected, count } : undefined;
  }

  private values(attribute: string): Partial<FacetJson> | undefined {
    const hits = new Map<string, Set<string>>();
    for (const { item, variants } of this.counted) {
      for (const id of variants
        .filter(variant => this.isShown(variant))
        .flatMap(variant => this.oracle.values(attribute, item.product, variant))) {
        hits.set(id, (hits.get(id) ?? new Set()).add(hitOf(item)));
      }
    }
    const counts = new Map([...hits].map(([id, found]) => [id, found.size]));
    const selected = this.oracle.named(attribute, this.own?.values ?? []);
    for (const id of selected) if (!counts.has(id)) counts.set(id, 0);
    if (counts.size === 0 || (counts.size < 2 && selected.size === 0)) return undefined;
    const all = [...counts].map(([id, count]) => ({ id, count, selected: selected.has(id), ...this.naming(id) }));
    const byCount = !NATURAL.has(this.id);
    all.sort(
      (a, b) =>
        (byCount ? b.count - a.count : 0) ||
        inNaturalOrder(a.label, b.label) ||
        (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
    const values = all.filter(({ selected }, i) => i < this.most || selected);
    const type = this.id === 'color' ? 'COLOR' : this.id === 'size' ? 'SIZE' : 'TEXT';
    const head = { type, selectedCount: selected.size };
    if (type === 'SIZE') return { ...head, sizeTypes: bySizeType(values, SIZE[this.oracle.locale]!) };
    return { ...head, ...(type === 'TEXT' && { sort: byCount ? 'RELEVANCE' : 'NATURAL' }), values };
  }

  private isShown(variant: ResolvedVariant): boolean {
    return this.id !== 'size' || !this.oracle.hidesSizes || offerOf(variant, this.offers).stock > 0;
  }

  private naming(id: string): { label: string; color?: string } {
    if (this.id !== 'color') return { label: this.oracle.label(snake(this.id), id) };
    return { label: colorLabel(id, this.oracle.locale), color: cssOf(id as ColorId) };
  }

  private range(attribute: string): Partial<FacetJson> | undefined {
    const values = this.counted.flatMap(({ item, variants }) =>
      variants.flatMap(v => this.oracle.number(attribute, item.product, v, offerOf(v, this.offers)) ?? []),
    );
    const finite = (bound: number | undefined) => (Number.isFinite(bound) ? bound : undefined);
    const minSelected = finite(this.own?.min);
    const maxSelected = finite(this.own?.max);
    const bounds = values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : undefined;
    const isSelected = minSelected !== undefined || maxSelected !== undefined;
    const known = ['price', 'discount'].includes(attribute) || this.oracle.hasNumber(attribute);
    if (!known || (!isSelected && (!bounds || bounds.min === bounds.max))) return undefined;
    const unit = this.oracle.unitOf(attribute);
    const shown = (value: number) =>
      unit === undefined ? value : Number(convert(value, BASE[dimensionOf(unit)!]!, unit).toPrecision(9));
    return {
      type: 'RANGE',
      ...(unit !== undefined && { unit }),
      ...(bounds && { min: shown(bounds.min), max: shown(bounds.max) }),
      ...(minSelected !== undefined && { minSelected }),
      ...(maxSelected !== undefined && { maxSelected }),
    };
  }
}

const COLOR_NAMES: Record<string, string[]> = {
  'sv-SE': 'Svart Vit Grå Brun Beige Röd Rosa Orange Gul Grön Turkos Blå Lila Guld Silver Flerfärgad Transparent'.split(
    ' ',
  ),
  'en-GB':
    'Black White Grey Brown Beige Red Pink Orange Yellow Green Turquoise Blue Purple Gold Silver Multicolour Transparent'.split(
      ' ',
    ),
};
export function colorLabel(id: string, locale: string): string {
  return COLOR_NAMES[locale]![COLOR_IDS.indexOf(id as ColorId)]!;
}

const SIZE: Record<string, string> = { 'sv-SE': 'Storlek', 'en-GB': 'Size' };

function bySizeType(values: { id: string }[], untyped: string): unknown {
  const parts = (id: string) => id.split(';');
  const types = [...new Set(values.map(({ id }) => parts(id)[0]!))].sort();
  return types.map(type => {
    const ofType = values.filter(({ id }) => parts(id)[0] === type);
    const formats = [...new Set(ofType.map(({ id }) => parts(id)[1]!))].sort();
    return {
      label: type === 'NO_TYPE' ? untyped : type,
      formats: formats.map(format => ({ format, values: ofType.filter(({ id }) => parts(id)[1] === format) })),
    };
  });
}
