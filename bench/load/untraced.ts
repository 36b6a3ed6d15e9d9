/**
 * The programs of this checkout without what requests do for traces: what they cost where no SDK is registered is the
 * difference. A folder beside bundle/, so that all paths lead where they did.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inCheckout } from '../harness/checkout.js';

const FOLDER = inCheckout('.untraced');
const MAIN = 'cli/main';
/** Beside it lies what V8 has compiled of the whole program. */
const COMPILED = /\.compiled$/;
/** Of a request: the making of its trace, and calls of it. */
const MADE = /^( *this\.trace = )\w+\.tracer && new RequestTrace\(.*\);$/gm;
const CALLED = /^ *\w+\.trace\?\.\w+\(.*\);\n/gm;

/**
 * Writes them; they are removed when the process ends.
 * @returns the path of the command
 * @throws Error where the bundle has nothing of the kind, so that the figure would say nothing
 */
export function writeUntraced(): string {
  cpSync(inCheckout('bundle'), FOLDER, { recursive: true, filter: file => !COMPILED.test(file) });
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
  const file = `${FOLDER}/${MAIN}.cjs`;
  const code = readFileSync(file, 'utf8');
  const calls = code.match(CALLED)?.length ?? 0;
  if (code.match(MADE)?.length !== 1 || calls === 0) throw new Error(`${file}: the traces of requests are not found`);
  writeFileSync(file, code.replace(MADE, '$1void 0;').replace(CALLED, ''));
  return `${FOLDER}/${MAIN}.js`;
}
