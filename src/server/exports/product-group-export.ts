/**
 * The product groups of a market as one JSON document, group by group in the order of keys, so that the largest
 * catalog takes no more memory than a small one. What rules select is found in the snapshot that answers queries; what is
 * written about a product comes from the catalog store.
 */
import type { CatalogReader } from '../../catalog/catalog-reader.js';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { Product, ProductGroup } from '../../catalog/records.js';
import {
  type ResolvedImage,
  type ResolvedProduct,
  type ResolvedVariant,
  resolveProduct,
} from '../../catalog/resolve.js';
import { TranslatedLabels } from '../../catalog/translated-labels.js';
import { ANY } from '../../catalog/view.js';
import type { SelectedKeys, StoredGroupsOrder } from './export-messages.js';
import { requireLocale, requireMarket } from './known-views.js';

/** @throws Problem BAD_REQUEST for an unknown market or locale. */
export function* productGroupsDocument(
  store: CatalogStore,
  reading: CatalogReader,
  { market, locale, limit, selected }: StoredGroupsOrder,
): Generator<string> {
  requireMarket(store, market);
  if (locale !== undefined) requireLocale(store, market, locale);
  const writer = new GroupWriter(market, locale, labelsOf(reading, locale), selected?.products);

  const head = { market, ...(locale !== undefined && { locale }) };
  yield `${JSON.stringify(head).slice(0, -1)},"productGroups":[`;
  let written = 0;
  for (const { key, group } of selected ? groupsOf(reading, selected) : reading.groups()) {
    if (written === limit) break;
    const text = writer.group(key, group);
    if (text === undefined) continue;
    yield written === 0 ? text : `,${text}`;
    written++;
  }
  yield ']}';
}

/** A group that has gone from the catalog since the snapshot was built is left out. */
function* groupsOf(reading: CatalogReader, { groups }: SelectedKeys): Generator<{ key: string; group: ProductGroup }> {
  for (const key of groups) {
    const group = reading.getGroup(key);
    if (group !== undefined) yield { key, group };
  }
}

function labelsOf(reading: CatalogReader, locale: string | undefined): TranslatedLabels {
  if (locale === undefined) return new TranslatedLabels([], ANY);
  const translations = (function* () {
    for (const { translation } of reading.translations()) yield translation;
  })();
  return new TranslatedLabels(translations, locale);
}

class GroupWriter {
  constructor(
    private readonly market: string,
    private readonly locale: string | undefined,
    private readonly labels: TranslatedLabels,
    private readonly selected: ReadonlySet<string> | undefined,
  ) {}

  /** @returns undefined when the market has none of the group's products, or the rules select none */
  group(key: string, group: ProductGroup): string | undefined {
    const products: { product: Product; resolved: ResolvedProduct }[] = [];
    for (const [productKey, product] of Object.entries(group.products)) {
      if (this.selected?.has(productKey) === false) continue;
      const resolved = resolveProduct(productKey, product, this.market, this.locale ?? ANY);
      if (resolved) products.push({ product, resolved });
    }
    if (products.length === 0) return undefined;
    const { brand, department } = products[0]!.resolved.data;
    return JSON.stringify({
      key,
      brand: brand === undefined ? undefined : this.labels.label('brand', brand),
      department: department?.[0] === undefined ? undefined : this.labels.label('department', department[0]),
      suppressDuplicates: group.suppressDuplicates ?? false,
      products: products.map(({ product, resolved }) => this.product(product, resolved)),
    });
  }

  private product(product: Product, { key, data, images, variants }: ResolvedProduct): object {
    return {
      key,
      title: data.title,
      url: data.url,
      description: data.description,
      images: images.map(image => imageEntry(product, image)),
      custom: this.custom(data.customLabels),
      variants: variants.map(variant => this.variant(variant)),
    };
  }

  private variant({ key, data, sizes }: ResolvedVariant): object {
    return {
      key,
      cost: data.cost,
      listPrice: data.listPrice,
      sellingPrice: data.sellingPrice,
      sizes: sizes.map(({ size }) => ({ size })),
      stockNumber: data.stock,
      stores: Object.entries(data.stores ?? {}).map(([store, stockNumber]) => ({ key: store, stockNumber })),
      customPrices: Object.entries(data.customPrices ?? {}).map(([id, prices]) => ({ id, ...prices })),
      custom: this.custom(data.customLabels),
    };
  }

  private custom(customLabels: Record<string, string[]> | undefined): Record<string, { id: string; label: string }[]> {
    const custom: Record<string, { id: string; label: string }[]> = {};
    for (const [name, ids] of Object.entries(customLabels ?? {})) {
      custom[name] = ids.map(id => ({ id, label: this.labels.label(`custom.${name}`, id) }));
    }
    return custom;
  }
}

function imageEntry(product: Product, image: ResolvedImage): object {
  return {
    typeOverride: product.images?.[image.key]?.typeOverride,
    tags: image.tags ?? [],
    custom: image.custom ? [image.custom] : [],
    urls: image.urls,
  };
}
