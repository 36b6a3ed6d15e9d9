/**
 * Reads a stored product group as the views of one locale show it, in markets that differ in prices and stock alone. It
 * resolves members by the rules of catalog/resolve.ts, but on the nodes of the JSON: texts that an override replaces
 * are never decoded, and no record is made.
 */
import type { Measure } from '../../catalog/records.js';
import type { ResolvedOffer } from '../../catalog/resolve.js';
import { ANY } from '../../catalog/view.js';
import { JsonTape, NODE } from '../../kernel/json-tape.js';
import { TapeNames } from '../../kernel/tape-names.js';
import { type RecurringText, TapeTexts } from '../../kernel/tape-texts.js';
import {
  type FlatGroup,
  type FlatMembers,
  type FlatProduct,
  FlatProductData,
  type FlatSize,
  type FlatVariant,
  FlatVariantData,
  MEASURES,
  type Named,
  NO_DATA,
} from './flat-records.js';
import { ImageReader } from './image-reader.js';
import { ABSENT, namesOf, numbered, TapeMembers } from './tape-members.js';

const CUSTOM = ['customLabels', 'customNumbers', 'customLengths', 'customJson'] as const;
const TEXTS = [
  'title',
  'url',
  'brand',
  'name',
  'description',
  'series',
  'ontology',
  'sizeType',
  'releaseDate',
] as const;
const LISTS = ['category', 'productType', 'department', 'gender', 'age', 'pattern', 'styleWith'] as const;
const OFFERED = ['listPrice', 'sellingPrice', 'stock', 'stores', 'customPrices'] as const;

type CustomMember = (typeof CUSTOM)[number] | (typeof MEASURES)[number];

// The offer of a variant comes first: its places are those in OFFER.
const PRODUCT_DATA = numbered([...CUSTOM, ...MEASURES, ...TEXTS, ...LISTS, 'rating', 'embeddings']);
const OFFER = numbered(OFFERED);
const VARIANT_DATA = numbered([...OFFERED, ...CUSTOM, ...MEASURES, 'size', 'sizes', 'label', 'url']);
const GROUP = numbered(['products', 'suppressDuplicates']);
const PRODUCT = numbered(['markets', 'defaults', 'overrides', 'variants', 'images', 'colorInitial', 'colorOverride']);
const VARIANT = numbered(['defaults', 'overrides', 'limitedMarkets']);
const SIZE = numbered(['format', 'size']);
const NAMES = {
  PRODUCT_DATA: namesOf(PRODUCT_DATA),
  OFFER: namesOf(OFFER),
  VARIANT_DATA: namesOf(VARIANT_DATA),
  GROUP: namesOf(GROUP),
  PRODUCT: namesOf(PRODUCT),
  VARIANT: namesOf(VARIANT),
  SIZE: namesOf(SIZE),
};

/** Behind the overrides that apply in the first market (see `GroupReader.overrides`). */
const FIRST_MARKETS_END = 3;
const NO_TAPE = new JsonTape();
const NONE: readonly never[] = [];

export class GroupReader {
  private readonly texts = new TapeTexts();
  private readonly group = new TapeMembers(NAMES.GROUP);
  private readonly product = new TapeMembers(NAMES.PRODUCT);
  private readonly productData = new TapeMembers(NAMES.PRODUCT_DATA);
  private readonly variant = new TapeMembers(NAMES.VARIANT);
  private readonly variantData = new TapeMembers(NAMES.VARIANT_DATA);
  private readonly offer = new TapeMembers(NAMES.OFFER);
  private readonly size = new TapeMembers(NAMES.SIZE);
  /** The overrides of the locale in all markets, then of each market those for all locales and for this one. */
  private readonly overrides: TapeMembers;
  private readonly firstMarket: TapeNames;
  private readonly images: ImageReader;
  private tape: JsonTape = NO_TAPE;
  /** The stores that were read last, and their node. */
  private storesNode = ABSENT;
  private stores: ResolvedOffer['stores'];

  /**
   * @param markets at least one; all have the products and variants of the first
   * @param offered of each market, whether its offers are read; default: all
   */
  constructor(
    private readonly markets: readonly string[],
    locale: string,
    private readonly offered: readonly boolean[] = markets.map(() => true),
  ) {
    const ofMarkets = markets.flatMap(market => [`${market}|${ANY}`, `${market}|${locale}`]);
    this.overrides = new TapeMembers(new TapeNames([`${ANY}|${locale}`, ...ofMarkets]));
    this.firstMarket = new TapeNames([markets[0]]);
    this.images = new ImageReader(this.firstMarket, locale, this.overrides, FIRST_MARKETS_END);
  }

