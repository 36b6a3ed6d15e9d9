/**
 * Machines for tests of partitions: network namespaces that reach each other over a switch, from which each can be cut off
 * without either side being told, and that the test reaches by a line of its own. Linux, and root, are needed.
 */
import { spawnSync } from 'node:child_process';

const CLIENTS_PORTS_OF = 64;
const LONGEST_NAME = 9;

/** For the options of a test: false, or why there can be no machines here. */
export const NO_MACHINES = missing();

export interface Machine {
  /** What a program is run by on it. */
  within: readonly string[];
  /** Its address for the other machines. */
  address: string;
  /** Its address for the test. */
  outside: string;
  /** Drops all between it and the others. */
  cutOff(): void;
  /** Takes it back. */
  join(): void;
}

/** Makes machines, which are removed with the test. */
export function startMachines(t: { teardown(fn: () => unknown): void }, count: number): Machine[] {
  const name = `v${process.pid}`.slice(0, LONGEST_NAME);
  const hub = `${name}-switch`;
  t.teardown(() => run('netns', 'delete', hub));
  run('netns', 'add', hub);
  run('-n', hub, 'link', 'add', 'switch', 'type', 'bridge');
  run('-n', hub, 'link', 'set', 'switch', 'up');
  return Array.from({ length: count }, (_, i) => machine(t, hub, `${name}-${i}`, i));
}

function machine(t: { teardown(fn: () => unknown): void }, hub: string, name: string, i: number): Machine {
  // Of addresses for tests of networks (RFC 2544), some for each process that runs tests.
  const line = `198.18.${(process.pid % CLIENTS_PORTS_OF) * 4 + i}`;
  const [outside, address] = [`${line}.2`, `198.19.0.${i + 1}`];
  t.teardown(() => run('netns', 'delete', name));
  run('netns', 'add', name);
  run('-n', name, 'link', 'set', 'lo', 'up');
  run('link', 'add', name, 'type', 'veth', 'peer', 'name', 'test', 'netns', name);
  run('address', 'add', `${line}.1/30`, 'dev', name);
  run('link', 'set', name, 'up');
  run('-n', name, 'address', 'add', `${outside}/30`, 'dev', 'test');
  run('-n', name, 'link', 'set', 'test', 'up');
  run('-n', hub, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'others', 'netns', name);
  run('-n', hub, 'link', 'set', name, 'master', 'switch', 'up');
  run('-n', name, 'address', 'add', `${address}/24`, 'dev', 'others');
  run('-n', name, 'link', 'set', 'others', 'up');
  return {
    within: ['ip', 'netns', 'exec', name],
    address,
    outside,
    cutOff: () => run('-n', hub, 'link', 'set', name, 'nomaster'),
    join: () => run('-n', hub, 'link', 'set', name, 'master', 'switch'),
  };
}

/** @throws with what `ip` says where it fails */
function run(...args: string[]): void {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr}`);
}

function missing(): false | string {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const tried = `vitrine-${process.pid}`;
  const { status } = spawnSync('ip', ['netns', 'add', tried]);
  if (status !== 0) return 'there are no network namespaces here';
  spawnSync('ip', ['netns', 'delete', tried]);
  return false;
}
