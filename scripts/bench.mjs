/**
 * `npm run bench` and the like: installs what is missing, builds what is stale, compiles bench/ and runs a bench of it
 * in this very process: `node scripts/bench.mjs BENCH [ARGUMENTS]`, where BENCH is its path in bench/ without an
 * ending.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './setup/build.mjs';
import { compileBench } from './setup/compile.mjs';
import { checkNode, ensurePackages } from './setup/packages.mjs';
import { fail } from './setup/say.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
checkNode();
ensurePackages(root);
if (!build(root)) fail('the build failed; the messages stand above.');

const [node, , bench, ...args] = process.argv;
const main = join(await compileBench(root), `${bench}.js`);
process.setSourceMapsEnabled(true);
process.argv = [node, main, ...args];
await import(pathToFileURL(main).href);
