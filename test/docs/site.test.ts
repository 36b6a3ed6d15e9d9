/** The documentation as a daemon serves it: pages, the Markdown beside them, and a list of all for programs. */
import t from 'tap';
import { startDaemon } from '../daemon.js';

t.test('every link of every page leads somewhere', async t => {
  const daemon = await startDaemon();
  t.teardown(() => daemon.stop());
  const seen = new Map<string, string>();
  const broken: string[] = [];
  const waiting = [{ path: '/docs/index.html', from: 'here' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, from } = next;
    if (seen.has(path)) continue;
    const response = await fetch(new URL(path, daemon.url));
    const text = await response.text();
    seen.set(path, text);
    if (response.status !== 200) broken.push(`${path} of ${from}: ${response.status}`);
    if (!path.endsWith('.html')) continue;
    for (const [, href = ''] of text.matchAll(/ href="([^"]+)"/g)) {
      const url = new URL(href, new URL(path, daemon.url));
      if (url.origin === daemon.url) waiting.push({ path: url.pathname, from: path });
    }
  }
  t.same(broken, []);
  t.ok(seen.size > 50, `${seen.size} files`);

  const anchors = new Map(
    [...seen].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const nowhere = [...seen].flatMap(([path, text]) =>
    [...text.matchAll(/ href="([^"]*#[^"]+)"/g)]
      .map(([, href = '']) => new URL(href, new URL(path, daemon.url)))
      .filter(
        url => url.origin === daemon.url && !anchors.get(url.pathname)?.has(decodeURIComponent(url.hash.slice(1))),
      )
      .map(url => `${url.pathname}${url.hash} of ${path}`),
  );
  t.same(nowhere, [], 'headings that links name');

  const list = await (await fetch(`${daemon.url}/docs/llms.txt`)).text();
  const markdown = await fetch(`${daemon.url}/docs/import.md`);
  t.match(list, '](import.md)');
  t.match(markdown.headers.get('content-type'), 'text/markdown');
  t.match(await markdown.text(), /^# Import\n/);
  const short = await fetch(`${daemon.url}/docs`, { redirect: 'manual' });
  t.same([short.status, short.headers.get('location')], [308, './docs/']);
});

t.test('without the documentation', async t => {
  const daemon = await startDaemon({ env: { VITRINE_DOCS: 'false' } });
  t.teardown(() => daemon.stop());
  for (const path of ['/docs', '/docs/', '/docs/index.html'])
    t.equal((await fetch(daemon.url + path)).status, 404, path);
});
