/**
 * The demo catalog: its words follow the grammar of their languages, and the committed file is what the script writes.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import t from 'tap';

interface Instruction {
  replace: { key: string };
}

interface Titles {
  joinSwedish(first: string, noun: string): string;
  joinFinnish(first: string, noun: string): string;
  joinGerman(first: string, noun: string): string;
  declineGerman(stem: string, gender: 'm' | 'f' | 'n' | 'pl'): string;
}

const load = <Module>(name: string): Promise<Module> =>
  import(new URL(`../../scripts/demo/${name}`, import.meta.url).href);

t.test('compounds and endings are those of each language', async t => {
  const { joinSwedish, joinFinnish, joinGerman, declineGerman } = await load<Titles>('titles.mjs');
  t.equal(joinSwedish('linne', 'skjorta'), 'linneskjorta');
  t.equal(joinSwedish('ull', 'lampa'), 'ullampa', 'no letter three times in a row');
  t.equal(joinSwedish('bomulls', 't-shirt'), 'bomulls-t-shirt');
  t.equal(joinFinnish('villa', 'paita'), 'villapaita');
  t.equal(joinFinnish('villa', 'asu'), 'villa-asu', 'equal vowels are parted');
  t.equal(joinGerman('Damen', 'Regenjacke'), 'Damenregenjacke');
  t.equal(joinGerman('Herren', '*T-Shirt'), 'Herren-T-Shirt');
  t.equal(declineGerman('schwarz', 'm'), 'schwarzer');
  t.equal(declineGerman('hoch', 'f'), 'hohe');
});

t.test('the committed catalog holds what the lists and rules say now', async t => {
  const { productGroups } = await load<{ productGroups(): Instruction[] }>('products.mjs');
  const { contents } = await load<{ contents(): Instruction[] }>('content.mjs');
  const { translations } = await load<{ translations(): Instruction[] }>('translations.mjs');
  const fresh = [...productGroups(), ...contents(), ...translations()].map(line => JSON.stringify(line));
  const packed = readFileSync(new URL('../../data/demo.catalog.jsonl.gz', import.meta.url));
  const committed = gunzipSync(packed).toString().trimEnd().split('\n');
  const different = fresh.findIndex((line, i) => line !== committed[i]);
  t.equal(different, -1, 'run node scripts/make-demo-catalog.mjs after a change');
  t.equal(committed.length, fresh.length);
  t.ok(packed.length < 1_000_000, 'it stays small enough to be committed');
});

t.test('the committed pages and navigation are what the lists say now', async t => {
  const { site } = await load<{ site(): unknown }>('site.mjs');
  const committed = readFileSync(new URL('../../data/demo.site.json', import.meta.url), 'utf8');
  t.equal(committed, `${JSON.stringify(site())}\n`, 'run node scripts/make-demo-catalog.mjs after a change');
});
