/**
 * Products as the catalog of the Universal Commerce Protocol has them, version 2026-04-08: JSON lines, a product each. A
 * group is a product, whose options are the colours of its products and the sizes of their variants.
 */
import type { ResolvedVariant } from '../../catalog/resolve.js';
import { type FeedWriter, Lacking } from './feed-writer.js';
import { digitsOf, type FeedTarget, linkOf, type SoldGroup, type SoldProduct } from './sold-items.js';

const HIGHEST_RATING = 5;

export class UcpWriter implements FeedWriter {
  readonly lacking = new Lacking().counts;
  private readonly digits: number;

  constructor(private readonly target: FeedTarget) {
    this.digits = digitsOf(target.currency);
  }

  head(): string {
    return '';
  }

  group(group: SoldGroup): string {
    const [first] = group.products;
    const variants = group.products.flatMap(sold => sold.product.variants.map(variant => this.variant(sold, variant)));
    const prices = group.products.flatMap(({ product }) => product.variants.map(({ data }) => data));
    const { data } = first!.product;
    const categories = [...new Set(group.products.flatMap(({ category }) => category))];
    const discounted = prices.some(({ listPrice, sellingPrice }) => listPrice > sellingPrice);
    const product = {
      id: group.key,
      title: data.title ?? group.key,
      description: { plain: data.description ?? data.title ?? group.key },
      url: linkOf(first!, first!.product.variants[0]!, this.target),
      ...(categories.length > 0 && { categories: categories.map(value => ({ value, taxonomy: 'merchant' })) }),
      price_range: this.range(prices.map(({ sellingPrice }) => sellingPrice)),
      ...(discounted && { list_price_range: this.range(prices.map(({ listPrice }) => listPrice)) }),
      ...mediaOf(first!),
      ...optionsOf(group),
      variants,
      ...(data.rating !== undefined && { rating: { value: data.rating, scale_min: 0, scale_max: HIGHEST_RATING } }),
      ...(first!.brand !== undefined && { metadata: { brand: first!.brand } }),
    };
    return `${JSON.stringify(product)}\n`;
  }

  tail(): string {
    return '';
  }

  private variant(sold: SoldProduct, variant: ResolvedVariant): object {
    const { data, sizes, key } = variant;
    const { product } = sold;
    const options = [
      ...colorsOf(sold).map(label => ({ name: 'Color', label })),
      ...sizes.slice(0, 1).map(({ size }) => ({ name: 'Size', label: size })),
    ];
    const title = product.data.title ?? key;
    return {
      id: key,
      sku: key,
      title: data.label === '' ? title : `${title}, ${data.label}`,
      description: { plain: product.data.description ?? title },
      url: linkOf(sold, variant, this.target),
      price: this.price(data.sellingPrice),
      ...(data.listPrice > data.sellingPrice && { list_price: this.price(data.listPrice) }),
      availability: { available: data.stock > 0, status: data.stock > 0 ? 'in_stock' : 'out_of_stock' },
      ...(options.length > 0 && { options }),
      ...mediaOf(sold),
      metadata: { product_key: product.key },
    };
  }

  private range(amounts: number[]): object {
    return { min: this.price(Math.min(...amounts)), max: this.price(Math.max(...amounts)) };
  }

  /** In minor units. */
  private price(amount: number): object {
    return { amount: Math.round(amount * 10 ** this.digits), currency: this.target.currency };
  }
}

function mediaOf({ images, product }: SoldProduct): object {
  if (images.length === 0) return {};
  return {
    media: images.map(url => ({ type: 'image', url, ...(product.data.title && { alt_text: product.data.title }) })),
  };
}

/** All colours of a product are one choice. */
function colorsOf({ labels }: SoldProduct): string[] {
  const colors = labels['color'] ?? [];
  return colors.length === 0 ? [] : [colors.join('/')];
}

function optionsOf({ products }: SoldGroup): object {
  const colors = new Set(products.flatMap(colorsOf));
  const sizes = new Set(
    products.flatMap(({ product }) =>
      product.variants.flatMap(({ sizes }) => sizes.slice(0, 1).map(({ size }) => size)),
    ),
  );
  const options = [
    { name: 'Color', values: [...colors].map(label => ({ label })) },
    { name: 'Size', values: [...sizes].map(label => ({ label })) },
  ].filter(({ values }) => values.length > 0);
  return options.length === 0 ? {} : { options };
}
