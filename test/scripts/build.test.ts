/** The build script on a small project of its own: what it makes, what it leaves alone, what it cleans up. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const root = await mkdtemp(join(tmpdir(), 'vitrine-build-'));
t.teardown(() => rm(root, { recursive: true, force: true }));
const inRoot = (...path: string[]) => join(root, ...path);

await symlink(join(REPOSITORY, 'node_modules'), inRoot('node_modules'), 'junction');
await mkdir(inRoot('src', 'page'), { recursive: true });
await writeFile(inRoot('package.json'), '{"type":"module","bin":{"small":"bundle/page/main.js"}}');
await writeFile(inRoot('package-lock.json'), '{}');
await writeFile(
  inRoot('tsconfig.json'),
  JSON.stringify({
    compilerOptions: { module: 'NodeNext', rootDir: 'src', outDir: 'dist', incremental: true, types: [] },
    include: ['src'],
  }),
);
await writeFile(inRoot('src', 'page', 'kept.ts'), 'export const kept: number = 1;\n');
await writeFile(inRoot('src', 'page', 'dropped.ts'), 'export const dropped = 2;\n');
await writeFile(inRoot('src', 'page', 'page.html'), '<p>');
// Types of Node are not looked for here.
await writeFile(
  inRoot('src', 'page', 'main.ts'),
  `import { startThread } from './deep/start.js';
startThread();
`,
);
await mkdir(inRoot('src', 'page', 'deep'));
await writeFile(
  inRoot('src', 'page', 'deep', 'start.ts'),
  `// @ts-nocheck
import { Worker } from 'node:worker_threads';
import { kept } from '../kept.js';
export function startThread() {
  console.log('main', kept, new URL('../../../package.json', import.meta.url).href);
  new Worker(new URL('../thread.js', import.meta.url));
}
`,
);
await writeFile(
  inRoot('src', 'page', 'thread.ts'),
  `// @ts-nocheck
import { kept } from './kept.js';
console.log('thread', kept, import.meta.url);
export {};
`,
);

/** Builds in a process of its own; tells the verdict and what was said on the way. */
async function build(): Promise<{ ok: boolean; said: string }> {
  const script = new URL('../../scripts/setup/build.mjs', import.meta.url).href;
  const code = `import { build } from '${script}'; process.stdout.write('verdict ' + build(process.argv[1]));`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code, root]);
  return { ok: stdout.endsWith('verdict true'), said: stdout + stderr };
}

t.test('a first build compiles TypeScript and copies the rest', async t => {
  const { ok, said } = await build();
  t.ok(ok);
  t.match(said, 'building');
  t.match(await readFile(inRoot('dist', 'page', 'kept.js'), 'utf8'), 'export const kept = 1');
  t.equal(await readFile(inRoot('dist', 'page', 'page.html'), 'utf8'), '<p>');
});

t.test('a second build has nothing to do and says nothing', async t => {
  t.same(await build(), { ok: true, said: 'verdict true' });
});

t.test('the bundle has each program, in one file, which finds what it names by URL', async t => {
  // Nothing of it comes from dist/.
  await rename(inRoot('dist'), inRoot('elsewhere'));
  const { stdout } = await run(process.execPath, [inRoot('bundle', 'page', 'main.js')]);
  await rename(inRoot('elsewhere'), inRoot('dist'));
  const at = (...path: string[]) => pathToFileURL(inRoot(...path)).href;
  t.same(stdout.trim().split('\n'), [`main 1 ${at('package.json')}`, `thread 1 ${at('bundle', 'page', 'thread.js')}`]);
  const files = await readdir(inRoot('bundle'), { recursive: true });
  t.same(files.filter(file => file.endsWith('.js')).sort(), [join('page', 'main.js'), join('page', 'thread.js')]);
});

t.test('what lost its source is removed from the build', async t => {
  await rm(inRoot('src', 'page', 'dropped.ts'));
  t.ok((await build()).ok);
  t.notOk(existsSync(inRoot('dist', 'page', 'dropped.js')));
  t.ok(existsSync(inRoot('dist', 'page', 'kept.js')));
});

t.test('a type error is told, and again on the next build', async t => {
  await writeFile(inRoot('src', 'page', 'kept.ts'), "export const kept: number = 'one';\n");
  for (const attempt of ['first', 'second']) {
    const { ok, said } = await build();
    t.notOk(ok, attempt);
    t.match(said, /kept\.ts.*TS2322/, attempt);
  }
});
