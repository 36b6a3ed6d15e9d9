/** The alert rules of ops/, as Prometheus reads them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { parse } from 'yaml';

const PROMTOOL = '/usr/bin/promtool';
const ROOT = new URL('../../', import.meta.url);
const FILE = fileURLToPath(new URL('ops/alerts.yaml', ROOT));
const NO_PROMTOOL = existsSync(PROMTOOL) ? false : 'there is no promtool here';

t.test('promtool takes them', { skip: NO_PROMTOOL }, t => {
  t.match(execFileSync(PROMTOOL, ['check', 'rules', FILE], { encoding: 'utf8' }), /SUCCESS: \d+ rules found/);
  t.end();
});

interface Alert {
  alert: string;
  annotations: Record<string, string>;
}

t.test('each has a page that says what to look at and what to do', t => {
  const { groups } = parse(readFileSync(FILE, 'utf8')) as { groups: { rules: Alert[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules);
  t.ok(alerts.length > 10);
  for (const { alert, annotations } of alerts) {
    const page = readFileSync(new URL(annotations['runbook']!, ROOT), 'utf8');
    t.match(page, `Alert \`${alert}\``, alert);
    for (const heading of ['## What to look at\n', '## What to do\n']) t.match(page, heading, alert);
  }
  t.end();
});
