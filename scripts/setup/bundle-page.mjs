/**
 * Puts the page at `/` into few files: `bundle/web/` holds its document and, in `assets/`, one file for each script,
 * style sheet and icon that the document names, with everything that these import; scripts that are no modules stand in the
 * document itself, where they need not be asked for. A browser asks for four files
 * rather than seventy. The names of assets carry a hash of their content, so that the daemon can let browsers keep them
 * for good; only the document, which has the names, is asked for again.
 *
 * White space and syntax are minified, identifiers are not: the stack of an error names functions as the sources do,
 * for 4 kB more after compression. Run by build.mjs as `node bundle-page.mjs ROOT`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { build } from 'esbuild';

const [root = ''] = process.argv.slice(2);
const page = join(root, 'web');
const target = join(root, 'bundle', 'web');
/** What the document names by an address of its own folder. */
const REFERENCE = /(?<=\b(?:src|href)=")\.\/[^"]+/g;

/** A script that blocks the document, which a request of its own would hold up. */
const INLINE = /<script src="(\.\/[^"]+)"><\/script>/g;

const source = readFileSync(join(page, 'index.html'), 'utf8');
const inline = new Map();
for (const [, path] of source.matchAll(INLINE)) {
  const { outputFiles } = await build({
    absWorkingDir: page,
    entryPoints: [path],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  inline.set(path, outputFiles[0].text.trim().replaceAll('</', '<\\/'));
}
const html = source.replaceAll(INLINE, (_, path) => `<script>${inline.get(path)}</script>`);
const references = [...new Set(html.match(REFERENCE))];
rmSync(target, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: page,
  entryPoints: Object.fromEntries(references.map(path => [`assets/${parse(path).name}`, path])),
  outdir: target,
  entryNames: '[dir]/[name]-[hash]',
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
