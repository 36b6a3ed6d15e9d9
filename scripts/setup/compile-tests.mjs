/**
 * Turns test/ into JavaScript in `.tests`, a folder of the same depth, so that what tests find beside the repository's
 * files they find from there too; what they import from src/ they get from dist/. Compiling all of them at once takes
 * as long as a loader takes to start for one. Types are not looked at here: that is a check of its own.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Before a path in quotes. */
const SOURCE = /(['"`])((?:\.\.\/)+)src\//g;
/** As tsconfig.json has it, for one file at a time. */
const OPTIONS = {
  loader: 'ts',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { target: 'ES2023', verbatimModuleSyntax: true } },
};

/** @returns the compiled test files by the name of their source, as `test/cli/main.test.ts`, in order of names. */
export async function compileTests(root) {
  const { transform } = await import('esbuild');
  const target = join(root, '.tests');
  rmSync(target, { recursive: true, force: true });
  const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true }).filter(file => file.isFile());
  const tests = await Promise.all(
    files.map(async ({ name, parentPath, path }) => {
      const source = join(parentPath ?? path, name);
      const compiled = join(target, relative(join(root, 'test'), source)).replace(/\.ts$/, '.js');
      mkdirSync(dirname(compiled), { recursive: true });
      if (!name.endsWith('.ts')) {
        copyFileSync(source, compiled);
        return [];
      }
      const { code } = await transform(readFileSync(source, 'utf8'), {
        ...OPTIONS,
        sourcefile: name,
        sourceRoot: `${pathToFileURL(dirname(source)).href}/`,
      });
      writeFileSync(compiled, code.replace(SOURCE, '$1$2dist/'));
      return name.endsWith('.test.ts') ? [[relative(root, source).split(sep).join('/'), compiled]] : [];
    }),
  );
  return new Map(tests.flat().sort(([a], [b]) => (a < b ? -1 : 1)));
}
