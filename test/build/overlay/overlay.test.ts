import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { contentBytes } from '../../../src/index/part-seal.js';
import type { ProductPageRequest, StorefrontRequest } from '../../../src/pages/shared/requests.js';
import {
  loadSnapshot,
  readRest,
  type SharedSnapshot,
  storeJoin,
  type ViewManifest,
  verifyAll,
} from '../../../src/snapshot/index.js';
import { requests } from '../../engine/random-asking.js';
import { wordyShop } from '../../engine/wordy-shop.js';
import { testFolder } from '../../folder.js';
import { autocompleteRequest, type Catalog, CONTEXT, searchRequest, share } from '../../pages/shop.js';
import { list } from '../../recommend/small-shop.js';
import { compoundGroup } from '../compound-group.js';
import { ALWAYS, Importer, linesOf } from '../importer.js';
import { assertSameAnswers } from '../same-answers.js';

const seed = 20261122;
const GROUPS = 24;
type Groups = Record<string, ProductGroup>;
const STORED = { leastFreeBytes: 0, background: false, isDurable: true };

/** The keys that requests and restrictions may name. */
function keysOf(groups: Groups): string[] {
  return Object.entries(groups).flatMap(([key, { products }]) => [key, ...Object.keys(products)]);
}

/**
 * Compares the parts of views: what a start has read, and what is joined in memory, without the checksums that parts
 * end with on disk. Names tell what a part is joined from, which may have been joined before.
 */
function assertSameParts(read: SharedSnapshot, joined: SharedSnapshot): void {
  const content = ({ parts }: SharedSnapshot, name: string) => {
    const part = Buffer.from(parts.get(name)!);
    return part.subarray(0, contentBytes(part.length));
  };
  for (const [i, { parts }] of read.manifest.views.entries()) {
    const expected: Record<string, string> = joined.manifest.views[i]!.parts;
    for (const [kind, name] of Object.entries(parts)) {
      assert.ok(content(read, name).equals(content(joined, expected[kind]!)), name);
    }
  }
}

const ALGORITHMS = [
  'UPSELL',
  'ALTERNATIVES',
  'STYLE_WITH',
  'MORE_FROM_SERIES',
  'NEWEST_PRODUCTS',
  'TOP_PRODUCTS',
] as const;

/** Product pages with recommendations, which walk what products have in common. */
function productPages(views: readonly { market: string; locale: string }[], groups: Groups): StorefrontRequest[] {
  const keys = Object.values(groups).flatMap(({ products }) => Object.keys(products));
  return views.flatMap(view =>
    keys.slice(0, 12).map(
      (productKey): ProductPageRequest => ({
        ...CONTEXT,
        ...view,
        query: 'product-page',
        productKey,
        includeGroup: true,
        recommendationLists: ALGORITHMS.map(algorithm => list({ algorithm }, algorithm)),
      }),
    ),
  );
}

const edit = fc.record({
  which: fc.nat(GROUPS - 1),
  how: fc.constantFrom('other', 'other', 'add', 'remove', 'back', 'price', 'style'),
});

/**
 * The groups after some edits.
 * @param others what groups become, by key
 * @param first what they were at the beginning
 */
function edited(
  groups: Groups,
  others: Groups,
  first: Groups,
  edits: readonly { which: number; how: string }[],
): Groups {
  const after = { ...groups };
  for (const { which, how } of edits) {
    const key = Object.keys(first)[which]!;
    if (how === 'add') after[`new-${key}`] = renamed(others[key]!, 'new-');
    else if (how === 'remove') delete after[key];
    else if (how === 'back') after[key] = first[key]!;
    else if (how === 'other') after[key] = others[key]!;
    else if (after[key])
      after[key] = how === 'price' ? repriced(after[key]!) : styled(after[key]!, Object.keys(others));
  }
  return after;
}

/** The group with other keys. */
function renamed({ products, ...group }: ProductGroup, prefix: string): ProductGroup {
  const rename = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [prefix + key, value]));
  const all = Object.entries(products).map(([key, product]) => [
    prefix + key,
    { ...product, variants: rename(product.variants) },
  ]);
  return { ...group, products: Object.fromEntries(all) };
}

function repriced(group: ProductGroup): ProductGroup {
  const copy = structuredClone(group);
  for (const { variants } of Object.values(copy.products)) {
    for (const variant of Object.values(variants)) {
      variant.defaults = { ...variant.defaults, listPrice: (variant.defaults?.listPrice ?? 1) + 7, stock: 3 };
      delete variant.defaults.sellingPrice;
    }
  }
  return copy;
}

