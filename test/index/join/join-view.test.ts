import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { orderGroups } from '../../../src/build/input/group-order.js';
import { BuildShard } from '../../../src/build/shards/build-shard.js';
import type { BuiltView } from '../../../src/build/views/market-builder.js';
import { encodeGroup } from '../../../src/catalog/group-codec.js';
import { outlineOf } from '../../../src/catalog/group-outline.js';
import type { ProductGroup, Translation } from '../../../src/catalog/records.js';
import { Attributes } from '../../../src/index/attributes.js';
import { CardFile, readRecord } from '../../../src/index/card-file.js';
import { CardIndex } from '../../../src/index/cards.js';
import { Descriptions } from '../../../src/index/descriptions.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { ViewJoin } from '../../../src/index/join/join-view.js';
import { type NumberColumn, NumberColumns } from '../../../src/index/numbers.js';
import { type Part, type PartWriter, readPart } from '../../../src/index/part.js';
import { Structure } from '../../../src/index/structure.js';
import { ValueLabels } from '../../../src/index/value-labels.js';
import type { ViewPart } from '../../../src/snapshot/manifest.js';
import { testFolder } from '../../folder.js';
import { catalogs } from '../../pages/random-catalog.js';
import { reread } from '../reread.js';

const seed = 20261122;

type Groups = Record<string, ProductGroup>;

/** Builds the views of both locales in one market. */
function build(
  dir: string,
  groups: Groups,
  translations: Translation[],
  settings = DEFAULT_INDEX_SETTINGS,
): BuiltView[] {
  const views = ['en-GB', 'sv-SE'].map(locale => ({ locale, markets: ['se'], name: `join-${locale}` }));
  const shard = new BuildShard({ dir, views, translations, settings });
  const outlines = Object.entries(groups).map(([key, group]) => ({ key, outline: outlineOf(group) }));
  for (const key of orderGroups(outlines, () => {})) shard.addGroup(key, encodeGroup(groups[key]!));
  return shard.finish();
}

function opened(dir: string, { view }: BuiltView): Record<ViewPart, Part> {
  const parts = Object.entries(view.parts).map(([kind, file]) => [kind, readPart(path.join(dir, file))]);
  return Object.fromEntries(parts);
}

/** The sections of a part by name, with its meta. */
function sectionsOf(part: Part): Record<string, unknown> {
  const sections = part.names.map(name => [name, Buffer.from(part.u8(name)).toString('hex')]);
  return { meta: part.meta, ...Object.fromEntries(sections) };
}

/** What parts are read with. */
interface Beside {
  structure: Structure;
  attributes: Attributes;
}

const READ: Record<string, (part: Part, beside: Beside) => unknown> = {
  // An attribute or number of variants may have been one of products in a build of fewer groups.
  numbers: (part, { structure: { productOf } }) => {
    const columns = new NumberColumns(part);
    return Array.from(columns.ids(), id => {
      const { level, values, unit }: NumberColumn = columns.get(id)!;
      return [id, unit, level === 'variant' ? [...values] : Array.from(productOf, product => values[product])];
    });
  },
  attributes: (part, { structure: { productOf } }) =>
    new Attributes(part).all.map(({ id, level, size, single, values, start, of, ownersStart, owners }) => {
      const lists = Array.from({ length: start.length - 1 }, (_, i) => [...of.subarray(start[i], start[i + 1])]);
      const ids = Array.from({ length: size }, (_, value) => values.at(value));
      const byValue = ids.map((_, value) => [...owners.subarray(ownersStart[value], ownersStart[value + 1])]);
      const products: number[][] = byValue.map(all => [
        ...new Set(all.map(i => (level === 'variant' ? productOf[i] : i))),
      ]);
      return { id, single, ids, lists: level === 'variant' ? lists : Array.from(productOf, i => lists[i]), products };
    }),
  labels: (part, { attributes }) => {
    const labels = new ValueLabels(part, attributes);
    return (part.meta as { ids: string[] }).ids.map(id => {
      const { labels: names, json, rank, named } = labels.get(id)!;
      const found = Array.from(named, (value, i) => [labels.get(id)!.nameAt(i), value]);
      const texts = [names, json].map(list => list && Array.from({ length: list.size }, (_, i) => list.at(i)));
      return { id, texts, rank: [...rank], found };
    });
  },
};