  /** @param tape of the group's JSON (see `groupJson`) */
  read(tape: JsonTape): FlatGroup {
    this.tape = tape;
    this.storesNode = ABSENT;
    const { nodes } = this.group;
    this.group.read(tape, 0);
    const products: FlatProduct[] = [];
    let category: string | undefined;
    const all = nodes[GROUP.products];
    const end = tape.behind(all);
    for (let key = all + NODE; key < end; key = tape.behind(key + NODE)) {
      this.product.read(tape, key + NODE);
      category ??= this.category();
      const product = this.readProduct(key);
      if (product) products.push(product);
    }
    const once = nodes[GROUP.suppressDuplicates];
    return { category: category ?? '', suppressDuplicates: once !== ABSENT && tape.isTrue(once), products };
  }

  /**
   * Reads the offers of some products in the first market, and nothing else.
   * @param wanted keys of the products
   * @returns those of the variants that the market has, by the key of each product that it has
   */
  readOffers(tape: JsonTape, wanted: ReadonlySet<string>): Map<string, ResolvedOffer[]> {
    this.tape = tape;
    this.storesNode = ABSENT;
    this.group.read(tape, 0);
    const offers = new Map<string, ResolvedOffer[]>();
    const all = this.group.nodes[GROUP.products];
    const end = tape.behind(all);
    for (let name = all + NODE; name < end; name = tape.behind(name + NODE)) {
      const key = tape.text(name);
      if (!wanted.has(key)) continue;
      this.product.read(tape, name + NODE);
      if (this.firstMarket.isIn(tape, this.product.nodes[PRODUCT.markets])) offers.set(key, this.firstOffers());
    }
    return offers;
  }

  /** The offers of the current product's variants in the first market. */
  private firstOffers(): ResolvedOffer[] {
    const { tape, variant, offer, overrides } = this;
    const offers: ResolvedOffer[] = [];
    const all = this.product.nodes[PRODUCT.variants];
    const end = tape.behind(all);
    for (let name = all + NODE; name < end; name = tape.behind(name + NODE)) {
      variant.read(tape, name + NODE);
      const limits = variant.nodes[VARIANT.limitedMarkets];
      if (limits !== ABSENT && !this.firstMarket.isIn(tape, limits)) continue;
      offer.read(tape, variant.nodes[VARIANT.defaults]);
      if (variant.nodes[VARIANT.overrides] !== ABSENT) {
        overrides.read(tape, variant.nodes[VARIANT.overrides]);
        for (let i = 0; i < FIRST_MARKETS_END; i++) {
          if (overrides.nodes[i] !== ABSENT) offer.override(tape, overrides.nodes[i]);
        }
      }
      offers.push(this.readOffer(offer.nodes));
    }
    return offers;
  }

  /** The category of the current product by which its group is placed, before any override. */
  private category(): string {
    const { tape, productData } = this;
    const { nodes } = productData;
    productData.read(tape, this.product.nodes[PRODUCT.defaults]);
    const list = nodes[PRODUCT_DATA.category];
    const first = list === ABSENT || tape.behind(list) === list + NODE ? nodes[PRODUCT_DATA.ontology] : list + NODE;
    return first === ABSENT ? '' : this.texts.textOf(tape, first).text;
  }

  /** @returns undefined when the markets do not have the product, or none of its variants */
  private readProduct(key: number): FlatProduct | undefined {
    const { tape, markets } = this;
    const { nodes } = this.product;
    if (!this.firstMarket.isIn(tape, nodes[PRODUCT.markets])) return undefined;
    const variants: FlatVariant[] = [];
    const offers: ResolvedOffer[][] = markets.map(() => []);
    const all = nodes[PRODUCT.variants];
    const end = tape.behind(all);
    for (let name = all + NODE; name < end; name = tape.behind(name + NODE)) {
      this.variant.read(tape, name + NODE);
      const limits = this.variant.nodes[VARIANT.limitedMarkets];
      if (limits === ABSENT || this.firstMarket.isIn(tape, limits)) variants.push(this.readVariant(name, offers));
    }
    if (variants.length === 0) return undefined;
    const images = nodes[PRODUCT.images];
    const colors = nodes[PRODUCT.colorOverride] || nodes[PRODUCT.colorInitial];
    return {
      key: tape.text(key),
      data: this.readData(),
      variants,
      images: images === ABSENT ? NONE : this.images.read(tape, images),
      colors: this.list(colors),
      offers,
    };
  }

