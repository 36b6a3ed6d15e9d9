/** Results as Markdown tables, and their places in the READMEs of the benches. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inCheckout } from './checkout.js';

const LEAST_WIDTH = 3;

/** A table as Markdown, its columns as wide as what is in them. @param table the head first */
export function markdownTable(table: readonly (readonly string[])[]): string {
  const widths = table[0].map((_, column) => Math.max(LEAST_WIDTH, ...table.map(line => line[column].length)));
  const line = (texts: readonly string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`;
  return [line(table[0]), rule, ...table.slice(1).map(line)].join('\n');
}

/**
 * Replaces what stands between two marks of a README, `<!-- NAME -->` and `<!-- end of NAME -->`.
 * @param file relative to the checkout
 * @param results Markdown
 * @param name of the marks
 * @throws Error where the file has no such marks
 */
export function publish(file: string, results: string, name = 'results'): void {
  const { path, text, from, to } = place(file, name);
  writeFileSync(path, `${text.slice(0, from)}\n\n${results}\n\n${text.slice(to)}`);
}

/** What stands there. @throws Error where the file has no such marks */
export function published(file: string, name: string): string {
  const { text, from, to } = place(file, name);
  return text.slice(from, to).trim();
}

/** The file's text, and where the marks have what is between them. */
function place(file: string, name: string): { path: string; text: string; from: number; to: number } {
  const path = inCheckout(file);
  const begin = `<!-- ${name} -->`;
  const text = readFileSync(path, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(`<!-- end of ${name} -->`);
  if (from < 0 || to < from) throw new Error(`${path} has no place for ${name}`);
  return { path, text, from: from + begin.length, to };
}
