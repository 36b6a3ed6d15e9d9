/** The table of the comparison: medians of the turns, and medians of what one turn's ratio of ours to Lucene's was. */
import { median, whole } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import type { Measured } from './turn.js';

/** What both sides came to, turn by turn. */
export interface Row {
  what: string;
  /** Behind the figures, with the space before it. */
  unit: string;
  ours: number[];
  lucene: number[];
  /** Where answers were measured. */
  answers?: { ours: Measured[]; lucene: Measured[] };
}

const HEAD = ['', 'ours', 'Lucene', 'ours : Lucene', 'by CPU time', 'p50 ms', 'p99 ms', 'CPU µs', 'KB/answer'];

export function row(what: string, unit: string, ours: number[], lucene: number[]): Row {
  return { what, unit, ours, lucene };
}

/** Answers a second. */
export function answersRow(what: string, ours: Measured[], lucene: Measured[]): Row {
  const rates = (turns: readonly Measured[]) => turns.map(({ perSecond }) => perSecond);
  return { ...row(what, '/s', rates(ours), rates(lucene)), answers: { ours, lucene } };
}

/** Where two figures stand in a cell, ours comes first. */
export function comparisonTable(rows: readonly Row[]): string {
  return markdownTable([HEAD, ...rows.map(cells)]);
}

function cells({ what, unit, ours, lucene, answers }: Row): string[] {
  const side = (turns: readonly number[]) => `${figure(median(turns))}${unit}`;
  const compared = [what, side(ours), side(lucene), ratio(ours, lucene)];
  if (!answers) return [...compared, '', '', '', '', ''];
  const of = (member: keyof Measured, turns: readonly Measured[]) => turns.map(turn => turn[member]);
  const both = (member: keyof Measured, text: (value: number) => string) =>
    `${text(median(of(member, answers.ours)))} / ${text(median(of(member, answers.lucene)))}`;
  return [
    ...compared,
    ratio(of('cpuMicros', answers.lucene), of('cpuMicros', answers.ours)),
    both('p50', milliseconds),
    both('p99', milliseconds),
    both('cpuMicros', whole),
    both('bytes', bytes => (bytes / 1000).toFixed(1)),
  ];
}

function ratio(a: readonly number[], b: readonly number[]): string {
  return `× ${median(a.map((value, turn) => value / b[turn])).toFixed(2)}`;
}

function milliseconds(value: number): string {
  return value.toFixed(2);
}

function figure(value: number): string {
  return value < 10 ? value.toFixed(1) : whole(value);
}
