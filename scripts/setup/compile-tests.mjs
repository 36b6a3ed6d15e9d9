/**
 * Turns test/ into JavaScript in `.tests`, a folder of the same depth, so that what tests find beside the repository's
 * files they find from there too; what they import from src/ they get from dist/. Compiling all of them at once takes
 * as long as a loader takes to start for one. Types are not looked at here: that is a check of its own.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Before a path in quotes. */
const SOURCE = /(['"`])((?:\.\.\/)+)src\//g;

/** @returns the compiled test files by the name of their source, as `test/cli/main.test.ts`, in order of names. */
export async function compileTests(root) {
  const { default: ts } = await import('typescript');
  const options = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ES2022,
    verbatimModuleSyntax: true,
    inlineSourceMap: true,
  };
  const target = join(root, '.tests');
  rmSync(target, { recursive: true, force: true });
  const tests = new Map();
  for (const name of readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const source = join(name.parentPath ?? name.path, name.name);
    const compiled = join(target, source.slice(join(root, 'test').length)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(compiled), { recursive: true });
    if (!source.endsWith('.ts')) {
      copyFileSync(source, compiled);
      continue;
    }
    const sourceRoot = `${pathToFileURL(dirname(source)).href}/`;
    const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
      fileName: name.name,
      compilerOptions: { ...options, sourceRoot },
    });
    writeFileSync(compiled, outputText.replace(SOURCE, '$1$2dist/'));
    if (source.endsWith('.test.ts'))
      tests.set(source.slice(root.length).replaceAll('\\', '/').replace(/^\//, ''), compiled);
  }
  return new Map([...tests].sort(([a], [b]) => (a < b ? -1 : 1)));
}
