/** The conditions of a run: day, machine, versions, options. */
import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, totalmem } from 'node:os';
import { inCheckout } from '../harness/checkout.js';
import type { Conditions } from './results.js';

/** Git's paths of sources. */
const MEASURED = ['src', 'assembly', 'scripts', 'package-lock.json', ':(glob)bench/**/*.ts', ':(glob)bench/**/*.java'];

/**
 * @param options of the run, as its command line has set them
 * @param versions of what is measured beside us
 * @param note what else was going on
 */
export function conditionsOf(
  options: Conditions['options'],
  versions: Conditions['versions'] = {},
  note?: string,
): Conditions {
  const cores = cpus();
  const machine = {
    cpu: cores[0].model.trim(),
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
  };
  return {
    date: new Date().toISOString().slice(0, 10),
    machine,
    versions: { Vitrine: commit(), Node: process.versions.node, ...versions },
    options,
    ...(note !== undefined && { note }),
  };
}

/** As `2026-11-22, 2 cores (AMD EPYC), 25 GB, linux x64`. */
export function machineText({ date, machine }: Conditions): string {
  return `${date}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, ${machine.platform}`;
}

/** As `Vitrine 53a8a30, Node 20.20.2`. */
export function versionsText({ versions }: Conditions): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

/**
 * The checkout's commit, with `-changed` where what is measured, or what measures it, is not as committed; pages and
 * results change with every run. `unknown` without Git.
 */
function commit(): string {
  try {
    const changed = git('status', '--porcelain', '--', ...MEASURED);
    return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : '-changed'}`;
  } catch {
    return 'unknown';
  }
}

/** @throws Error where there is no Git, or no repository */
function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: inCheckout('.'), stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();
}
