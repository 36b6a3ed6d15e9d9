/**
 * Compiles `assembly/` to WebAssembly. `npm run assembly` puts the result into `src/kernel/assembly-code.ts`, which is
 * kept with the sources, so that neither a build nor an installation needs the compiler; with `--check` it only tells
 * whether what stands there is what the sources give.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { fail, say } from './say.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CODE = 'src/kernel/assembly-code.ts';
/** No objects, so no collector; the memory is the caller's. */
const OPTIONS = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];
const LINE = 100;

const text = codeOf(await compiled());
const file = join(root, CODE);
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    fail(`${CODE} is not what assembly/ compiles to; \`npm run assembly\` writes it`);
  }
} else {
  writeFileSync(file, text);
  say(`wrote ${CODE}`);
}

/** @returns {Promise<Buffer>} */
async function compiled() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-assembly-'));
  try {
    const out = join(folder, 'code.wasm');
    const { error, stderr } = await asc.main([join(root, 'assembly/index.ts'), '--outFile', out, ...OPTIONS], {});
    if (error) fail(`${error.message}\n${stderr.toString()}`);
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Buffer} code */
function codeOf(code) {
  const lines = code.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [
    '/** Compiled from `assembly/` by `npm run assembly`; a check holds that it is. */',
    'export const ASSEMBLY_CODE = [',
    ...lines.map(line => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}
