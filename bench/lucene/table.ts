/** The table of the comparison: medians of the turns, and medians of what one turn's ratio of ours to Lucene's was. */
import { whole } from '../harness/markdown.js';

/**
 * One turn of one side.
 * @typedef {object} Turn
 * @property {number} [value]
 * @property {number} [perSecond] answers; the value of those that were measured
 * @property {number} [p50] milliseconds
 * @property {number} [p99] milliseconds
 * @property {number} [cpuMicros] of all threads of the process for one answer
 * @property {number} [bytes] of an answer
 */

/** @typedef {{ what: string, unit: string, ours: Turn[], lucene: Turn[] }} Row */

const HEAD = ['', 'ours', 'Lucene', 'ours : Lucene', 'by CPU time', 'p50 ms', 'p99 ms', 'CPU µs', 'KB/answer'];

/** @returns {Row} @param {string} what @param {string} unit @param {Turn[]} ours @param {Turn[]} lucene */
export function row(what, unit, ours, lucene) {
  return { what, unit, ours, lucene };
}

/** Where two figures stand in a cell, ours comes first. @param {Row[]} rows */
export function markdown(rows) {
  const table = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(3, ...table.map(line => line[column].length)));
  const line = texts => `| ${texts.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`;
  return [line(table[0]), rule, ...table.slice(1).map(line)].join('\n');
}

/** @param {Row} row */
function cells({ what, unit, ours, lucene }) {
  const value = turn => turn.value ?? turn.perSecond;
  const timed = ours[0].cpuMicros !== undefined;
  const both = (of, text) => (timed ? `${text(median(ours.map(of)))} / ${text(median(lucene.map(of)))}` : '');
  const ratio = (a, b) => `× ${median(ours.map((_, i) => a(i) / b(i))).toFixed(2)}`;
  const milliseconds = number => number.toFixed(2);
  return [
    what,
    `${figure(median(ours.map(value)))}${unit}`,
    `${figure(median(lucene.map(value)))}${unit}`,
    ratio(
      i => value(ours[i]),
      i => value(lucene[i]),
    ),
    timed
      ? ratio(
          i => lucene[i].cpuMicros,
          i => ours[i].cpuMicros,
        )
      : '',
    both(turn => turn.p50, milliseconds),
    both(turn => turn.p99, milliseconds),
    both(turn => turn.cpuMicros, whole),
    both(
      turn => turn.bytes,
      bytes => (bytes / 1000).toFixed(1),
    ),
  ];
}

const figure = number => (number < 10 ? number.toFixed(1) : whole(number));

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
