/** The part of a view that facets are counted from, of the invented catalog, its products in an index's order. */
import { type Attribute, Attributes, AttributesBuilder } from '../../src/index/attributes.js';
import { Part, type PartWriter } from '../../src/index/part.js';
import { Structure, StructureBuilder } from '../../src/index/structure.js';
import { lines } from '../catalogs/invented-catalog.js';
import { type CatalogProductData, groupOfLine } from '../catalogs/product-groups.js';

/** Values of a product by attribute; one level, as all variants of a product have the same. */
const VALUES: Readonly<Record<string, (product: CatalogProductData) => readonly string[] | undefined>> = {
  gender: ({ gender }) => gender,
  'custom.season': ({ customLabels }) => customLabels?.season,
  'custom.material': ({ customLabels }) => customLabels?.material,
  'custom.color': ({ customLabels }) => customLabels?.color,
  product_type: ({ productType }) => productType,
  category: ({ category }) => category,
  brand: ({ brand }) => (brand === undefined ? undefined : [brand]),
};

export const FACET_IDS: readonly string[] = Object.keys(VALUES);

export interface FacetView {
  structure: Structure;
  attributes: Attributes;
  /** @param id of FACET_IDS */
  facet(id: string): Attribute;
}

/** @param count of products, each with one variant and a group of its own */
export function facetView(count: number): FacetView {
  const products: CatalogProductData[] = [];
  for (const line of lines(count)) {
    for (const { defaults } of Object.values(groupOfLine(line)?.productGroup.products ?? {})) products.push(defaults);
  }
  const shelf = ({ category = [] }: CatalogProductData) => category[0];
  products.sort((a, b) => (shelf(a) < shelf(b) ? -1 : 1));
  const structure = new StructureBuilder();
  const builder = new AttributesBuilder();
  products.forEach((product, owner) => {
    structure.addGroup(`g${owner}`, false);
    structure.addProduct(`p${owner}`);
    structure.addVariant(`v${owner}`);
    for (const id of FACET_IDS) {
      for (const value of VALUES[id](product) ?? []) builder.add(id, 'product', owner, value);
    }
  });
  const { part } = builder.finish(products.length, products.length, structure.variantStarts());
  const attributes = new Attributes(inSharedMemory(part));
  return {
    structure: new Structure(inSharedMemory(structure.finish())),
    attributes,
    facet: id => attributes.get(id)!,
  };
}

/** As query threads have parts. */
function inSharedMemory(writer: PartWriter): Part {
  const bytes = writer.encode();
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return new Part(shared);
}
