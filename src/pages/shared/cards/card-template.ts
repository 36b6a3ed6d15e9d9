/**
 * A response template prepared for writing cards: which members and custom attributes are shown of a product or
 * variant, by its position in the group.
 */
import type { ProductTemplate, TemplateSettings, VariantTemplate } from '../../../catalog/site/templates.js';
import { MEMBERS } from '../../../index/card-block.js';
import { type CustomNames, customNames, joinNames } from './custom-names.js';

export interface MemberFilter {
  /** By place in MEMBERS. */
  shows: readonly boolean[];
  custom: CustomNames;
}

export interface ProductShape extends MemberFilter {
  /** Variants shown at most. */
  maxVariants: number;
  firstVariant: MemberFilter;
  otherVariants: MemberFilter;
}

export interface CardTemplate {
  first: ProductShape;
  rest: ProductShape;
}

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'];

/** `product`, `variant`: custom attributes that the request asks for beside those of the template. */
export function cardTemplate(
  { products: { all, first = all, rest = first } }: TemplateSettings,
  product: CustomNames,
  variant: CustomNames,
): CardTemplate {
  // The import sees to it that there is one.
  const shape = (template: ProductTemplate) => productShape(template, product, variant);
  return { first: shape(first!), rest: shape(rest!) };
}

function productShape(template: ProductTemplate, product: CustomNames, variant: CustomNames): ProductShape {
  const { all, first = all, rest = first } = template.variants ?? {};
  return {
    ...filter(template.fields, product),
    maxVariants: template.maxVariants ?? Number.POSITIVE_INFINITY,
    firstVariant: variantFilter(first, variant),
    otherVariants: variantFilter(rest, variant),
  };
}

const NO_FIELDS: readonly string[] = [];

function variantFilter(template: VariantTemplate | undefined, asked: CustomNames): MemberFilter {
  return filter(template?.fields ?? NO_FIELDS, asked);
}

function filter(fields: readonly string[], asked: CustomNames): MemberFilter {
  const custom = fields.filter(field => field.startsWith('custom.')).map(field => field.slice('custom.'.length));
  return { shows: shownBy(fields), custom: joinNames(customNames(custom), asked) };
}

/** Results of `shownBy`: a snapshot has few templates, and each keystroke asks for one. */
const known = new WeakMap<readonly string[], readonly boolean[]>();

/** @returns by place in MEMBERS, whether fields of a template name a member */
function shownBy(fields: readonly string[]): readonly boolean[] {
  let shows = known.get(fields);
  if (shows === undefined) {
    const named = new Set<string>(['always', ...fields, ...(fields.includes('measures') ? MEASURES : [])]);
    known.set(fields, (shows = MEMBERS.map(member => named.has(member))));
  }
  return shows;
}
