/**
 * Spans of a daemon, by an SDK that is registered as the documentation has it, but for its exporter: that one appends spans to a
 * file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { importWhenReady, rollback, snapshots } from '../../contract/admin.js';
import { groupLines } from '../../contract/shop.js';
import { startDaemon } from '../../daemon.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';

const ROOT = pathToFileURL(`${process.cwd()}/`);
const resolvable = createRequire(new URL('package.json', ROOT));
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Span {
  name: string;
  trace: string;
  id: string;
  parent?: string;
  kind: number;
  attributes: Record<string, unknown>;
  ms: number;
}

/** The example of docs/operating.md, with packages of this tree, and an exporter that appends to `file`. */
function preload(file: string): string {
  const page = readFileSync(new URL('docs/operating.md', ROOT), 'utf8');
  const example = /```js\n(\/\/ tracing\.mjs\n.*?)```/s.exec(page)![1]!;
  const exporter = `
import { appendFileSync } from 'node:fs';
class OTLPTraceExporter {
  export(spans, done) {
    for (const span of spans) {
      const { name, kind, attributes, parentSpanContext, duration: [s, ns] } = span;
      const { traceId: trace, spanId: id } = span.spanContext();
      const line = { name, trace, id, parent: parentSpanContext?.spanId, kind, attributes, ms: s * 1000 + ns / 1e6 };
      appendFileSync(${JSON.stringify(file)}, JSON.stringify(line) + '\\n');
    }
    done({ code: 0 });
  }
  async shutdown() {}
}
`;
  return example
    .replace(/^import .*exporter-trace-otlp-http';\n/m, exporter)
    .replaceAll('BatchSpanProcessor', 'SimpleSpanProcessor')
    .replace(/ from '(@opentelemetry\/[^']+)'/g, (_, name: string) => {
      return ` from '${pathToFileURL(resolvable.resolve(name)).href}'`;
    });
}

t.test('requests, their queries and imports have spans, in the trace that a request names', async t => {
  const folder = testFolder(t);
  const [file, module] = [join(folder, 'spans.jsonl'), join(folder, 'tracing.mjs')];
  writeFileSync(file, '');
  writeFileSync(module, preload(file));
  const catalog = join(folder, 'catalog.jsonl');
  writeFileSync(
    catalog,
    groupLines(20)
      .map(line => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const daemon = await startDaemon({ catalog, env: { NODE_OPTIONS: `--import ${pathToFileURL(module).href}` } });
  t.teardown(() => daemon.stop());
  // What is after the last line's end is yet to be written.
  const spans = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as Span);
  const named = (name: string) => spans().filter(span => span.name === name);

  const visitor = 'customerKey=visitor-7&sessionKey=session-7';
  const url = `${daemon.url}/api/storefront/v3/queries/search-page?market=uk&locale=en-GB&touchpoint=DESKTOP&q=lantern&${visitor}`;
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  for (let i = 0; i < 2; i++) t.equal((await fetch(url, { headers: { traceparent } })).status, 200);
  t.equal((await fetch(`${daemon.url}/nothing`)).status, 404);
  await until('all spans', () => named('GET search-page').length === 2 && named('GET unmatched').length === 1);

  const [first] = named('GET search-page');
  const asked = { 'vitrine.query': 'search-page', 'vitrine.market': 'uk', 'vitrine.locale': 'en-GB' };
  t.match(first, { trace: TRACE, parent: PARENT, kind: 1 });
  t.match(first!.attributes, { ...asked, 'http.response.status_code': 200, 'vitrine.request': TRACE });
  const queries = named('query search-page');
  t.match(queries, [{ trace: TRACE, parent: first!.id, attributes: asked }], 'the second is answered from the cache');
  t.ok(Number(queries[0]!.attributes['vitrine.compute_ms']) <= queries[0]!.ms + 1 && queries[0]!.ms <= first!.ms);
  t.match(named('GET unmatched'), [{ parent: undefined, attributes: { 'http.response.status_code': 404 } }]);

  const [imported] = named('import catalog');
  t.match(imported, {
    parent: undefined,
    attributes: { 'vitrine.outcome': 'SUCCESS', 'vitrine.snapshot': /^00000001-/ },
  });
  const [build] = named('build');
  t.match(build, { trace: imported!.trace, parent: imported!.id });
  t.ok(build!.ms > 0 && build!.ms <= imported!.ms);

  await importWhenReady(daemon, 'POST', groupLines(21).slice(20), {});
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const pages = { market: 'uk', type: 'PARTIAL', addOrUpdate: [{ id: 'lanterns', headings: { 'en-GB': 'Light' } }] };
  const body = new Uint8Array(gzipSync(JSON.stringify(pages)));
  const site = await fetch(`${daemon.url}/api/admin/v4/import/pages`, { method: 'POST', headers, body });
  t.equal(site.status, 204, await site.text());
  const { live, snapshots: kept } = await snapshots(daemon);
  const before = kept.map(({ id }) => id).find(id => id !== live)!;
  t.equal(await rollback(daemon, before), 204);
  await until('the spans of all imports', () => named('import rollback').length > 0);
  for (const name of ['import pages', 'import rollback']) {
    const [span] = named(name);
    t.match(span, { parent: undefined, attributes: { 'vitrine.outcome': 'SUCCESS' } }, name);
  }

  for (const secret of ['visitor-7', 'session-7', 'lantern', daemon.key])
    t.notOk(readFileSync(file, 'utf8').includes(secret), secret);
});