/** The group with products shown with its first, of which some may not be there. */
function styled(group: ProductGroup, keys: readonly string[]): ProductGroup {
  const copy = structuredClone(group);
  const [first] = Object.values(copy.products);
  first!.defaults = { ...first!.defaults!, styleWith: [0, 5, 9].map(i => `${keys[i]!.slice(1)}c`) };
  return copy;
}

/** The import that makes one catalog of another. */
function updateLines(before: Groups, after: Groups): object[] {
  const changed = Object.entries(after).filter(([key, group]) => before[key] !== group);
  const gone = Object.keys(before).filter(key => !after[key]);
  return [
    ...gone.map(productGroup => ({ remove: { productGroup } })),
    ...changed.map(([key, productGroup]) => ({ replace: { key, productGroup } })),
  ];
}

t.test('a snapshot with an overlay answers as one built anew', async t => {
  const parent = testFolder(t);
  const never = new AbortController().signal;
  let overlays = 0;
  let patches = 0;
  let bases = 0;
  let overlaidBases = 0;
  let found = 0;
  let shares = 0;
  let stores = 0;
  let continuations = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1000),
      fc.array(fc.array(edit, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom('import', 'new base', 'overlaid base', 'crash', 'rollback'), {
        minLength: 4,
        maxLength: 4,
      }),
      async (from, rounds, ways) => {
        const [before, others] = [wordyShop(GROUPS, true, from), wordyShop(GROUPS, true, from + 5000)] as Catalog[];
        const importer = new Importer(parent, ALWAYS);
        let { groups } = before!;
        await importer.import('replace', linesOf({ ...before!, groups }));
        const snapshots = [{ id: importer.manifest.id, groups }];
        let loaded = await loadSnapshot(importer.dataDir, importer.manifest.id);
        /** As the daemon does with every snapshot that is announced. */
        const load = async () => {
          if (loaded.id === importer.manifest.id) return;
          const previous = loaded;
          loaded = await loadSnapshot(importer.dataDir, importer.manifest.id, previous);
          const known = new Set(previous.parts.values());
          if ([...loaded.joined!.values()].some(name => known.has(loaded.parts.get(name)!))) shares++;
        };
        for (const [i, round] of rounds.entries()) {
          if (ways[i] === 'rollback') {
            const to = snapshots[round.length % snapshots.length]!;
            await importer.rollback(to.id);
            groups = to.groups;
          }
          const after = edited(groups, others!.groups, before!.groups, round);
          const lines = updateLines(groups, after);
          // The import below comes while the base is being built.
          if (ways[i] === 'new base') importer.buildBase();
          const steps = ways[i] === 'overlaid base' ? importer.baseSteps() : undefined;
          steps?.next();
          importer.crashing = ways[i] === 'crash' && lines.length > 0;
          if (lines.length > 0) await importer.import('update', lines);
          importer.crashing = false;
          importer.service.recover();
          if (steps && !steps.next().done) overlaidBases++;
          if ((steps || ways[i] === 'new base') && importer.takeUpBase()) bases++;
          steps?.return();
          if (round.length % 3 > 0) await load();
          if (round.length % 3 > 1) await storeJoin(loaded, { ...STORED, isDurable: round.length > 2 }, never);
          for (let steps = round.length % 3; steps > 0; steps--) importer.service.prepareNext();
          groups = after;
          snapshots.push({ id: importer.manifest.id, groups });
        }
        // Prices alone, of groups of the base and of the overlay.
        const [changed] = rounds.flat();
        const priced = { ...groups };
        for (const key of Object.keys(groups)
          .slice(changed!.which % 20)
          .slice(0, 4))
          priced[key] = repriced(groups[key]!);
        await importer.import('update', updateLines(groups, priced));
        groups = priced;
        // A start reads what is stored: joined parts of this snapshot or of one before.
        const started = await loadSnapshot(importer.dataDir, importer.manifest.id, undefined, false);
        await load();
        await storeJoin(loaded, STORED, never);
        const again = await loadSnapshot(importer.dataDir, importer.manifest.id, undefined, false);
        for (const one of [started, again]) {
          assert.equal(one.unusable, undefined);
          await readRest(one);
          assertSameParts(one, loaded);
        }
        if (again.stored) stores++;
        if (started.onto !== undefined) continuations++;
        if (importer.builds.at(-1) === 'offers') patches++;
        if (importer.manifest.changed !== undefined) overlays++;
        assert.equal(importer.builds.filter(kind => kind === 'full').length, 1, 'only the first import builds all');
        const whole = new Importer(parent, { ...ALWAYS, mostShare: 0 });
        await whole.import('replace', linesOf({ ...before!, groups }));
        const views = whole.manifest.views.filter(({ locale }) => locale !== '*');
        const asked = fc.sample(requests(views, keysOf(groups), [], ['none']), { seed: from, numRuns: 80 });
        found += assertSameAnswers(importer, whole, [...asked, ...productPages(views, groups)], loaded);
        await importer.close();
        await whole.close();
      },
    ),
    // Each run takes seconds, and so would each attempt at a smaller example.
    { seed, numRuns: 9, endOnFailure: true },
  );
  t.ok(overlays >= 8, `${overlays} overlays`);
  t.ok(bases >= 3, `${bases} new bases`);
  t.ok(overlaidBases >= 2, `${overlaidBases} new bases with overlays`);
  t.ok(patches >= 7, `${patches} patches`);
  t.ok(shares >= 7, `${shares} snapshots that share joined parts with the one before`);
  t.ok(stores >= 8, `${stores} loaded with stored joined parts`);
  t.ok(continuations >= 2, `${continuations} joined to the stored parts of a snapshot before`);
  t.ok(found >= 300, `${found} answers with products`);
});