/** Every product has the set with its values. */
function assertSets(part: PartWriter): void {
  const { valueSets, all } = new Attributes(reread(part));
  for (const { id, sets, level, start, of } of all) {
    if (!sets || level !== 'product') continue;
    for (let product = 0; product + 1 < start.length; product++) {
      const set = valueSets.rows[product * valueSets.width + sets.column]! - valueSets.bases[sets.column]!;
      const values: Uint32Array = sets.values.subarray(sets.start[set], sets.start[set + 1]);
      assert.deepEqual([...values], [...of.subarray(start[product], start[product + 1])], `${id} of ${product}`);
    }
  }
}

/** Lets each product say in its description what else it says of itself, so that groups share words of it. */
function describe(groups: Groups): Groups {
  for (const { defaults } of Object.values(groups).flatMap(({ products }) => Object.values(products))) {
    const { name, brand, productType = [], description } = defaults;
    if (description !== undefined) defaults.description = ['The', name, 'of', brand, ...productType].join(' ');
  }
  return groups;
}

/** How often a part of the union was that of the base, by kind. */
const kept = new Map<string, number>();

function assertJoined(parent: string, before: Groups, after: Groups, changed: string[], translations: Translation[]) {
  const dir = fs.mkdtempSync(path.join(parent, 'join-'));
  const only = Object.fromEntries(Object.entries(after).filter(([key]) => changed.includes(key)));
  const [bases, overlays, wholes] = [before, only, after].map(groups => build(dir, groups, translations));
  bases!.forEach((base, i) => {
    const [baseParts, overlayParts] = [opened(dir, base), opened(dir, overlays![i]!)];
    const join = new ViewJoin(new Structure(baseParts.structure), new Structure(overlayParts.structure), changed);
    const shared = join.shared(baseParts, overlayParts, base.view.locale);
    const whole = wholes![i]!;
    const wholeParts = opened(dir, whole);
    const parts = {
      structure: shared.structure(),
      numbers: shared.numbers(),
      attributes: shared.attributes(),
      labels: shared.labels(),
      text: shared.text(),
      descriptions: shared.descriptions(),
      offers: join.offers(baseParts.offers, overlayParts.offers),
    };
    const structure = new Structure(wholeParts.structure);
    const withAttributes = (part: Part): Beside => ({ structure, attributes: new Attributes(part) });
    const joined = withAttributes(reread(parts.attributes));
    for (const [kind, part] of Object.entries(parts)) {
      const expected = wholeParts[kind as keyof typeof parts];
      const read = READ[kind];
      const name = `${kind} ${base.view.locale}`;
      if (read)
        assert.deepEqual(read(reread(part), joined), read(expected, withAttributes(wholeParts.attributes)), name);
      else assert.deepEqual(sectionsOf(reread(part)), sectionsOf(expected), name);
    }
    for (const [kind, part] of Object.entries(parts)) {
      const isBase =
        kind === 'offers'
          ? join.isOffersOfBase(baseParts.offers, overlayParts.offers)
          : shared.isBase(kind as Exclude<keyof typeof parts, 'offers'>);
      if (!isBase) continue;
      kept.set(kind, (kept.get(kind) ?? 0) + 1);
      const read = READ[kind] ?? sectionsOf;
      const own = read(baseParts[kind as keyof typeof parts], withAttributes(baseParts.attributes));
      assert.deepEqual(read(reread(part), joined), own, kind);
    }
    assertSets(parts.attributes);
    const cards = new CardIndex(reread(join.cards(baseParts.cards, overlayParts.cards)));
    const all = new CardIndex(opened(dir, whole).cards);
    assert.deepEqual(recordsOf(dir, cards), recordsOf(dir, all));
  });
  fs.rmSync(dir, { recursive: true });
}

