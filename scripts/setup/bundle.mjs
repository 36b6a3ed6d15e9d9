/**
 * Puts what runs into few files: `bundle/` holds every program of `src/` (the command, and each thread and process that
 * it starts) with the modules of ours and of the packages it imports. Node takes about a millisecond for a module,
 * however small, in every thread anew: a daemon starts in less than half the time from here. Packages with native parts
 * or threads of their own stay in `node_modules`. `dist/` gets each module by itself, for benches.
 *
 * A program is what package.json names as `bin`, and each module that another one names by `new URL(…,
 * import.meta.url)`. It has the same place in `bundle/` as in `src/`, so that such paths lead to the same things.
 * Types are not looked at here: that is a step of its own. Run by build.mjs as `node bundle.mjs ROOT`.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUTSIDE = ['lmdb', 'msgpackr', 'onnxruntime-web', 'piscina', 'uws-js-unofficial'];
const UWS = 'uws-js-unofficial';
/** Of the package's builds, those for Node 20 on Linux: what other systems have would be most of what is shipped. */
const SHIPPED_UWS = /^uws_linux_(x64|arm64)_115\.node$/;
const ITS_URL = 'import.meta.url';
const NAMED = /new URL\('(\.[^']*\.js)', import\.meta\.url\)/g;
/** Runs the programs: see there. */
const RUN_PROGRAM = 'run-program.cjs';

const [root = ''] = process.argv.slice(2);
const src = join(root, 'src');
const bundle = join(root, 'bundle');
/** Of src/, paths below it. */
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));

/** Paths below bundle/. */
function programs() {
  /** @type {{ bin?: Record<string, string> }} */
  const { bin = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = new Set(Object.values(bin).map(file => posix.relative('bundle', file)));
  for (const name of modules) {
    const folder = dirname(name).split(sep).join('/');
    for (const [, path] of readFileSync(join(src, name), 'utf8').matchAll(NAMED)) found.add(posix.join(folder, path));
  }
  return [...found].sort();
}

/**
 * A program is one file, `main.cjs`, with what it imports only when it needs it; what programs share they would share
 * in dozens of small files. The file of the program's name runs it, from compiled code where there is some.
 * @param {typeof import('esbuild').build} build
 * @param {string} program its path below bundle/
 */
async function write(build, program) {
  const name = program.replace(/\.js$/, '.cjs');
  const file = join(bundle, name);
  const up = relative(dirname(file), bundle).split(sep).join('/') || '.';
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(src, program.replace(/\.js$/, '.ts'))],
    outfile: file,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    sourcemap: true,
    // Text in Latin-1 is read and compiled without being decoded.
    charset: 'ascii',
    // The packages stay installed, with their licences.
    legalComments: 'none',
    banner: { js: `const $bundle = require('node:url').pathToFileURL(__dirname + '/${up}/');` },
    plugins: [ownUrls],
    write: false,
    logLevel: 'warning',
  });
  mkdirSync(dirname(file), { recursive: true });
  // A line for the shell belongs to the file that Node is given.
  for (const { path, text } of outputFiles) {
    const code = text.replace(/^#!.*/, '');
    writeFileSync(path, path.endsWith('.map') ? code : inAscii(code));
  }
  const run = `require('${up}/${RUN_PROGRAM}')(module, require, __filename.replace(/js$/, 'cjs'));`;
  writeFileSync(join(bundle, program), `#!/usr/bin/env node\n${run}\n`);
}

/**
 * A program with the letters escaped that `charset` leaves as they are: those of regular expressions, which would be read
 * as others, and of comments.
 * @param {string} code
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Each module of src/ by itself, in dist/.
 * @param {typeof import('esbuild').build} build
 */
async function compile(build) {
  const dist = join(root, 'dist');
  // What has lost its source; files that begin with a point are notes of builds and checks.
  const before = existsSync(dist) ? readdirSync(dist).filter(name => !name.startsWith('.')) : [];
  for (const name of before) rmSync(join(dist, name), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: modules.map(name => join(src, name)),
    outbase: src,
    outdir: dist,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/**
 * What a module finds by its own URL it finds from where it would be in the bundle, whichever file it has got into.
 * @type {import('esbuild').Plugin}
 */
const ownUrls = {
  name: 'own URLs',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(src + sep)) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes(ITS_URL)) return undefined;
      const own = JSON.stringify(relative(src, path).replace(/\.ts$/, '.js').split(sep).join('/'));
      return { contents: text.replaceAll(ITS_URL, `new URL(${own}, $bundle).href`), loader: 'ts' };
    });
  },
};

/** The package of uWebSockets.js as it is shipped (see server/http/uws-package.ts). */
function copyUws() {
  const from = join(root, 'node_modules', UWS);
  const to = join(bundle, 'uws');
  cpSync(join(from, 'binaries'), join(to, 'binaries'), {
    recursive: true,
    filter: name => !name.endsWith('.node') || SHIPPED_UWS.test(basename(name)),
  });
  for (const name of ['package.json', 'LICENSE']) copyFileSync(join(from, name), join(to, name));
}

rmSync(bundle, { recursive: true, force: true });
mkdirSync(bundle);
copyUws();
const found = programs();
// The programs are CommonJS, which Node starts without its loader of modules.
writeFileSync(join(bundle, 'package.json'), '{ "type": "commonjs" }\n');
copyFileSync(fileURLToPath(new URL(RUN_PROGRAM, import.meta.url)), join(bundle, RUN_PROGRAM));
const { build } = await import('esbuild');
await Promise.all([compile(build), ...found.map(program => write(build, program))]);
