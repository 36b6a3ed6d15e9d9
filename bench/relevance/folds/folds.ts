/** `npm run train -- --folds`: measures what listing is worth on queries that its settings were not chosen by. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../../harness/markdown.js';
import type { ListWorth } from '../gains.js';
import { interval, intervalText } from '../intervals.js';
import type { SetName } from '../sets.js';
import { type Chosen, chosenByFolds, DIVISIONS, FOLDS } from './chosen.js';
import { configurations, differences } from './configurations.js';

const ANSWERS = fileURLToPath(new URL('./answers.js', import.meta.url));
/** Configurations that are listed, those that were chosen most often first. */
const MOST_LISTED = 5;

/**
 * @param dataDir a folder of the set's shop, which is closed
 * @param drawn configurations that are drawn by chance
 * @returns Markdown
 */
export function foldsText(name: SetName, dataDir: string, drawn: number): string {
  const tried = configurations(drawn);
  const worths = tried.map(configuration => {
    const output = execFileSync(process.execPath, [ANSWERS, name, dataDir, JSON.stringify(configuration)], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    return JSON.parse(output) as ListWorth[];
  });
  const chosen = chosenByFolds(worths);
  const inForce = worths[0]!.map(({ ndcg, first, recall = 1 }) => ({ ndcg, first: Number(first), recall }));
  const byTimes = chosen.times.map((times, at) => ({ times, at })).sort((a, b) => b.times - a.times || a.at - b.at);
  const most = byTimes.slice(0, MOST_LISTED).filter(({ times }) => times > 0);
  return [
    markdownTable([
      [`${name}, ${inForce.length} queries`, 'nDCG@10', 'first hit right', 'recall in 50'],
      row('settings in force', inForce),
      row('chosen without the query', chosen.heldOut),
      row(
        'the latter less the former',
        chosen.heldOut.map((own, i) => difference(own, inForce[i]!)),
      ),
    ]),
    `${tried.length} configurations, ${DIVISIONS} divisions into ${FOLDS} folds; chosen most often: ${most
      .map(({ times, at }) => `${differences(tried[at]!)} (${times} of ${DIVISIONS * FOLDS})`)
      .join('; ')}`,
  ].join('\n\n');
}

type Worth = Chosen['heldOut'][number];

function row(label: string, worths: readonly Worth[]): string[] {
  const of = (value: (worth: Worth) => number) => intervalText(interval(worths.map(value)));
  return [label, of(({ ndcg }) => ndcg), of(({ first }) => first), of(({ recall }) => recall)];
}

function difference(a: Worth, b: Worth): Worth {
  return { ndcg: a.ndcg - b.ndcg, first: a.first - b.first, recall: a.recall - b.recall };
}