const PARTS = ['sommar', 'vinter', 'dam', 'barn', 'regn'];
const THINGS = ['klänning', 'jacka', 'sko', 'väska', 'kjol'];

t.test('compounds of an overlay are divided by the words of its base', async t => {
  const parent = testFolder(t);
  const importer = new Importer(parent, ALWAYS);
  // Words that the base has apart, and compounds of which it has some: the others are first met in the overlay.
  const base: Groups = {};
  const titles = [...PARTS, ...THINGS, ...PARTS.map(part => `${part}${THINGS[0]}`)];
  for (const [i, title] of [...titles, ...titles].entries()) base[`b${i}`] = compoundGroup(`b${i}`, title);
  await importer.import('replace', linesOf({ groups: base, translations: [] }));
  const groups = { ...base };
  const compounds = PARTS.flatMap(part => THINGS.map(thing => `${part}${thing}`));
  for (const [i, title] of [...compounds, 'damvinterjacka', 'barnregnsko'].entries()) {
    groups[`o${i}`] = compoundGroup(`o${i}`, `Fin ${title}`);
  }
  await importer.import('update', updateLines(base, groups));
  t.equal(importer.manifest.changed?.length, 1);
  const whole = new Importer(parent);
  await whole.import('replace', linesOf({ groups, translations: [] }));
  const view = { market: 'se', locale: 'sv-SE' };
  const words = [...PARTS, ...THINGS, ...compounds, 'vinterjacka', 'regnsko', 'fin jacka', 'skor', 'klänningar'];
  const asked = words.flatMap(q => [searchRequest({ ...view, q, limit: 60 }), autocompleteRequest({ ...view, q })]);
  t.ok(assertSameAnswers(importer, whole, asked) >= words.length);
  await importer.close();
  await whole.close();
});

t.test('views are joined when a snapshot is loaded, and a damaged segment is found', async t => {
  const parent = testFolder(t);
  const importer = new Importer(parent, ALWAYS);
  const { groups, translations } = wordyShop(GROUPS, true, 1);
  const others = wordyShop(GROUPS, true, 2).groups;
  await importer.import('replace', linesOf({ groups, translations }));
  const after = edited(groups, others, groups, [
    { which: 3, how: 'other' },
    { which: 5, how: 'remove' },
  ]);
  await importer.import('update', updateLines(groups, after));
  const { dataDir, manifest } = importer;
  const loaded = await loadSnapshot(dataDir, manifest.id);
  const expected = share(dataDir, manifest.id);
  t.same(loaded.manifest.views, expected.manifest.views);
  for (const [name, part] of loaded.parts) {
    t.ok(Buffer.from(part).equals(Buffer.from(expected.parts.get(name)!)), name);
  }
  const again = await loadSnapshot(dataDir, manifest.id, loaded);
  t.ok(
    [...again.parts].every(([name, part]) => loaded.parts.get(name) === part),
    'what is joined already is not joined again',
  );
  await verifyAll(loaded);
  const [{ parts, overlays }] = manifest.views as [ViewManifest];
  for (const name of [parts.text, overlays![0]!.parts.labels, manifest.changed![0]!]) {
    const file = path.join(dataDir, 'parts', name);
    const bytes = fs.readFileSync(file);
    bytes[bytes.length - 40]! ^= 1;
    fs.writeFileSync(file, bytes);
    await t.rejects(loadSnapshot(dataDir, manifest.id), { code: 'snapshot_damaged', message: new RegExp(name) });
    await t.rejects(verifyAll(loaded), { code: 'snapshot_damaged', message: new RegExp(name) });
    bytes[bytes.length - 40]! ^= 1;
    fs.writeFileSync(file, bytes);
  }
  await importer.close();
});
