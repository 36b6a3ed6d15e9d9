/**
 * The catalog as a plain map of JSON, with the instructions done the obvious way: the oracle of the import. It knows
 * the few members that the generated instructions use.
 */
// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
export type Json = { [name: string]: any };

class Refused extends Error {}

const clone = <T>(value: T): T => structuredClone(value);

export class CatalogModel {
  groups = new Map<string, Json>();
  contents = new Map<string, Json>();
  translations = new Map<string, Json>();
  /** Key → groups that claimed it during the import, the latest last. */
  private claims = new Map<string, string[]>();
  private startMarkets = new Set<string>();
  private startLocales = new Set<string>();

  /** Runs one import; false when it is refused, and then nothing has changed. */
  import(mode: 'replace' | 'update', instructions: Json[]): boolean {
    const before = {
      groups: clone(this.groups),
      contents: clone(this.contents),
      translations: clone(this.translations),
    };
    this.claims = new Map();
    for (const key of this.groups.keys()) for (const name of this.keysOf(key)) this.claims.set(name, [key]);
    this.startMarkets = this.markets();
    this.startLocales = this.locales();
    try {
      for (const instruction of instructions) {
        const [name] = Object.keys(instruction);
        if (mode === 'replace' && name !== 'replace') throw new Refused();
        this.apply(name!, instruction[name!]);
      }
      if (mode === 'replace') this.keepOnly(instructions);
      const names = [...this.groups.keys()].flatMap(key => this.keysOf(key));
      if (new Set(names).size < names.length) throw new Refused();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      Object.assign(this, before);
      return false;
    }
  }

  private keepOnly(instructions: Json[]): void {
    const kept = (kind: string): Set<string> =>
      new Set(instructions.filter(({ replace }) => replace[kind]).map(({ replace }) => replace.key));
    const maps = [
      [this.groups, 'productGroup'],
      [this.contents, 'content'],
      [this.translations, 'translation'],
    ] as const;
    for (const [map, kind] of maps) for (const key of [...map.keys()]) if (!kept(kind).has(key)) map.delete(key);
  }

  markets(): Set<string> {
    const products = [...this.groups.values()].flatMap(group => Object.values<Json>(group.products));
    return new Set([...products, ...this.contents.values()].flatMap(({ markets }) => markets));
  }

  private locales(): Set<string> {
    const text = JSON.stringify([...this.groups.values(), ...this.contents.values()]);
    const named = [...text.matchAll(/"(?:[a-z*]+\|)([a-z]{2}(?:-[A-Z]{2})?)":/g)].map(match => match[1]!);
    return new Set([...named, ...[...this.translations.values()].map(({ locale }) => locale)]);
  }

  private keysOf(groupKey: string): string[] {
    const group = this.groups.get(groupKey);
    if (!group) return [];
    const products = Object.entries<Json>(group.products);
    return [groupKey, ...products.flatMap(([key, product]) => [key, ...Object.keys(product.variants)])];
  }

  /** The group that answers for a key: the one that claimed it last of those that hold it, else the first by name. */
  private holder(key: string): string | undefined {
    const holders = [...this.groups.keys()].filter(group => this.keysOf(group).includes(key)).sort();
    const latest = this.claims.get(key)?.at(-1);
    return latest !== undefined && holders.includes(latest) ? latest : holders[0];
  }

  private find(kind: string, key: string): { group: string; product: string } | undefined {
    const group = this.holder(key);
    if (group === undefined) return undefined;
    const { products } = this.groups.get(group)!;
    if (kind === 'productGroup') return key === group ? { group, product: '' } : undefined;
    if (kind === 'product') return products[key] ? { group, product: key } : undefined;
    const product = Object.keys(products).find(name => products[name].variants[key]);
    return product === undefined ? undefined : { group, product };
  }

  private setGroup(key: string, group: Json | undefined): void {
    const before = new Set(this.keysOf(key));
    if (!group || Object.keys(group.products).length === 0) this.groups.delete(key);
    else this.groups.set(key, group);
    for (const name of this.keysOf(key)) {
      if (before.has(name)) continue;
      this.claims.set(name, [...(this.claims.get(name) ?? []), key]);
    }
  }

