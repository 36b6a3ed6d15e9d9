/**
 * Puts test files, with all that they import of the repository and the test framework, into `.tests`: a file for each
 * process that runs tests, and chunks that they share. Node takes about a millisecond for a module, however small; file
 * by file, a test would import up to a thousand. Types are not looked at here: that is a check of its own.
 *
 * What a module finds by its own URL it finds from where it would have been compiled to, a folder of the same depth as
 * its source; a thread or process that src/ starts is that of bundle/.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Folders whose modules are bundled, and where their URLs are.
 * @type {Record<string, string>}
 */
const PLACES = { src: 'bundle', bench: '.bench', test: '.tests', web: '.web' };
const ITS_URL = 'import.meta.url';
const OWN_URL = '$ownUrl';
/** Threads that tests start. */
const NAMED = /new URL\('(\.[^']*\.js)', import\.meta\.url\)/g;
/** Native parts, threads and files of their own. */
const OUTSIDE = [
  'lmdb',
  'msgpackr',
  'onnxruntime-web',
  'pino',
  'piscina',
  'uws-js-unofficial',
  'playwright-core',
  'esbuild',
  'vue/compiler-sfc',
  '@hyperjump/*',
];

/**
 * @param {string} root
 * @returns {string[]} all test files, as `test/cli/main.test.ts`, in order
 */
export function testFiles(root) {
  return filesOf(root).filter(name => name.endsWith('.test.ts'));
}

/** Removes what was bundled before, and copies what is run as it is. @param {string} root */
export function clearTests(root) {
  rmSync(join(root, '.tests'), { recursive: true, force: true });
  for (const name of filesOf(root)) {
    if (name.endsWith('.ts')) continue;
    const copy = compiled(root, name);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, name), copy);
  }
}

/**
 * Bundles one file for each batch; it evaluates the files of the batch in their order.
 * @param {string} root
 * @param {string[][]} batches names of test files
 * @returns {Promise<string[]>} the file to run for each
 */
export async function bundleTests(root, batches) {
  const { build } = await import('esbuild');
  const threads = threadsOf(root).map(name => ({ in: join(root, name), out: withoutEnding(name) }));
  const entries = batches.map(([first = '', ...others]) => ({
    in: others.length === 0 ? join(root, first) : `batch:${[first, ...others].join(',')}`,
    out: `${withoutEnding(first)}${others.length === 0 ? '' : `-and-${others.length}-more`}`,
  }));
  await build({
    absWorkingDir: root,
    entryPoints: [...threads, ...entries],
    outdir: join(root, '.tests'),
    chunkNames: 'shared/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    define: { [ITS_URL]: OWN_URL },
    // For packages that are CommonJS.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module';\nconst require = $createRequire(import.meta.url);",
    },
    tsconfigRaw: { compilerOptions: { target: 'ES2023', verbatimModuleSyntax: true } },
    plugins: [ownUrls(root), batchEntries(root)],
    logLevel: 'warning',
  });
  return entries.map(({ out }) => join(root, '.tests', `${out}.js`));
}

/**
 * Modules that ask for their URL get a constant of theirs, in whichever chunk they are.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
const ownUrls = root => ({
  name: 'own URLs',
  setup(build) {
    build.onLoad({ filter: /\.(ts|m?js)$/, namespace: 'file' }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes(ITS_URL)) return undefined;
      const { href } = pathToFileURL(compiled(root, relative(root, path).split(sep).join('/')));
      // On the first line: the others keep their numbers.
      const contents = `const ${OWN_URL} = ${JSON.stringify(href)}; ${text}`;
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
});

/**
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
const batchEntries = root => ({
  name: 'batches',
  setup(build) {
    build.onResolve({ filter: /^batch:/ }, ({ path }) => ({ path: path.slice('batch:'.length), namespace: 'batch' }));
    build.onLoad({ filter: /^/, namespace: 'batch' }, ({ path }) => ({
      contents: path
        .split(',')
        .map(name => `import './${name}';\n`)
        .join(''),
      resolveDir: root,
    }));
  },
});

/**
 * @param {string} root
 * @returns {string[]} files of test/ that others name as a thread
 */
function threadsOf(root) {
  const found = new Set();
  for (const name of filesOf(root)) {
    for (const [, path = ''] of readFileSync(join(root, name), 'utf8').matchAll(NAMED)) {
      const source = resolve(root, dirname(name), path.replace(/\.js$/, '.ts'));
      if (existsSync(source)) found.add(relative(root, source).split(sep).join('/'));
    }
  }
  return [...found].sort();
}

/** @param {string} root */
function filesOf(root) {
  return readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(({ name, parentPath, path }) =>
      relative(root, join(parentPath ?? path, name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

/**
 * Where a file of the repository is, or would be, when it is compiled.
 * @param {string} root
 * @param {string} name
 */
function compiled(root, name) {
  const [folder = '', ...below] = name.split('/');
  return join(root, PLACES[folder] ?? folder, ...below).replace(/\.ts$/, '.js');
}

/** @param {string} name of a file in test/ */
function withoutEnding(name) {
  return name.slice('test/'.length).replace(/\.ts$/, '');
}
