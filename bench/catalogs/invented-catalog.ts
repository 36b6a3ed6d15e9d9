/**
 * An invented catalog of any size, as JSON lines of `replace`: two markets (uk in pounds, se in kronor), two locales,
 * about three variants a product, with words, brands, categories, colours and sizes as unevenly distributed as in a
 * real shop. 100,000 products are about 180 MB. The same number of products gives the same lines.
 */
import { stream, zipf } from './chance.js';
import {
  COLOURS,
  type Colour,
  capital,
  GENDERS,
  inventedWords,
  MATERIALS,
  type ProductType,
  SEASONS,
  SIZES,
  STORES,
  TYPES,
} from './invented-words.js';

const WORDS = 20_000;
const MOST_BRANDS = 2_000;
/** Categories below each product type. */
const LEAVES = 12;
const KRONOR_PER_POUND = 13;

/** What the products of a group have in common. */
type Shared = ReturnType<InventedShop['shared']>;

/**
 * The catalog's lines, each with its line end.
 * @param products how many, at least 1
 * @param variants of every product, where it has as many sizes; without it from two to five
 */
export function* lines(products: number, variants?: number): Generator<string> {
  const shop = new InventedShop(products);
  for (let made = 0, group = 1; made < products; group++) {
    const kind = shop.kind();
    const shared = shop.shared(kind);
    const inGroup = Math.min(shop.draws.pick([1, 1, 1, 2, 2, 3]), products - made);
    const members: Record<string, object> = {};
    for (let i = 0; i < inGroup; i++, made++) {
      const key = `p${made + 1}`;
      members[key] = shop.product(key, TYPES[kind], shared, variants);
    }
    yield `${JSON.stringify({ replace: { key: `g${group}`, productGroup: { products: members } } })}\n`;
  }
}

/** The catalog's lines as one market has them in its one language. */
export function* oneViewLines(products: number): Generator<string> {
  for (const line of lines(products)) {
    const { replace } = JSON.parse(line) as {
      replace: { key: string; productGroup: { products: Record<string, Member> } };
    };
    for (const product of Object.values(replace.productGroup.products)) {
      product.markets = ['uk'];
      product.overrides = {};
      for (const variant of Object.values(product.variants)) variant.overrides = {};
    }
    yield `${JSON.stringify({ replace })}\n`;
  }
}

interface Member {
  markets: string[];
  overrides: object;
  variants: Record<string, { overrides: object }>;
}

/** Instructions that give `count` of the catalog's variants another stock, for an import that touches no text. */
export function* stockChanges(count: number): Generator<string> {
  const draws = stream('bench stock');
  for (let i = 1; i <= count; i++) {
    const variant = { defaults: { stock: draws.between(1, 40) } };
    yield `${JSON.stringify({ editAttributes: { key: `p${i}-1`, variant } })}\n`;
  }
}

/** Its words and brands, and the one stream that all of it is drawn from, in the order of calls. */
class InventedShop {
  readonly draws = stream('bench products');
  private readonly words = inventedWords(WORDS, 'bench words');
  private readonly brands: readonly string[];
  private readonly drawWord = zipf(WORDS);
  private readonly drawBrand: ReturnType<typeof zipf>;
  private readonly drawType = zipf(TYPES.length);
  private readonly drawColour = zipf(COLOURS.length);
  private readonly drawLeaf = zipf(LEAVES);

  constructor(products: number) {
    const brands = Math.min(MOST_BRANDS, Math.ceil(products / 20) + 5);
    this.brands = inventedWords(brands, 'bench brands').map(capital);
    this.drawBrand = zipf(brands);
  }

  /** Index of a product type. */
  kind(): number {
    return this.drawType(this.draws);
  }

  /** @param kind index of the group's product type */
  shared(kind: number) {
    const { draws, words } = this;
    const type = TYPES[kind];
    const brand = this.brands[this.drawBrand(draws)];
    const name = this.some(1, 3).map(capital).join(' ');
    const leaf = () => capital(words[kind * LEAVES + this.drawLeaf(draws)]);
    return {
      brand,
      name,
      ...(draws.chance(30) && { series: capital(this.word()) }),
      category: [`Department ${kind % 8} > ${capital(type.en)} > ${leaf()}`],
      productType: [capital(type.en)],
      gender: [GENDERS[this.drawColour(draws) % GENDERS.length]],
      sizeType: capital(type.sizes),
      description: `${this.sentence(16, 36)} ${this.sentence(14, 28)}`,
      rating: draws.between(20, 50) / 10,
      releaseDate: `20${draws.between(21, 25)}-0${draws.between(1, 9)}-${draws.between(10, 28)}`,
    };
  }

  product(key: string, type: ProductType, shared: Shared, variantCount: number | undefined): object {
    const { draws } = this;
    const colour = COLOURS[this.drawColour(draws)];
    const variants = this.variants(key, SIZES[type.sizes], variantCount);
    const named = `${shared.brand} ${shared.name}`;
    const title = `${named} ${type.en} ${colour.en}`;
    const images = [`/img/${key}.jpg`, { url: `/img/${key}-s.jpg`, width: 90, height: 120 }];
    return {
      markets: ['uk', 'se'],
      colorInitial: [colour.hex],
      defaults: {
        ...shared,
        title,
        url: `/p/${key}`,
        dataLocale: 'en-GB',
        customLabels: this.labels(key, shared.brand, colour),
        customNumbers: { year: draws.between(2018, 2025) },
      },
      overrides: {
        '*|sv-SE': {
          title: `${named} ${type.sv} ${colour.sv}`,
          productType: [capital(type.sv)],
          dataLocale: 'sv-SE',
        },
      },
      variants,
      images: { main: { defaults: { alt: title, urls: images } } },
    };
  }

  private labels(key: string, brand: string, colour: Colour): Record<string, string[]> {
    const { draws } = this;
    return {
      color: [capital(colour.en)],
      material: [draws.pick(MATERIALS)],
      season: [draws.pick(SEASONS)],
      article: [`${brand.slice(0, 3).toUpperCase()}-${key.slice(1)}/${draws.between(10, 99)}`],
    };
  }

  /** One of each size, all at the product's price. */
  private variants(key: string, sizes: readonly string[], count: number | undefined): Record<string, object> {
    const { draws } = this;
    const listPrice = draws.between(50, 4_000) / 10;
    const sellingPrice = draws.chance(25) ? Math.round(listPrice * draws.between(5, 9)) / 10 : listPrice;
    const inKronor = {
      listPrice: Math.round(listPrice * KRONOR_PER_POUND),
      sellingPrice: Math.round(sellingPrice * KRONOR_PER_POUND),
    };
    const forMembers = { listPrice, sellingPrice: Math.round(sellingPrice * 90) / 100 };
    const variants: Record<string, object> = {};
    draws.some(sizes, count ?? draws.between(2, 5)).forEach((size, i) => {
      variants[`${key}-${i + 1}`] = {
        defaults: {
          size,
          listPrice,
          sellingPrice,
          stock: draws.chance(20) ? 0 : draws.between(1, 40),
          ...(draws.chance(40) && { stores: { [draws.pick(STORES)]: draws.between(0, 9) } }),
          ...(draws.chance(20) && { customPrices: { member: forMembers } }),
        },
        overrides: { 'se|*': inKronor },
      };
    });
    return variants;
  }

  private word(): string {
    return this.words[this.drawWord(this.draws)];
  }

  private some(least: number, most: number): string[] {
    return Array.from({ length: this.draws.between(least, most) }, () => this.word());
  }

  private sentence(least: number, most: number): string {
    return `${capital(this.some(least, most).join(' '))}.`;
  }
}
