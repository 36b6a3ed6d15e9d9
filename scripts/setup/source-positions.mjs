/**
 * Tells where in the sources something failed: bundled tests name positions in `.tests`, and their source maps know
 * what stood there. Only the output of failures is read so; a test process that reads the maps of all that it loads, to
 * have its stacks right from the start, takes half as long again to start.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** In stacks: `.tests/cli/main.test.js:12:3`, below the repository or with its whole path or URL. */
const IN_STACK = /(?:(?:file:\/\/)?\/[^\s():]*\/)?(\.tests\/[^\s():]+\.js):(\d+):(\d+)/g;
/** In the diagnostics of the test framework. */
const IN_DIAGNOSTICS = /(fileName: )(\.tests\/\S+\.js)(\s+lineNumber: )(\d+)(\s+columnNumber: )(\d+)/g;

/**
 * @param {string} root
 * @param {string} text output of a test process
 * @returns {string} with positions of the sources in place of those that are known to be made of them
 */
export function withSourcePositions(root, text) {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map();
  /**
   * @type {(file: string, line: string, column: string) => { file: string, line: number, column: number } | undefined}
   */
  const sourceOf = (file, line, column) => {
    if (!maps.has(file)) maps.set(file, mapOf(join(root, file)));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return undefined;
    const source = relative(root, resolve(root, dirname(file), entry.originalSource));
    return { file: source.split(sep).join('/'), line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
  return text
    .replace(IN_STACK, (all, file, line, column) => {
      const source = sourceOf(file, line, column);
      return source ? `${source.file}:${source.line}:${source.column}` : all;
    })
    .replace(IN_DIAGNOSTICS, (all, before, file, ofLine, line, ofColumn, column) => {
      const source = sourceOf(file, line, column);
      return source ? `${before}${source.file}${ofLine}${source.line}${ofColumn}${source.column}` : all;
    });
}

/** @param {string} file of JavaScript */
function mapOf(file) {
  const map = `${file}.map`;
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined;
}
