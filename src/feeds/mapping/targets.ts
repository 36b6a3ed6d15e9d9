/**
 * Members of the catalog that fields of a feed can become, and how many values each takes. Names that end in `*` stand for
 * members by name, such as `customLabels.material`.
 */

type Kind = 'one' | 'list';

const TARGETS: Readonly<Record<string, Kind>> = {
  id: 'one',
  group: 'one',
  product: 'one',
  title: 'one',
  url: 'one',
  description: 'one',
  brand: 'one',
  name: 'one',
  series: 'one',
  category: 'list',
  ontology: 'one',
  productType: 'list',
  department: 'list',
  gender: 'list',
  age: 'list',
  pattern: 'list',
  sizeType: 'one',
  styleWith: 'list',
  rating: 'one',
  releaseDate: 'one',
  expires: 'one',
  published: 'one',
  images: 'list',
  modelImages: 'list',
  color: 'list',
  colorCode: 'list',
  size: 'one',
  sizeFormat: 'one',
  label: 'one',
  listPrice: 'list',
  sellingPrice: 'list',
  salePeriod: 'one',
  cost: 'one',
  availability: 'one',
  stock: 'one',
  stores: 'list',
  weight: 'one',
  length: 'one',
  width: 'one',
  height: 'one',
  depth: 'one',
  volume: 'one',
  suppressDuplicates: 'one',
};

const FAMILIES: Readonly<Record<string, Kind>> = {
  customLabels: 'list',
  variantLabels: 'list',
  customNumbers: 'one',
  customLengths: 'one',
  customJson: 'one',
  customPrices: 'one',
  identifiers: 'one',
};

/** @returns undefined where the catalog has no such member */
export function kindOf(target: string): Kind | undefined {
  if (Object.hasOwn(TARGETS, target)) return TARGETS[target];
  const [family, name] = split(target);
  return name !== '' && Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined;
}

/** `customLabels.material` as its family and its name; the name is empty where a target is of no family. */
export function split(target: string): [family: string, name: string] {
  const dot = target.indexOf('.');
  return dot < 0 ? [target, ''] : [target.slice(0, dot), target.slice(dot + 1)];
}

export function targetNames(): string[] {
  return [...Object.keys(TARGETS), ...Object.keys(FAMILIES).map(family => `${family}.NAME`)];
}
