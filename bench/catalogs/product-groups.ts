/** What benches read of a catalog's lines: product groups, as `replace` instructions have them. */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip, gunzipSync } from 'node:zlib';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parsedJson } from '../harness/parsed-json.js';

const { Optional, String: text, Number: number, Array: list } = Type;
const byName = Type.Record;
const texts = () => Optional(list(text()));

const Measure = Type.Object({ amount: number(), unit: text() });

/** Measures and numbers that products and variants alike may have. */
const amounts = {
  width: Optional(Measure),
  height: Optional(Measure),
  depth: Optional(Measure),
  length: Optional(Measure),
  weight: Optional(Measure),
  volume: Optional(Measure),
  customLengths: Optional(byName(text(), Measure)),
  customNumbers: Optional(byName(text(), number())),
};

const ProductData = Type.Object({
  ...amounts,
  title: text(),
  name: Optional(text()),
  brand: Optional(text()),
  series: Optional(text()),
  description: Optional(text()),
  category: texts(),
  ontology: Optional(text()),
  productType: texts(),
  department: texts(),
  gender: texts(),
  age: texts(),
  pattern: texts(),
  customLabels: Optional(byName(text(), list(text()))),
});

const VariantData = Type.Object({
  ...amounts,
  size: Optional(text()),
  label: Optional(text()),
  sizes: Optional(list(Type.Object({ size: text() }))),
  listPrice: Optional(number()),
  sellingPrice: Optional(number()),
});

const Variant = Type.Object({
  limitedMarkets: texts(),
  defaults: VariantData,
  overrides: Optional(byName(text(), VariantData)),
});

const Product = Type.Object({
  markets: list(text()),
  colorInitial: texts(),
  defaults: ProductData,
  overrides: Optional(byName(text(), Type.Partial(ProductData))),
  variants: byName(text(), Variant),
});

const ProductGroup = Type.Object({
  suppressDuplicates: Optional(Type.Boolean()),
  products: byName(text(), Product),
});

/** Instructions of other kinds and of other things than groups are left alone. */
const Instruction = Compile(
  Type.Object({
    replace: Optional(Type.Object({ key: text(), productGroup: Optional(ProductGroup) })),
  }),
);

export type CatalogProduct = Static<typeof Product>;
export type CatalogProductData = Static<typeof ProductData>;
export type CatalogVariant = Static<typeof Variant>;
export type CatalogVariantData = Static<typeof VariantData>;
export type CatalogMeasure = Static<typeof Measure>;
export type MeasureName = Exclude<keyof typeof amounts, `custom${string}`>;

export interface CatalogGroup {
  key: string;
  productGroup: Static<typeof ProductGroup>;
}

/**
 * The product group that a line of a catalog replaces; undefined where it says something else.
 * @throws Error that names the member which is not as benches expect it
 */
export function groupOfLine(line: string): CatalogGroup | undefined {
  const { replace } = parsedJson(Instruction, line, 'a catalog line');
  return replace?.productGroup && { key: replace.key, productGroup: replace.productGroup };
}

/** The groups of a catalog, one after the other. @param file .jsonl.gz */
export async function* productGroups(file: string): AsyncGenerator<CatalogGroup> {
  const input = createReadStream(file).pipe(createGunzip());
  try {
    for await (const line of createInterface({ input })) {
      const group = groupOfLine(line);
      if (group) yield group;
    }
  } finally {
    input.destroy();
  }
}

/** All groups of a catalog that fits into memory. @param file .jsonl.gz */
export function readGroups(file: string): CatalogGroup[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.flatMap(line => groupOfLine(line) ?? []);
}