  private putGroup(key: string, group: Json): void {
    checkGroup(key, group);
    this.setGroup(key, group);
  }

  private apply(name: string, body: Json): void {
    if (name === 'replace') this.replace(body);
    else if (name === 'edit') this.edit(body);
    else if (name === 'editAttributes') this.editAttributes(body);
    else if (name === 'remove') this.remove(body);
    else if (name === 'removePartial') this.removePartial(body);
    else if (name === 'clearTranslations') {
      if (!this.startLocales.has(body.locale) && !this.locales().has(body.locale)) throw new Refused();
      for (const [key, { locale }] of [...this.translations]) if (locale === body.locale) this.translations.delete(key);
    } else {
      this.requireMarket(body.market);
      if (name === 'clearContent') for (const key of [...this.contents.keys()]) this.contentLess(key, body.market);
      else for (const key of [...this.groups.keys()]) this.groupLess(key, body.market);
    }
  }

  private requireMarket(market: string): void {
    if (!this.startMarkets.has(market) && !this.markets().has(market)) throw new Refused();
  }

  private replace({ key, productGroup, content, translation }: Json): void {
    if (productGroup) this.putGroup(key, canonicalGroup(clone(productGroup)));
    else if (content) this.putContent(key, canonical(clone(content)));
    else this.translations.set(key, clone(translation));
  }

  private putContent(key: string, content: Json): void {
    if (!content.defaults?.title || !content.defaults.url || !content.type) throw new Refused();
    checkOverrides(content, content.markets ?? []);
    this.contents.set(key, content);
  }

  private edit({ key, productGroup, content }: Json): void {
    if (content) {
      this.putContent(key, mergeRecord(this.contents.get(key), clone(content)));
      return;
    }
    const had = new Set(this.keysOf(key));
    const group = clone(this.groups.get(key) ?? { products: {} });
    for (const [productKey, edit] of Object.entries<Json>(clone(productGroup.products))) {
      group.products[productKey] = mergeProduct(group.products[productKey], edit);
    }
    checkGroup(key, group);
    const names = Object.entries<Json>(group.products).flatMap(([k, p]) => [k, ...Object.keys(p.variants)]);
    for (const name of [key, ...names]) if (!had.has(name) && this.holder(name) !== undefined) throw new Refused();
    this.setGroup(key, group);
  }

  private editAttributes({ key, product, variant }: Json): void {
    const at = this.find(product ? 'product' : 'variant', key);
    if (!at) throw new Refused();
    const group = clone(this.groups.get(at.group)!);
    const old = group.products[at.product];
    if (product) group.products[at.product] = mergeProduct(old, clone(product));
    else old.variants[key] = mergeRecord(old.variants[key], clone(variant), old.markets);
    this.putGroup(at.group, group);
  }

  private remove(body: Json): void {
    const [[kind, key]] = Object.entries<string>(body) as [[string, string]];
    if (kind === 'content') {
      this.contents.delete(key);
      return;
    }
    const at = this.find(kind, key);
    if (!at) return;
    const group = clone(this.groups.get(at.group)!);
    if (kind === 'productGroup') group.products = {};
    else if (kind === 'product') delete group.products[key];
    else {
      delete group.products[at.product].variants[key];
      if (Object.keys(group.products[at.product].variants).length === 0) delete group.products[at.product];
    }
    this.setGroup(at.group, group);
  }

  private removePartial({ market, productGroup, product, content }: Json): void {
    this.requireMarket(market);
    if (content) this.contentLess(content, market);
    else {
      const at = this.find(product ? 'product' : 'productGroup', product ?? productGroup);
      if (at) this.groupLess(at.group, market, product);
    }
  }

  private contentLess(key: string, market: string): void {
    const content = clone(this.contents.get(key));
    if (!content?.markets.includes(market)) return;
    dropMarket(content, market);
    if (content.markets.length === 0) this.contents.delete(key);
    else this.contents.set(key, content);
  }