  private readData(): FlatProductData {
    const { tape, product, productData, overrides } = this;
    const { nodes } = productData;
    productData.read(tape, product.nodes[PRODUCT.defaults]);
    if (product.nodes[PRODUCT.overrides] !== ABSENT) {
      overrides.read(tape, product.nodes[PRODUCT.overrides]);
      for (let i = 0; i < FIRST_MARKETS_END; i++) {
        if (overrides.nodes[i] !== ABSENT) productData.override(tape, overrides.nodes[i]);
      }
    }
    const data = new FlatProductData();
    // Titles seldom recur.
    if (nodes[PRODUCT_DATA.title] !== ABSENT) data.title = tape.text(nodes[PRODUCT_DATA.title]);
    if (nodes[PRODUCT_DATA.url] !== ABSENT) data.url = tape.json(nodes[PRODUCT_DATA.url]);
    if (nodes[PRODUCT_DATA.description] !== ABSENT) data.description = tape.json(nodes[PRODUCT_DATA.description]);
    data.brand = this.text(nodes[PRODUCT_DATA.brand]);
    data.name = this.text(nodes[PRODUCT_DATA.name]);
    data.series = this.text(nodes[PRODUCT_DATA.series]);
    data.ontology = this.text(nodes[PRODUCT_DATA.ontology]);
    data.sizeType = this.text(nodes[PRODUCT_DATA.sizeType]);
    data.releaseDate = this.text(nodes[PRODUCT_DATA.releaseDate]);
    data.category = this.list(nodes[PRODUCT_DATA.category]);
    data.productType = this.list(nodes[PRODUCT_DATA.productType]);
    data.department = this.list(nodes[PRODUCT_DATA.department]);
    data.gender = this.list(nodes[PRODUCT_DATA.gender]);
    data.age = this.list(nodes[PRODUCT_DATA.age]);
    data.pattern = this.list(nodes[PRODUCT_DATA.pattern]);
    if (nodes[PRODUCT_DATA.styleWith] !== ABSENT) data.styleWith = this.keys(nodes[PRODUCT_DATA.styleWith]);
    if (nodes[PRODUCT_DATA.rating] !== ABSENT) data.rating = tape.number(nodes[PRODUCT_DATA.rating]);
    data.embeddings = this.named(nodes[PRODUCT_DATA.embeddings], node => tape.parse<number[]>(node));
    this.readCustom(data, nodes, PRODUCT_DATA);
    return data;
  }

  /** Reads a variant, and adds its offer to those of each market. */
  private readVariant(key: number, offers: readonly ResolvedOffer[][]): FlatVariant {
    const { tape, variant, variantData, overrides, markets, offered } = this;
    const { nodes } = variantData;
    variantData.read(tape, variant.nodes[VARIANT.defaults]);
    const overriding = variant.nodes[VARIANT.overrides];
    if (overriding === ABSENT) {
      const offer = offered.includes(true) ? this.readOffer(nodes) : undefined;
      for (let market = 0; offer && market < offers.length; market++) if (offered[market]) offers[market].push(offer);
    } else {
      overrides.read(tape, overriding);
      for (let market = 1; market < markets.length; market++) {
        if (offered[market]) offers[market].push(this.offerIn(market));
      }
      for (let i = 0; i < FIRST_MARKETS_END; i++) if (overrides.nodes[i] !== ABSENT) this.overrideVariant(i);
      if (offered[0]) offers[0].push(this.readOffer(nodes));
    }
    const sizes = this.sizes();
    const label = this.text(nodes[VARIANT_DATA.label])?.text ?? sizes[0]?.size.text ?? '';
    return { key: tape.text(key), label, sizes, data: this.variantMembers() };
  }

  /** The offer of the current variant, whose defaults are read and whose overrides are known, in a further market. */
  private offerIn(market: number): ResolvedOffer {
    const { tape, offer, overrides } = this;
    for (let i = 0; i < OFFERED.length; i++) offer.nodes[i] = this.variantData.nodes[i];
    if (overrides.nodes[0] !== ABSENT) offer.override(tape, overrides.nodes[0]);
    for (let i = 1; i <= 2; i++) {
      const block = overrides.nodes[2 * market + i];
      if (block !== ABSENT) offer.override(tape, block);
    }
    return this.readOffer(offer.nodes);
  }

  private overrideVariant(override: number): void {
    const { tape, variantData } = this;
    const { nodes } = variantData;
    const size = nodes[VARIANT_DATA.size];
    const sizes = nodes[VARIANT_DATA.sizes];
    variantData.add(tape, this.overrides.nodes[override]);
    // They are two spellings of one member: the one in the stronger block replaces the other.
    if (nodes[VARIANT_DATA.size] !== size) nodes[VARIANT_DATA.sizes] = ABSENT;
    else if (nodes[VARIANT_DATA.sizes] !== sizes) nodes[VARIANT_DATA.size] = ABSENT;
    variantData.dropEmpty(tape);
  }

