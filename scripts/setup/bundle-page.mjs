/**
 * Puts the page at `/` into few files: `bundle/web/` holds its document and, in `assets/`, one file for each script,
 * style sheet and icon that the document names, with everything that these import. A browser asks for four files
 * rather than seventy, and loads the drawings of the demo's products when they are needed. The names of assets carry a hash of their
 * content, so that the daemon can let browsers keep them for good; only the document, which has the names, is asked for again.
 *
 * White space and syntax are minified, identifiers are not: the stack of an error names functions as the sources do,
 * for 4 kB more after compression. What the page asks first, which the daemon answers in the document, is a module of its own
 * for the daemon: `bundle/questions.js`. Run by build.mjs as `node bundle-page.mjs ROOT`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { build } from 'esbuild';

const [root = ''] = process.argv.slice(2);
const page = join(root, 'web');
const target = join(root, 'bundle', 'web');
/** What the document names by an address of its own folder. */
const REFERENCE = /(?<=\b(?:src|href)=")\.\/[^"]+/g;

const html = readFileSync(join(page, 'index.html'), 'utf8');
const references = [...new Set(html.match(REFERENCE))];
rmSync(target, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: page,
  entryPoints: Object.fromEntries(references.map(path => [`assets/${parse(path).name}`, path])),
  outdir: target,
  entryNames: '[dir]/[name]-[hash]',
  // What the page loads when it is needed.
  chunkNames: 'assets/[name]-[hash]',
  splitting: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  loader: { '.svg': 'copy' },
  minifyWhitespace: true,
  minifySyntax: true,
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

/** Address in the document → address of the built file, both relative to the document. */
const built = new Map();
for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
  if (entryPoint !== undefined) built.set(`./${entryPoint}`, `./assets/${parse(file).base}`);
}
mkdirSync(target, { recursive: true });
writeFileSync(
  join(target, 'index.html'),
  html.replaceAll(REFERENCE, path => built.get(path)),
);
await build({
  absWorkingDir: page,
  entryPoints: ['./questions.ts'],
  outfile: join(root, 'bundle', 'questions.js'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});