function recordsOf(dir: string, cards: CardIndex): string[] {
  return Array.from(cards.file, (number, group) => {
    const name = cards.files[number]!;
    const fd = fs.openSync(path.join(dir, name), 'r');
    try {
      return readRecord(new CardFile(name, fd), cards.place(group)).toString('hex');
    } finally {
      fs.closeSync(fd);
    }
  });
}

t.test('two segments are joined to the parts that a build of all groups writes', async t => {
  const parent = testFolder(t);
  fc.assert(
    fc.property(catalogs(8), catalogs(8), fc.array(fc.nat(9), { maxLength: 6 }), (before, after, picks) => {
      const keys = [...new Set([...Object.keys(before.groups), ...Object.keys(after.groups)])];
      const changed = new Set(picks.map(pick => keys[pick % keys.length]!));
      describe(after.groups);
      const groups: Groups = { ...describe(before.groups) };
      for (const key of changed) {
        if (after.groups[key]) groups[key] = after.groups[key];
        else delete groups[key];
      }
      assertJoined(parent, before.groups, groups, [...changed], before.translations);
    }),
    { seed, numRuns: 15 },
  );
});

t.test('descriptions that are not read take no room, in joined views neither', async t => {
  const dir = testFolder(t);
  const [{ groups, translations }] = fc.sample(catalogs(8), { seed, numRuns: 1 });
  const changed = Object.keys(describe(groups)).slice(0, 2);
  const only = Object.fromEntries(changed.map(key => [key, groups[key]!]));
  const settings = { ...DEFAULT_INDEX_SETTINGS, descriptions: false };
  const [base, overlay] = [groups, only].map(some => opened(dir, build(dir, some, translations, settings)[0]!));
  const join = new ViewJoin(new Structure(base!.structure), new Structure(overlay!.structure), changed);
  const shared = join.shared(base!, overlay!, 'en-GB');
  t.ok(shared.isBase('descriptions'));
  for (const part of [base!.descriptions, overlay!.descriptions, reread(shared.descriptions())]) {
    const { groupCount, stems } = new Descriptions(part);
    t.same([groupCount, stems.size, part.u8('places').length], [0, 0, 0]);
  }
});

t.test('parts that an overlay does not change are those of the base', async t => {
  const parent = testFolder(t);
  const changes = fc.constantFrom('title', 'rating', 'price', 'label', 'style', 'description');
  kept.clear();
  let runs = 0;
  fc.assert(
    fc.property(
      catalogs(8),
      fc.array(fc.tuple(fc.nat(7), changes), { minLength: 1, maxLength: 3 }),
      (catalog, edits) => {
        const { groups, translations } = catalog;
        const after: Groups = structuredClone(describe(groups));
        const keys = Object.keys(groups);
        const changed = new Set<string>();
        for (const [pick, what] of edits) {
          const key = keys[pick % keys.length]!;
          changed.add(key);
          edit(after[key]!, what, keys);
        }
        runs++;
        assertJoined(parent, groups, after, [...changed], translations);
      },
    ),
    { seed, numRuns: 15 },
  );
  const all = runs * 2;
  for (const kind of ['structure', 'numbers', 'attributes', 'labels', 'text', 'descriptions', 'offers']) {
    const count = kept.get(kind) ?? 0;
    t.ok(count > all / 3 && count < all, `${kind} of the base in ${count} of ${all} joins`);
  }
});

/** Changes the first product of a group in one thing. */
function edit({ products }: ProductGroup, what: string, keys: readonly string[]): void {
  const [product] = Object.values(products);
  const { defaults } = product!;
  const [variant] = Object.values(product!.variants);
  if (what === 'title') defaults.title = `${defaults.title ?? ''} edited`;
  else if (what === 'rating') defaults.rating = (defaults.rating ?? 1) + 1;
  else if (what === 'label') defaults.customLabels = { ...defaults.customLabels, edited: ['new'] };
  else if (what === 'description') defaults.description = `${defaults.description ?? ''} edited`;
  else if (what === 'style') defaults.styleWith = [...keys];
  else variant!.defaults = { ...variant!.defaults, listPrice: (variant!.defaults?.listPrice ?? 1) + 1 };
}
