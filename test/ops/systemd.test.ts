/** The unit of ops/: systemd takes it, and finds little that it could still take away from the daemon. */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const UNIT = fileURLToPath(new URL('../../ops/vitrine.service', import.meta.url));
/** What systemd calls an exposure of less, on a scale to 10, is "OK". */
const MOST_EXPOSED = 2;
const absent = spawnSync('systemd-analyze', ['--version']).status !== 0;
const skip = absent ? 'systemd-analyze is not installed' : false;

t.test('systemd takes the unit without a warning', { skip }, async t => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' });
  t.equal(status, 0);
  t.equal(stdout + stderr, '');
});

t.test('the unit gives up what the daemon does not need', { skip }, async t => {
  const args = ['security', '--offline=true', '--no-pager', UNIT];
  const text = execFileSync('systemd-analyze', args, { encoding: 'utf8' });
  const exposure = Number(/exposure level for vitrine\.service: ([\d.]+)/.exec(text)?.[1]);
  t.ok(exposure < MOST_EXPOSED, `exposure ${exposure}`);
});
