import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  readSearchedTexts,
  type SearchedText,
  searchedIn,
  writeSearchedTexts,
} from '../../src/index/searched-texts.js';
import { testFolder } from '../folder.js';

const searched = (market: string, locale: string, text: string): SearchedText => ({
  ...{ market, locale, text },
  chosen: [`${text}-1`],
});
const texts = [
  searched('uk', 'en-GB', 'sofa'),
  searched('se', 'sv-SE', 'soffa'),
  searched('se', 'en-GB', 'couch'),
  searched('ie', 'en-GB', 'settee'),
];

t.test('texts are read as they were written; damage and other versions are told and count as none', async t => {
  const file = join(testFolder(t), 'searched.json');
  const faults: string[] = [];
  const read = () => readSearchedTexts(file, error => faults.push((error as Error).message));
  t.same(read(), [], 'without a file');
  await writeSearchedTexts(file, texts);
  t.same(read(), texts);
  t.same(faults, []);
  const written = readFileSync(file, 'utf8');
  for (const other of [written.replace('soffa', 'sofia'), written.replace('"version":1', '"version":2'), '{']) {
    writeFileSync(file, other);
    t.same(read(), []);
  }
  t.match(faults, [/damaged/, /format 2 found, this version reads format 1/, /JSON/]);
});

t.test(
  'views have the texts of their markets in their locale, one for any locale those that no other view has',
  async t => {
    const views = [
      { market: 'uk', locale: 'en-GB' },
      { market: 'ie', locale: 'en-GB' },
      { market: 'se', locale: '*' },
      { market: 'se', locale: 'sv-SE' },
    ];
    const of = (markets: string[], locale: string) =>
      searchedIn(texts, { markets, locale }, views).map(({ text }) => text);
    t.same(of(['uk', 'ie'], 'en-GB'), ['sofa', 'settee']);
    t.same(of(['se'], 'sv-SE'), ['soffa']);
    t.same(of(['se'], '*'), ['couch']);
  },
);
