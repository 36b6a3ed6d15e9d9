/** The report of a feed as lines of text: what was read, what is left out and why, and what found no place. */
import type { FeedSummary, Finding } from '../feeds/feed-report.js';
import { formatCount } from './terminal/print.js';

const SHOWN = 20;

export function feedReportLines(summary: FeedSummary): string[] {
  const { read, variants, products, groups, leftOut, unplacedFields, unplacedValues } = summary;
  const made = `${formatCount(groups, 'product group')}, ${formatCount(products, 'product')}, ${formatCount(variants, 'variant')}`;
  return [
    `${formatCount(read, 'item')} read: ${made}`,
    ...section(leftOut, count => `${formatCount(count, 'item')} left out`),
    ...section(unplacedValues, count => `${formatCount(count, 'value')} not understood`),
    ...section(
      unplacedFields,
      count => `fields without a place, ${formatCount(count, 'text')} (--mapping gives them one, or ignores them)`,
    ),
  ];
}

function section(findings: readonly Finding[], heading: (count: number) => string): string[] {
  if (findings.length === 0) return [];
  const lines = [heading(findings.reduce((sum, { count }) => sum + count, 0))];
  for (const { what, count, source, examples } of findings.slice(0, SHOWN)) {
    const shown = examples.map(({ line, value }) =>
      [...(line === undefined ? [] : [line]), ...(value === undefined ? [] : [JSON.stringify(value)])].join(': '),
    );
    const of = source === undefined ? '' : `${source}: `;
    lines.push(
      `  ${count.toLocaleString('en')} × ${of}${what} (${count > examples.length ? 'first ' : ''}at ${shown.join(', ')})`,
    );
  }
  const hidden = findings.length - SHOWN;
  if (hidden > 0) lines.push(`  and ${formatCount(hidden, 'further kind')}; --json lists them all`);
  return lines;
}
