/** Previews of pages: made, amended, discarded and published. */
import t from 'tap';
import { siteDocuments } from '../../../src/build/site-documents.js';
import { pageBench } from './page-bench.js';

const all = { filter: 'INCLUDE_UNPUBLISHED' } as const;

t.test('a preview holds the published page with what is said of it, and amends itself', async t => {
  const { pages, exported } = pageBench(t);
  pages({ addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'A' }, paths: { 'sv-SE': '/a' } }] });
  const { counts } = pages({ previewOnly: true, addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'B' } }, { id: 'b' }] });
  t.same(counts, { added: 2, changed: 0, removed: 0 });
  t.same(exported(), { a: { id: 'a', headings: { 'sv-SE': 'A' }, paths: { 'sv-SE': '/a' } } });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'a', recLists: [] }] });
  t.same(exported(all), {
    a: { id: 'a', headings: { 'sv-SE': 'B' }, paths: { 'sv-SE': '/a' }, recLists: [] },
    b: { id: 'b' },
  });
});

t.test('an import of a page discards its preview, an import in full all of them', async t => {
  const { pages, exported } = pageBench(t);
  const drafts = {
    previewOnly: true,
    addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'B' } }, { id: 'b' }, { id: 'c' }],
  };
  pages({ addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'A' } }] });
  pages(drafts);
  const { warnings } = pages({ addOrUpdate: [{ id: 'a', recLists: [] }] });
  t.same(warnings, ['1 previews were discarded, the first is a']);
  t.same(exported(all), { a: { id: 'a', headings: { 'sv-SE': 'A' }, recLists: [] }, b: { id: 'b' }, c: { id: 'c' } });
  pages({ remove: ['b'] });
  t.same(Object.keys(exported(all)), ['a', 'c'], 'a removed page has no preview either');
  pages({ type: 'FULL', addOrUpdate: [{ id: 'a' }] });
  t.same(exported(all), { a: { id: 'a' } });
});

t.test('publishing takes the named previews, or all', async t => {
  const { pages, publish, exported } = pageBench(t);
  pages({ addOrUpdate: [{ id: 'a', headings: { 'sv-SE': 'A' } }] });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'a', recLists: [] }, { id: 'b' }, { id: 'c' }] });
  t.same(publish(['a', 'a']).counts, { added: 0, changed: 1, removed: 0 });
  t.same(exported(), { a: { id: 'a', headings: { 'sv-SE': 'A' }, recLists: [] } });
  t.same(publish().counts, { added: 2, changed: 0, removed: 0 });
  t.same(Object.keys(exported()), ['a', 'b', 'c']);
  t.same(exported(all), exported());
  t.same(publish().change, { kind: 'none' }, 'nothing is left');
});

t.test('a preview under a new id takes the place of the page that had its path', async t => {
  const { pages, publish, exported } = pageBench(t);
  const paths = { 'sv-SE': '/a' };
  pages({ addOrUpdate: [{ id: 'old', headings: { 'sv-SE': 'A' }, paths }] });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'new', paths }] });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'newer', paths }] });
  t.same(exported(), { old: { id: 'old', headings: { 'sv-SE': 'A' }, paths } });
  t.same(exported(all), { newer: { id: 'newer', headings: { 'sv-SE': 'A' }, paths } });
  publish(['newer']);
  t.same(exported(), { newer: { id: 'newer', headings: { 'sv-SE': 'A' }, paths } });
});

t.test('such a preview goes with the page, or when the page is imported', async t => {
  const { pages, exported } = pageBench(t);
  const paths = { 'sv-SE': '/a' };
  for (const change of [{ addOrUpdate: [{ id: 'old' }] }, { remove: ['old'] }]) {
    pages({ addOrUpdate: [{ id: 'old', paths }] });
    pages({ previewOnly: true, addOrUpdate: [{ id: 'new', paths }] });
    pages(change);
    t.same(exported(all), exported());
    pages({ type: 'FULL' });
  }
});

t.test('a page that was published under the old id again is not replaced', async t => {
  const { pages, publish, exported } = pageBench(t);
  pages({ addOrUpdate: [{ id: 'old', paths: { 'sv-SE': '/a' } }] });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'new', paths: { 'sv-SE': '/a' } }] });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'old', paths: { 'sv-SE': '/other' } }] });
  publish(['old']);
  publish(['new']);
  t.same(exported(), {
    new: { id: 'new', paths: { 'sv-SE': '/a' } },
    old: { id: 'old', paths: { 'sv-SE': '/other' } },
  });
});

t.test('a preview whose path has become that of another page is not published', async t => {
  const { pages, apply, exported } = pageBench(t);
  pages({ previewOnly: true, addOrUpdate: [{ id: 'b', paths: { 'sv-SE': '/a' } }] });
  pages({ addOrUpdate: [{ id: 'a', paths: { 'sv-SE': 'a' } }] });
  const message = 'page "b" has the path "/a" of page "a" in sv-SE, expected one of its own';
  t.same(apply('pages-publish', { market: 'se' }).faults, [`/: ${message}`]);
  t.same(apply('pages-publish', { market: 'se', ids: ['b'] }).faults, [`/ids/0: ${message}`]);
  t.same(Object.keys(exported()), ['a']);
});

t.test('pages are found under their ids and under their paths, by locale and in any', async t => {
  const { pages, store } = pageBench(t);
  pages({ addOrUpdate: [{ id: '/a/b', paths: { 'sv-SE': '/skor/', 'en-GB': 'shoes' } }] });
  pages({ previewOnly: true, addOrUpdate: [{ id: 'c', paths: { 'sv-SE': '/' } }] });
  const names = Object.fromEntries(siteDocuments(store).map(({ key, names }) => [key, [...names].sort()]));
  t.same(names, {
    'page|se|/a/b': ['page|se|*|shoes', 'page|se|*|skor', 'page|se|en-GB|shoes', 'page|se|sv-SE|skor', 'page|se||a/b'],
    'preview|se|c': ['preview|se|*|', 'preview|se|sv-SE|', 'preview|se||c'],
  });
});
