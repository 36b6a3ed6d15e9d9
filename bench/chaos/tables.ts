/** Trials of reliability as Markdown. */
import { whole } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import { machineText, versionsText } from '../publishing/conditions.js';
import { PARTS, readReliability, type Trial } from './results.js';

/** Faults of a trial on the page, and the characters of one; the results have more. */
const MOST_SHOWN = 6;
const LONGEST_SHOWN = 150;
const HEAD = ['tried', 'how often', 'did not hold', 'seen'];

/** A piece of the page for each part. */
export function reliabilityPieces(): { name: string; text: string }[] {
  const runs = readReliability();
  return PARTS.map(part => {
    const run = runs[part];
    if (run === undefined) return { name: part, text: 'Not run yet.' };
    const { conditions, trials } = run;
    const options = Object.entries(conditions.options).map(([name, value]) => `${name} ${value}`);
    const note = conditions.note === undefined ? '' : ` ${conditions.note}`;
    const text = `${trialsTable(trials)}\n\n${machineText(conditions)}, ${versionsText(conditions)}; ${options.join(', ')}.${note}`;
    return { name: part, text: [text, ...faultsList(trials)].join('\n') };
  });
}

export function trialsTable(trials: readonly Trial[]): string {
  return markdownTable([
    HEAD,
    ...trials.map(({ what, tried, failed, figures }) => [what, whole(tried), whole(failed), figuresText(figures)]),
  ]);
}

/** A list with some of what did not hold; as code, because texts that attack are in it. */
function faultsList(trials: readonly Trial[]): string[] {
  const faults = trials.flatMap(({ what, faults }) =>
    faults.slice(0, MOST_SHOWN).map(fault => `- ${what}: \`${fault.slice(0, LONGEST_SHOWN).replaceAll('`', "'")}\``),
  );
  return faults.length === 0 ? [] : ['', ...faults];
}

function figuresText(figures: Trial['figures']): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? whole(value) : value.toFixed(2)}`)
    .join(', ');
}
