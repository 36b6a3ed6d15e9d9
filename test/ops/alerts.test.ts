/** The alert rules of ops/, as Prometheus reads them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const PROMTOOL = '/usr/bin/promtool';
const NO_PROMTOOL = existsSync(PROMTOOL) ? false : 'there is no promtool here';

t.test('promtool takes them', { skip: NO_PROMTOOL }, t => {
  const file = fileURLToPath(new URL('../../ops/alerts.yaml', import.meta.url));
  t.match(execFileSync(PROMTOOL, ['check', 'rules', file], { encoding: 'utf8' }), /SUCCESS: \d+ rules found/);
  t.end();
});
