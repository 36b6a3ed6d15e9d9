/**
 * Turns test/ and bench/ into JavaScript in `.tests` and `.bench`, folders of the same depth, so that what is found
 * beside the repository's files is found from there too; what they import from src/ they get from dist/, and tests get
 * what they import from bench/ from .bench/, and modules of the page, which browsers load as one, from .web/. Types are
 * not looked at here: that is a check of its own.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Folders that are compiled, and where to.
 * @type {Record<string, string>}
 */
const COMPILED = { src: 'dist', bench: '.bench', test: '.tests', web: '.web' };
/** Paths in quotes that lead to one of them. */
const IMPORT = /(['"`])((?:\.\.\/)+)(src|bench|web)\//g;
/**
 * As tsconfig.json has it, for one file at a time.
 * @type {import('esbuild').TransformOptions}
 */
const OPTIONS = {
  loader: 'ts',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { target: 'ES2023', verbatimModuleSyntax: true } },
};

/**
 * @param {string} root
 * @returns the compiled test files by the name of their source, as `test/cli/main.test.ts`, in order of names
 */
export async function compileTests(root) {
  const [tests] = await Promise.all([compile(root, 'test'), compileBench(root), compile(root, 'web')]);
  return new Map(tests.filter(([source]) => source.endsWith('.test.ts')).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param {string} root
 * @returns the folder of the compiled benches
 */
export async function compileBench(root) {
  await compile(root, 'bench');
  return join(root, COMPILED.bench);
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<[source: string, compiled: string][]>} a source, relative to the root, and what it has become
 */
async function compile(root, folder) {
  const { transform } = await import('esbuild');
  const target = join(root, COMPILED[folder]);
  rmSync(target, { recursive: true, force: true });
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return Promise.all(
    files
      .filter(file => file.isFile())
      .map(async ({ name, parentPath, path }) => {
        const source = join(parentPath ?? path, name);
        const compiled = join(target, relative(join(root, folder), source)).replace(/\.ts$/, '.js');
        mkdirSync(dirname(compiled), { recursive: true });
        if (!name.endsWith('.ts')) copyFileSync(source, compiled);
        else {
          const { code } = await transform(readFileSync(source, 'utf8'), {
            ...OPTIONS,
            sourcefile: name,
            sourceRoot: `${pathToFileURL(dirname(source)).href}/`,
          });
          writeFileSync(
            compiled,
            code.replace(IMPORT, (_, quote, up, to) => `${quote}${up}${COMPILED[to]}/`),
          );
        }
        return [relative(root, source).split(sep).join('/'), compiled];
      }),
  );
}