  /** @param nodes of the members in OFFER */
  private readOffer(nodes: Int32Array): ResolvedOffer {
    const { tape } = this;
    const listPrice = nodes[OFFER.listPrice] === ABSENT ? 0 : tape.number(nodes[OFFER.listPrice]);
    return {
      listPrice,
      sellingPrice: nodes[OFFER.sellingPrice] === ABSENT ? listPrice : tape.number(nodes[OFFER.sellingPrice]),
      stock: nodes[OFFER.stock] === ABSENT ? 0 : tape.number(nodes[OFFER.stock]),
      stores: this.storesOf(nodes[OFFER.stores]),
      customPrices: nodes[OFFER.customPrices] === ABSENT ? undefined : tape.parse(nodes[OFFER.customPrices]),
    };
  }

  /** Stock by store, which markets with prices of their own have in common. */
  private storesOf(node: number): ResolvedOffer['stores'] {
    if (node === ABSENT) return undefined;
    if (node === this.storesNode) return this.stores;
    const { tape } = this;
    const stores: Record<string, number> = {};
    const end = tape.behind(node);
    for (let name = node + NODE; name < end; name += 2 * NODE) {
      stores[this.texts.textOf(tape, name).text] = tape.number(name + NODE);
    }
    this.storesNode = node;
    this.stores = stores;
    return stores;
  }

  private sizes(): readonly FlatSize[] {
    const { tape, size } = this;
    const { nodes } = this.variantData;
    if (nodes[VARIANT_DATA.sizes] === ABSENT) {
      const only = this.text(nodes[VARIANT_DATA.size]);
      return only === undefined ? NONE : [{ format: undefined, size: only }];
    }
    const sizes: FlatSize[] = [];
    const end = tape.behind(nodes[VARIANT_DATA.sizes]);
    for (let entry = nodes[VARIANT_DATA.sizes] + NODE; entry < end; entry = tape.behind(entry)) {
      size.read(tape, entry);
      sizes.push({ format: this.text(size.nodes[SIZE.format])?.text, size: this.text(size.nodes[SIZE.size])! });
    }
    return sizes;
  }

  /** What the current variant has beside its offer and sizes. */
  private variantMembers(): FlatVariantData {
    const { tape } = this;
    const { nodes } = this.variantData;
    const url = nodes[VARIANT_DATA.url];
    let present = url;
    for (let i = VARIANT_DATA.customLabels; i <= VARIANT_DATA.width; i++) present |= nodes[i];
    if (present === ABSENT) return NO_DATA;
    const data = new FlatVariantData();
    if (url !== ABSENT) data.url = tape.json(url);
    this.readCustom(data, nodes, VARIANT_DATA);
    return data;
  }

  /** Reads custom attributes and measures. */
  private readCustom(data: FlatMembers, nodes: Int32Array, at: Readonly<Record<CustomMember, number>>): void {
    const { tape } = this;
    data.customLabels = this.named(nodes[at.customLabels], node => this.list(node));
    data.customNumbers = this.named(nodes[at.customNumbers], node => tape.number(node));
    data.customLengths = this.named(nodes[at.customLengths], node => tape.parse<Measure>(node));
    data.customJson = this.named(nodes[at.customJson], node => tape.json(node));
    for (const name of MEASURES) if (nodes[at[name]] !== ABSENT) data[name] = tape.parse<Measure>(nodes[at[name]]);
  }

  /** The members of an object. */
  private named<T>(object: number, read: (node: number) => T): readonly Named<T>[] {
    if (object === ABSENT) return NONE;
    const { tape, texts } = this;
    const named: Named<T>[] = [];
    const end = tape.behind(object);
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      named.push({ name: texts.textOf(tape, name).text, value: read(name + NODE) });
    }
    return named;
  }

  private text(node: number): RecurringText | undefined {
    return node === ABSENT ? undefined : this.texts.textOf(this.tape, node);
  }

  private list(node: number): readonly RecurringText[] {
    if (node === ABSENT) return NONE;
    const { tape, texts } = this;
    const list: RecurringText[] = [];
    const end = tape.behind(node);
    for (let item = node + NODE; item < end; item += NODE) list.push(texts.textOf(tape, item));
    return list;
  }

  private keys(list: number): string[] {
    const keys: string[] = [];
    const end = this.tape.behind(list);
    for (let item = list + NODE; item < end; item += NODE) keys.push(this.tape.text(item));
    return keys;
  }
}
