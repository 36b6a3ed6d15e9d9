/**
 * The filters of a found list by name: rules of the request, of the stored page and the pages above it, selected
 * facets, and the limits of the text. Each explains why it excludes a product.
 */

import { formatRules } from '../../catalog/rules/parse-rules.js';
import { resolveAttribute } from '../../catalog/rules/rule-attributes.js';
import type { Restriction, RuleExpression } from '../../catalog/rules/rule-expression.js';
import { type Bitmap, complement, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import { wordPart } from '../../query/explain/word-match.js';
import { anyOf, type Filter, passingProducts } from '../../query/filters/filter.js';
import { limitsOf } from '../../query/matching/text-limits.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { FacetSelection, StorefrontRequest } from '../shared/requests.js';
import type { FoundList } from './explained-lists.js';
import type { PassedFilter } from './explanation.js';
import { ownMeasures, ownValues } from './own-values.js';

export interface NamedFilter extends PassedFilter {
  /** Undefined: all products pass. */
  passing: Bitmap | undefined;
  /** Why it excludes a product. */
  because(product: number): string;
}

const OWNERS = {
  rules: 'the rules of the request',
  page: 'the rules of the page',
  'page above': 'the rules of a page above',
};

/** Id of the selected node of the navigation among facet selections. */
const CATEGORY = '/';

export class ListFilters {
  constructor(
    private readonly list: FoundList,
    private readonly request: StorefrontRequest,
    private readonly context: PageContext,
  ) {}

  all(): NamedFilter[] {
    return [...this.rules(), ...this.limits(), ...this.selected()];
  }

  private rules(): NamedFilter[] {
    const { request } = this;
    if (request.query === 'landing-page') return this.ofPage(request);
    return 'rules' in request ? this.expression('rules', request.rules) : [];
  }

  /**
   * The filters of a stored page in the order in which they apply: blocked products, pages above, the page's own rules.
   */
  private ofPage(request: StorefrontRequest & { query: 'landing-page' }): NamedFilter[] {
    const { pages } = this.context.viewContext;
    const page = pages.directory(request.viewId).byReference(request.pageReference, request.locale);
    const asked = request.body?.rules ?? [];
    if (!page) return this.expression('rules', asked);
    const { rules, limits, keywords, blocked, added } = pages.configuration(page, request);
    const own = rules ?? asked;
    const held =
      own.length === 0 && keywords.length > 0
        ? [this.keywords(keywords, added)]
        : this.expression(rules ? 'page' : 'rules', own, added);
    return [
      ...(blocked.length > 0 ? [this.blocked(blocked)] : []),
      ...limits.flatMap(limit => this.expression('page above', limit)),
      ...held,
    ];
  }

  private blocked(ordinals: readonly number[]): NamedFilter {
    const { productCount } = this.context.view.structure;
    return {
      kind: 'blocked',
      text: `${ordinals.length} blocked`,
      passing: complement(this.bitmap(ordinals), productCount),
      because: () => 'the page blocks it',
    };
  }

  private keywords(keywords: readonly string[], added: readonly number[]): NamedFilter {
    const { context } = this;
    const { pages } = context.viewContext;
    const found = anyOf(
      [{ products: pages.found(keywords, context) }, { products: this.bitmap(added) }],
      context.view.structure,
    );
    const text = keywords.map(keyword => JSON.stringify(keyword)).join(', ');
    return {
      kind: 'keywords',
      text,
      passing: found.products,
      because: () => `it has all words of none of the page's keywords ${text}`,
    };
  }

  /** @param added products that pass regardless of the expression */
  private expression(
    kind: 'rules' | 'page' | 'page above',
    rules: RuleExpression,
    added: readonly number[] = [],
  ): NamedFilter[] {
    if (rules.length === 0) return [];
    const { viewContext, view, offers, nowMs } = this.context;
    const filter = viewContext.rules.expression(rules, offers, nowMs);
    const held = added.length > 0 ? anyOf([filter, { products: this.bitmap(added) }], view.structure) : filter;
    return [
      {
        kind,
        text: formatRules(rules),
        passing: this.passing(held),
        because: product =>
          `${OWNERS[kind]} ask for ${rules.map(rule => this.misfit(rule.restrictions, product)).join(', or ')}`,
      },
    ];
  }

  /** The restrictions of a rule that a product does not meet, with its own values. */
  private misfit(restrictions: readonly Restriction[], product: number): string {
    const { viewContext, offers, nowMs } = this.context;
    const failing = restrictions.filter(restriction => {
      const passing = this.passing(viewContext.rules.restriction(restriction, offers, nowMs));
      return passing !== undefined && !hasBit(passing, product);
    });
    const text = (some: readonly Restriction[]) => formatRules([{ restrictions: [...some] }]).replace(/^rule /, '');
    if (failing.length === 0) return `${text(restrictions)} of one variant, and no single one has it all`;
    return failing
      .map(restriction => `${text([restriction])} (it has ${this.own(restriction.attribute, product)})`)
      .join(' and ');
  }

  private limits(): NamedFilter[] {
    const { text } = this.list;
    const { view, viewContext, offers, nowMs } = this.context;
    const { rules } = viewContext;
    const limits = limitsOf(text.q, text.understanding, view, { view, rules, offers, nowMs });
    return limits
      .filter(limit => text.limits.includes(limit.text))
      .map(limit => ({
        kind: 'limit',
        text: limit.text,
        passing: this.passing(limit.filter),
        because: product => `the text says "${limit.text}": ${this.beyond(limit.text, product)}`,
      }));
  }

  /** The value of a product that a limit of the text excludes. */
  private beyond(limit: string, product: number): string {
    const { text } = this.list;
    const { view, offers } = this.context;
    const { bounds, excluded } = text.understanding;
    const bound = bounds.find(({ start, end }) => text.q.slice(start, end) === limit);
    if (bound) {
      const { unit } = bound;
      const own =
        unit === undefined
          ? ownValues('price', product, view, offers).map(price => `price ${price}`)
          : ownMeasures(unit === 'inch' ? 'in' : unit, product, view, offers);
      return `it has ${own.join(', ') || 'nothing of that'}`;
    }
    const exclusion = excluded.find(one => `${one.negator.text} ${one.text}` === limit);
    const parts = exclusion?.words.flatMap(word => wordPart(product, word, view)?.terms ?? []) ?? [];
    const places = parts.map(({ term, fields }) => `"${term}" in ${fields.join(', ')}`);
    return places.length > 0 ? `it has ${places.join(' and ')}` : 'it has that value';
  }

  private selected(): NamedFilter[] {
    return this.list.selected.map(({ facet, filter }) =>
      facet === CATEGORY ? this.category(filter) : this.facet(facet, filter),
    );
  }

  private category(filter: Filter): NamedFilter {
    const { request } = this;
    const path = request.query === 'search-page' ? (request.selectedCategory ?? CATEGORY) : CATEGORY;
    return {
      kind: 'category',
      text: path,
      passing: this.passing(filter),
      because: product => `it is not below ${path} of the navigation; it is in ${this.own('category', product)}`,
    };
  }

  private facet(id: string, filter: Filter): NamedFilter {
    const { request } = this;
    const selections = 'facets' in request ? request.facets.filter(facet => facet.id === id) : [];
    const text = `${id}: ${selections.map(selectionText).join(', ')}`;
    const attribute = id === 'onlyInStock' ? 'in_stock' : (resolveAttribute(id)?.name ?? id);
    return {
      kind: 'facet',
      text,
      passing: this.passing(filter),
      because: product => `the facet ${text} is selected; it has ${this.own(attribute, product)}`,
    };
  }

  private own(attribute: string, product: number): string {
    return ownValues(attribute, product, this.context.view, this.context.offers).join(', ') || 'none';
  }

  private passing(filter: Filter): Bitmap | undefined {
    return passingProducts(filter, this.context.view.structure);
  }

  private bitmap(ordinals: readonly number[]): Bitmap {
    const products = emptyBitmap(this.context.view.structure.productCount);
    for (const ordinal of ordinals) setBit(products, ordinal);
    return products;
  }
}

function selectionText({ values, checked, min, max }: FacetSelection): string {
  if (values) return values.join(', ');
  if (checked !== undefined) return String(checked);
  return `${min ?? ''} to ${max ?? ''}`.trim();
}
