/** Runs in pieces: what several runs of a part have seen, as one. */
import type { Conditions } from '../publishing/results.js';
import type { Run, Trial } from './results.js';

/** Names of figures that are not counts: middles, and the most of something. */
const MIDDLE = /\b(p50|median|a second)\b/;
const MOST = /\b(most|slowest|p99|ms)\b/;

/**
 * Trials of the same name become one: counts add up, of the most of something there is the most, and middles are the mean of
 * those of the runs, by how much each has tried. @throws Error where a run of another machine is added
 */
export function withPiece(before: Run, piece: Run): Run {
  const trials = [...before.trials];
  for (const trial of piece.trials) {
    const at = trials.findIndex(({ what }) => what === trial.what);
    if (at < 0) trials.push(trial);
    else trials[at] = sumOf(trials[at]!, trial);
  }
  return { conditions: conditionsOf(before.conditions, piece.conditions), trials };
}

function sumOf(one: Trial, other: Trial): Trial {
  const figures = { ...one.figures };
  for (const [name, value] of Object.entries(other.figures)) {
    const before = figures[name];
    if (before === undefined) figures[name] = value;
    else if (MIDDLE.test(name)) {
      figures[name] = (before * one.tried + value * other.tried) / Math.max(1, one.tried + other.tried);
    } else figures[name] = MOST.test(name) ? Math.max(before, value) : before + value;
  }
  return {
    what: one.what,
    tried: one.tried + other.tried,
    failed: one.failed + other.failed,
    faults: [...one.faults, ...other.faults],
    figures,
  };
}

/** Of all: the day of the last, every version and seed, and numbers of what was to be done, added up. */
function conditionsOf(one: Conditions, other: Conditions): Conditions {
  if (JSON.stringify(one.machine) !== JSON.stringify(other.machine)) {
    throw new Error(`found a run on ${JSON.stringify(other.machine)}, expected ${JSON.stringify(one.machine)}`);
  }
  const names = new Set([...Object.keys(one.options), ...Object.keys(other.options)]);
  return {
    ...one,
    date: other.date,
    versions: Object.fromEntries(
      Object.entries(other.versions).map(([name, version]) => [name, listed(one.versions[name], version)]),
    ),
    options: Object.fromEntries([...names].map(name => [name, optionOf(name, one.options[name], other.options[name])])),
    ...((one.note ?? other.note) && { note: listed(one.note, other.note) }),
  };
}

function optionOf(name: string, one: string | number | undefined, other: string | number | undefined): string | number {
  const counts = name !== 'seed' && typeof one === 'number' && typeof other === 'number';
  return counts ? one + other : listed(one, other);
}

/** Each once. */
function listed(one: string | number | undefined, other: string | number | undefined): string {
  if (one === undefined || other === undefined) return String(one ?? other);
  const before = String(one).split(' and ');
  return before.includes(String(other)) ? String(one) : [...before, other].join(' and ');
}
