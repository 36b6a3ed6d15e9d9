/**
 * Turns bench/ into JavaScript in `.bench`, a folder of the same depth, so that what is found beside the repository's
 * files is found from there too; what it imports from src/ it gets from dist/. Types are not looked at here: that is a
 * check of its own.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Paths in quotes that lead to src/. */
const IMPORT = /(['"`])((?:\.\.\/)+)src\//g;
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
 * @returns the folder of the compiled benches
 */
export async function compileBench(root) {
  const { transform } = await import('esbuild');
  const target = join(root, '.bench');
  rmSync(target, { recursive: true, force: true });
  const files = readdirSync(join(root, 'bench'), { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter(file => file.isFile())
      .map(async ({ name, parentPath, path }) => {
        const source = join(parentPath ?? path, name);
        const compiled = join(target, relative(join(root, 'bench'), source)).replace(/\.ts$/, '.js');
        mkdirSync(dirname(compiled), { recursive: true });
        if (!name.endsWith('.ts')) {
          copyFileSync(source, compiled);
          return;
        }
        const { code } = await transform(readFileSync(source, 'utf8'), {
          ...OPTIONS,
          sourcefile: name,
          sourceRoot: `${pathToFileURL(dirname(source)).href}/`,
        });
        writeFileSync(
          compiled,
          code.replace(IMPORT, (_, quote, up) => `${quote}${up}dist/`),
        );
      }),
  );
  return target;
}
