/**
 * What a daemon tells Prometheus, as its own checker reads it, and whether dashboards, alerts, runbooks and documentation ask
 * for what there is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { QUERY_PARAMETERS } from '../../src/api/query-parameters.js';
import { startDaemon } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';

const PROMTOOL = '/usr/bin/promtool';
const NO_PROMTOOL = existsSync(PROMTOOL) ? false : 'there is no promtool here';
const ROOT = new URL('../../', import.meta.url);
const NAME = /\b(?:vitrine|process|nodejs)_[a-z_]+/g;
const OF_FLEETS = /^vitrine_fleet_/;

// With campaigns, and in a fleet where there can be one: it has all metrics.
const env = { VITRINE_SITE_RETAIL_MEDIA: 'true' };
const daemon = NO_NATS ? await startDaemon({ env }) : await startMember(t, await startNats(t), { env });
if (NO_NATS) t.teardown(() => daemon.stop());
const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
const known = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** All texts of members of that name, wherever they stand. */
function members(value: unknown, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    key === name && typeof held === 'string' ? [held] : members(held, name),
  );
}

const dashboards = readdirSync(new URL('ops/grafana', ROOT)).map(name => `ops/grafana/${name}`);
const asked = new Map(dashboards.map(path => [path, members(JSON.parse(read(path)), 'expr')]));

t.test('promtool finds nothing wrong with the metrics', { skip: NO_PROMTOOL }, t => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
  t.equal(status, 0, stdout + stderr);
  t.end();
});

t.test('metrics of the process do not list its connections', t => {
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_gc_duration_seconds'])
    t.ok(known.has(name), name);
  t.match(metrics, /^process_open_fds [1-9]\d*$/m);
  t.match(metrics, /^vitrine_disk_free_bytes [1-9]\d*$/m);
  t.notMatch(metrics, /^nodejs_active_/m);
  t.end();
});

t.test('dashboards, alerts, runbooks and documentation name metrics that there are', t => {
  const pages = ['docs', 'docs/runbooks'].flatMap(folder =>
    readdirSync(new URL(folder, ROOT)).flatMap(name => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  );
  const texts = [...asked].map(([path, expressions]) => [path, expressions.join('\n')] as const);
  for (const path of ['ops/alerts.yaml', ...pages]) texts.push([path, read(path)]);
  const missing: string[] = [];
  let found = 0;
  for (const [path, text] of texts) {
    // What ends with _ stands for all that begin with it.
    for (const name of new Set(text.match(NAME)?.filter(one => !one.endsWith('_')))) {
      if (NO_NATS && OF_FLEETS.test(name)) continue;
      found++;
      if (!known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, ''))) missing.push(`${path}: ${name}`);
    }
  }
  t.ok(found > 50, `${found} names`);
  t.same(missing, []);
  t.end();
});

t.test('dashboards count the routes of all queries', t => {
  const routes = [...asked.values()].flat().flatMap(text => /route=~"([^"]+)"/.exec(text)?.[1] ?? []);
  t.ok(routes.length > 0);
  for (const one of new Set(routes)) t.same(one.split('|').sort(), Object.keys(QUERY_PARAMETERS).sort());
  t.end();
});

t.test('promtool takes what dashboards ask', { skip: NO_PROMTOOL }, t => {
  for (const [path, expressions] of asked) {
    t.ok(expressions.length > 10, path);
    const rules = expressions.map((text, at) => {
      const expr = text.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
      return { record: `panel:${at}`, expr };
    });
    const file = join(testFolder(t), 'rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: path, rules }] }));
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'rules', file], { encoding: 'utf8' });
    t.equal(status, 0, stdout + stderr);
  }
  t.end();
});
