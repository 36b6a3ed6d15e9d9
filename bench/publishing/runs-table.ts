/** The runs that published rows are from, by the numbers that tables have in their last column. */
import { whole } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import { machineText, versionsText } from './conditions.js';
import type { Conditions, Run } from './results.js';

const OPTION_TEXTS: Readonly<Record<string, (value: number | string) => string>> = {
  seconds: value => `${value} s a turn`,
  rounds: value => `${value} turns`,
  connections: value => `${value} connections`,
  texts: value => `${typeof value === 'number' ? whole(value) : value} search texts`,
  cacheMb: value => `answer cache ${value} MB where it is on`,
};

/** @param first number of the first run */
export function runsTable(runs: readonly Run[], first = 1): string {
  if (runs.length === 0) return 'No run yet.';
  const lines = runs.map(({ conditions }, i) => [
    String(first + i),
    machineText(conditions),
    versionsText(conditions),
    optionsText(conditions),
    conditions.note ?? '',
  ]);
  return markdownTable([['run', 'when and where', 'versions', 'options', 'besides'], ...lines]);
}

function optionsText({ options }: Conditions): string {
  return Object.entries(options)
    .map(([name, value]) => OPTION_TEXTS[name]?.(value) ?? `${name} ${value}`)
    .join(', ');
}
