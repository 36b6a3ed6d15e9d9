/** What a daemon tells Prometheus, as its own checker reads it, and whether alerts ask for what there is. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import { startDaemon } from '../daemon.js';

const PROMTOOL = '/usr/bin/promtool';
const NO_PROMTOOL = existsSync(PROMTOOL) ? false : 'there is no promtool here';
/** Of fleets, and of campaigns where retail media is on: this daemon has neither. */
const ELSEWHERE = /^vitrine_(fleet_|campaigns)/;

const daemon = await startDaemon();
t.teardown(() => daemon.stop());
const metrics = await (await fetch(`${daemon.url}/metrics`)).text();

t.test('promtool finds nothing wrong with the metrics', { skip: NO_PROMTOOL }, t => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
  t.equal(status, 0, stdout + stderr);
  t.end();
});

t.test('alerts ask for metrics that there are', t => {
  const rules = readFileSync(new URL('../../ops/alerts.yaml', import.meta.url), 'utf8');
  const named = rules.split('\n').flatMap(line => (line.includes('expr:') ? (line.match(/vitrine_\w+/g) ?? []) : []));
  t.ok(named.length > 10);
  for (const name of named.filter(one => !ELSEWHERE.test(one))) t.match(metrics, `# TYPE ${name} `, name);
  t.end();
});
