/**
 * Puts what runs into few files: `bundle/` holds every program of `dist/` (the command, and each thread and process
 * that it starts) with the modules of ours and of the packages it imports. Node takes about a millisecond for a module,
 * however small, in every thread anew: a daemon starts in less than half the time from here. Packages with native
 * parts or
 * threads of their own stay in `node_modules`.
 *
 * A program is what package.json names as `bin`, and each module that another one names by `new URL(…,
 * import.meta.url)`. It has the same place in `bundle/` as in `dist/`, so that such paths lead to the same things.
 * Run by build.mjs as `node bundle.mjs ROOT`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

const OUTSIDE = ['lmdb', 'msgpackr', 'pino', 'piscina', 'uWebSockets.js'];
const ITS_URL = 'import.meta.url';
const NAMED = /new URL\('(\.[^']*\.js)', import\.meta\.url\)/g;
/** Stands in a file's text for the URL of the folder of the bundle, until it is known where the file lies. */
const HOME = 'import.meta.bundle';

const [root = ''] = process.argv.slice(2);
const dist = join(root, 'dist');
const bundle = join(root, 'bundle');

/** Paths below dist/. */
function programs() {
  /** @type {{ bin?: Record<string, string> }} */
  const { bin = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = new Set(Object.values(bin).map(file => posix.relative('bundle', file)));
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const folder = dirname(name).split(sep).join('/');
    for (const [, path] of readFileSync(join(dist, name), 'utf8').matchAll(NAMED)) found.add(posix.join(folder, path));
  }
  return [...found].sort();
}

/**
 * By itself: what programs share they would share in dozens of small files.
 * @param {typeof import('esbuild').build} build
 * @param {string} program its path below dist/
 */
async function write(build, program) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(dist, program)],
    outbase: dist,
    outdir: bundle,
    chunkNames: 'shared/[hash]',
    bundle: true,
    // For what a program imports when it needs it.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    sourcemap: true,
    // The packages stay installed, with their licences.
    legalComments: 'none',
    // For packages that are CommonJS.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module';\nconst require = $createRequire(import.meta.url);",
    },
    plugins: [ownUrls],
    write: false,
    logLevel: 'warning',
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const up = relative(dirname(path), bundle).split(sep).join('/');
    writeFileSync(path, text.replaceAll(HOME, `new URL('${up}/', import.meta.url)`));
  }
}

/**
 * What a module finds by its own URL it finds from where it would be in the bundle, whichever file it has got into.
 * @type {import('esbuild').Plugin}
 */
const ownUrls = {
  name: 'own URLs',
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(dist + sep)) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes(ITS_URL)) return undefined;
      const own = JSON.stringify(relative(dist, path).split(sep).join('/'));
      return { contents: text.replaceAll(ITS_URL, `new URL(${own}, ${HOME}).href`) };
    });
  },
};

rmSync(bundle, { recursive: true, force: true });
mkdirSync(bundle);
const found = programs();
if (found.length > 0) {
  const { build } = await import('esbuild');
  await Promise.all(found.map(program => write(build, program)));
}
