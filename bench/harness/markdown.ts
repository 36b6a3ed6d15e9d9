/** The table of results: as text for a terminal and as Markdown, and its place in bench/README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';

/**
 * One measurement; what does not apply is left out.
 * @typedef {object} Row
 * @property {string} what
 * @property {string} [rate]
 * @property {number} [p50] milliseconds
 * @property {number} [p99] milliseconds
 * @property {number} [cpuMicros] of all threads of the daemon for one request
 * @property {number} [memoryMb]
 * @property {number} [bytes] of an answer
 * @property {number} [ofBare] share of the bare endpoint's requests a second
 * @property {string} [note]
 * @property {string} [target]
 * @property {boolean} [met] whether the target is
 */

const ROOT = new URL('../../', import.meta.url);
const HEAD = ['', 'rate', 'p50 ms', 'p99 ms', 'CPU µs', 'MB', 'KB/answer', 'of bare', 'target', 'notes'];

/** @param {Row} row */
function cells({ what, rate, p50, p99, cpuMicros, memoryMb, bytes, ofBare, note, target, met }) {
  return [
    what,
    rate ?? '',
    milliseconds(p50),
    milliseconds(p99),
    whole(cpuMicros),
    whole(memoryMb),
    bytes === undefined ? '' : (bytes / 1000).toFixed(1),
    ofBare === undefined ? '' : `${Math.round(ofBare * 100)} %`,
    target === undefined ? '' : `${target} ${met ? '(met)' : '(missed)'}`,
    note ?? '',
  ];
}

const milliseconds = value => (value === undefined ? '' : value.toFixed(2));
export const whole = value => (value === undefined ? '' : Math.round(value).toLocaleString('en-GB'));

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Row[]} rows */
export function markdown(rows) {
  return aligned([HEAD, ...rows.map(cells)]);
}

/** A table as Markdown, its columns as wide as what is in them. @param {string[][]} table the head first */
export function aligned(table) {
  const widths = table[0].map((_, column) => Math.max(3, ...table.map(line => line[column].length)));
  const line = texts => `| ${texts.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`;
  return [line(table[0]), rule, ...table.slice(1).map(line)].join('\n');
}

/** Machine, day and versions, in one sentence. */
export function circumstances() {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1e9);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cores.length} cores (${cores[0].model.trim()}), ${memory} GB, ${platform()} ${arch()}, Node ${process.versions.node}`;
}

/**
 * Replaces what stands between two marks.
 * @param {string} path relative to the checkout
 * @param {string} results Markdown
 * @param {string} name of the marks
 */
export function write(path, results, name = 'results') {
  const file = new URL(path, ROOT);
  const begin = `<!-- ${name} -->`;
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(`<!-- end of ${name} -->`);
  if (from < 0 || to < from) throw new Error(`${file.pathname} has no place for ${name}`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${results}\n\n${text.slice(to)}`);
}