  private groupLess(key: string, market: string, only?: string): void {
    const group = clone(this.groups.get(key)!);
    for (const [productKey, product] of Object.entries<Json>(group.products)) {
      if (only !== undefined && productKey !== only) continue;
      if (!product.markets.includes(market)) continue;
      dropMarket(product, market);
      for (const [variantKey, variant] of Object.entries<Json>(product.variants)) {
        dropMarket(variant, market);
        if (variant.limitedMarkets?.length === 0) delete product.variants[variantKey];
      }
      if (product.markets.length === 0 || Object.keys(product.variants).length === 0) delete group.products[productKey];
    }
    this.setGroup(key, group);
  }
}

function dropMarket(record: Json, market: string): void {
  for (const name of ['markets', 'limitedMarkets']) {
    if (record[name]) record[name] = record[name].filter((other: string) => other !== market);
  }
  pruneOverrides(record, key => key.split('|')[0] !== market);
  if (record.overrides && Object.keys(record.overrides).length === 0) delete record.overrides;
}

function pruneOverrides(record: Json, keep: (key: string) => boolean): void {
  for (const key of Object.keys(record.overrides ?? {})) if (!keep(key)) delete record.overrides[key];
}

/** Writes bare override keys out: only the market `north` and the locale `en` are written bare. */
function canonical(record: Json): Json {
  const blocks = Object.entries<Json>(record.overrides ?? {}).map(([key, block]): [string, Json] => {
    if (key.includes('|')) return [key, block];
    return [key.length > 2 ? `${key}|*` : `*|${key}`, block];
  });
  if (new Set(blocks.map(([key]) => key)).size < blocks.length) throw new Refused();
  if (record.overrides) record.overrides = Object.fromEntries(blocks);
  return record;
}

function canonicalGroup(group: Json): Json {
  for (const product of Object.values<Json>(group.products)) {
    canonical(product);
    for (const variant of Object.values<Json>(product.variants)) canonical(variant);
  }
  return group;
}

function mergeRecord(old: Json = {}, edit: Json, productMarkets?: string[]): Json {
  const markets = productMarkets ?? edit.markets ?? old.markets ?? [];
  canonical(edit);
  const merged = { ...clone(old), ...edit };
  if (edit.markets) pruneOverrides(old, key => key.startsWith('*|') || markets.includes(key.split('|')[0]!));
  if (old.defaults || edit.defaults) merged.defaults = { ...old.defaults, ...edit.defaults };
  if (old.overrides || edit.overrides) {
    merged.overrides = { ...old.overrides };
    for (const [key, block] of Object.entries<Json>(edit.overrides ?? {})) {
      merged.overrides[key] = { ...merged.overrides[key], ...block };
    }
  }
  return merged;
}

function mergeProduct(old: Json | undefined, edit: Json): Json {
  const merged = mergeRecord(old, edit);
  merged.variants = { ...old?.variants };
  for (const [key, variant] of Object.entries<Json>(merged.variants)) {
    if (edit.markets)
      pruneOverrides(variant, name => name.startsWith('*|') || edit.markets.includes(name.split('|')[0]!));
    merged.variants[key] = variant;
  }
  for (const [key, variant] of Object.entries<Json>(edit.variants ?? {})) {
    merged.variants[key] = mergeRecord(merged.variants[key], variant, merged.markets ?? []);
  }
  return merged;
}

function checkOverrides(record: Json, markets: string[]): void {
  for (const key of Object.keys(record.overrides ?? {})) {
    const [market] = key.split('|') as [string];
    if (market !== '*' && !markets.includes(market)) throw new Refused();
  }
}

function checkGroup(groupKey: string, group: Json): void {
  const names = [groupKey];
  if (Object.keys(group.products).length === 0) throw new Refused();
  for (const [key, product] of Object.entries<Json>(group.products)) {
    names.push(key, ...Object.keys(product.variants ?? {}));
    if (!product.markets?.length || !product.defaults?.title || !product.defaults.url) throw new Refused();
    checkOverrides(product, product.markets);
    if (Object.keys(product.variants).length === 0) throw new Refused();
    for (const variant of Object.values<Json>(product.variants)) {
      if (variant.defaults?.listPrice === undefined) throw new Refused();
      checkOverrides(variant, product.markets);
      if (variant.limitedMarkets?.some((market: string) => !product.markets.includes(market))) throw new Refused();
    }
  }
  if (new Set(names).size < names.length) throw new Refused();
}
