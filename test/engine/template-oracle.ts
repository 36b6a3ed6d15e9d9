/** What a response template leaves of a card: the members it names, and as many variants as it says. */
export interface TemplateJson {
  products: Record<'all' | 'first' | 'rest', ProductTemplateJson | undefined>;
}

interface ProductTemplateJson {
  fields: string[];
  maxVariants?: number;
  variants?: Partial<Record<'all' | 'first' | 'rest', { fields: string[] }>>;
}

interface Shape {
  /** Custom attributes of the product that are shown, as a request would ask for them. */
  custom: string[];
  cut(card: Record<string, unknown>): Record<string, unknown>;
}

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'];
/** Whatever the template says. */
const ALWAYS = ['key', 'ticket', 'variants', 'custom', 'typedCustom'];
/** Members that come with one that a template names. */
const TOGETHER: Record<string, string[]> = { measures: MEASURES, sponsored: ['notifyImpression'] };

/** @param first whether the product is the main one of its group */
export function templated({ products: { all, first: main = all, rest = main } }: TemplateJson, first: boolean): Shape {
  const { fields, maxVariants, variants = {} } = (first ? main : rest)!;
  const { all: usual, first: leading = usual, rest: following = leading } = variants;
  return {
    custom: fields.filter(field => field.startsWith('custom.')).map(field => field.slice('custom.'.length)),
    cut(card) {
      const shown = card['variants'] as Record<string, unknown>[];
      const kept = shown.slice(0, maxVariants);
      return {
        ...only(card, fields),
        variants: kept.map((variant, i) => only(variant, (i === 0 ? leading : following)?.fields ?? [])),
        ...(maxVariants !== undefined && { remainingVariants: shown.length - kept.length }),
      };
    },
  };
}

function only(of: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const named = new Set([...ALWAYS, ...fields, ...fields.flatMap(field => TOGETHER[field] ?? [])]);
  return Object.fromEntries(Object.entries(of).filter(([name]) => named.has(name)));
}
