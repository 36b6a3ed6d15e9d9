/** The build script on a small project of its own: what it makes, what it leaves alone, what it cleans up. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { testFolder } from '../folder.js';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const root = testFolder(t);
const inRoot = (...path: string[]) => join(root, ...path);

await symlink(join(REPOSITORY, 'node_modules'), inRoot('node_modules'), 'junction');
await mkdir(inRoot('src', 'page'), { recursive: true });
await writeFile(inRoot('package.json'), '{"type":"module","bin":{"small":"bundle/page/main.js"}}');
await writeFile(inRoot('package-lock.json'), '{}');
await writeFile(
  inRoot('tsconfig.json'),
  JSON.stringify({
    compilerOptions: { module: 'NodeNext', rootDir: 'src', noEmit: true, types: [] },
    include: ['src'],
  }),
);
await writeFile(inRoot('src', 'page', 'kept.ts'), 'export const kept: number = 1;\n');
await writeFile(inRoot('src', 'page', 'dropped.ts'), 'export const dropped = 2;\n');
await mkdir(inRoot('web', 'styles'), { recursive: true });
const DOCUMENT = `<link rel="stylesheet" href="./styles/page.css" /><link rel="icon" href="./icon.svg" />
<script type="module" src="./app.ts"></script><a href="/elsewhere">elsewhere</a>`;
await writeFile(inRoot('web', 'index.html'), DOCUMENT);
await writeFile(inRoot('web', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(inRoot('web', 'app.ts'), "import { greet } from './parts/greeting.js';\ngreet('page');\n");
await writeFile(inRoot('web', 'questions.ts'), "export const questions = ['what?'];\n");
await mkdir(inRoot('web', 'parts'));
await writeFile(
  inRoot('web', 'parts', 'greeting.ts'),
  'export function greet(name: string) {\n  console.log("hello", name);\n}\n',
);
await writeFile(inRoot('web', 'styles', 'page.css'), '@import "./base.css";\n');
await writeFile(inRoot('web', 'styles', 'base.css'), 'p {\n  color: red;\n}\n');
await mkdir(inRoot('clients', 'client', 'src'), { recursive: true });
await writeFile(
  inRoot('clients', 'client', 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: { rootDir: 'src', outDir: 'dist', declaration: true, types: [] },
    include: ['src'],
  }),
);
await writeFile(inRoot('clients', 'client', 'src', 'index.ts'), 'export const asked: number = 1;\n');
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
  console.log(/^sk[åö]p$/.test('skåp'), /^[🛋]$/u.test('🛋'), 'skåp'.length);
  new Worker(new URL('../thread.js', import.meta.url));
}
`,
);
await writeFile(
  inRoot('src', 'page', 'thread.ts'),
  `// @ts-nocheck
import { kept } from './kept.js';
import { testFolder } from '../folder.js';
console.log('thread', kept, import.meta.url);
export {};
`,
);

/** Builds in a process of its own; tells the verdict and what was said on the way. */
async function build(options = {}): Promise<{ ok: boolean; said: string }> {
  const script = new URL('../../scripts/setup/build.mjs', import.meta.url).href;
  const call = `build(process.argv[1], ${JSON.stringify(options)})`;
  const code = `import { build } from '${script}'; process.stdout.write('verdict ' + ${call});`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code, root]);
  return { ok: stdout.endsWith('verdict true'), said: stdout + stderr };
}

t.test('a first build compiles TypeScript, each module by itself too', async t => {
  const { ok, said } = await build();
  t.ok(ok);
  t.match(said, 'building');
  t.match(await readFile(inRoot('dist', 'page', 'kept.js'), 'utf8'), 'const kept = 1');
});

t.test('a second build has nothing to do and says nothing', async t => {
  t.same(await build(), { ok: true, said: 'verdict true' });
});

t.test('the bundle has each program, in one file and one that runs it, which finds what it names by URL', async t => {
  // Nothing of it comes from dist/.
  await rename(inRoot('dist'), inRoot('elsewhere'));
  const { stdout } = await run(process.execPath, [inRoot('bundle', 'page', 'main.js')]);
  await rename(inRoot('elsewhere'), inRoot('dist'));
  const at = (...path: string[]) => pathToFileURL(inRoot(...path)).href;
  t.same(stdout.trim().split('\n'), [
    `main 1 ${at('package.json')}`,
    // Letters in regular expressions are what they are in the source.
    'true true 4',
    `thread 1 ${at('bundle', 'page', 'thread.js')}`,
  ]);
  const files = await readdir(inRoot('bundle'), { recursive: true });
  const programs = files.filter(file => file.endsWith('.js') && !file.startsWith('web'));
  t.same(programs.sort(), [join('page', 'main.js'), join('page', 'thread.js'), 'questions.js']);
});

const assets = async () => (await readdir(inRoot('bundle', 'web', 'assets'))).sort();
const read = (...path: string[]) => readFile(inRoot('bundle', 'web', ...path), 'utf8');

t.test('the page has one file for each that its document names, with what that imports', async t => {
  const [app, icon, style, ...others] = await assets();
  t.same(others, []);
  t.match(app, /^app-[A-Z0-9]{8}\.js$/);
  t.equal(
    await read('index.html'),
    DOCUMENT.replace('./styles/page.css', `./assets/${style}`)
      .replace('./icon.svg', `./assets/${icon}`)
      .replace('./app.ts', `./assets/${app}`),
  );
  t.match(await read('assets', app!), 'hello');
  t.match(await read('assets', style!), /p\{color:red\}/);
  t.match(await readFile(inRoot('bundle', 'questions.js'), 'utf8'), 'what?', 'what it asks first is for the daemon');
});

t.test('a change of the page builds the page alone, and names anew what has changed', async t => {
  const [app, icon, style] = await assets();
  await writeFile(inRoot('web', 'app.ts'), "import { greet } from './parts/greeting.js';\ngreet('visitor');\n");
  const { ok, said } = await build();
  t.ok(ok);
  t.match(said, 'building the page');
  t.notMatch(said, 'building the programs');
  const [newApp, ...kept] = await assets();
  t.not(newApp, app);
  t.same(kept, [icon, style]);
  t.match(await read('index.html'), newApp);
  t.same(await build(), { ok: true, said: 'verdict true' });
});

const ofClient = (...path: string[]) => inRoot('clients', 'client', ...path);

t.test('a package of clients gets its modules and their types, and is built again alone', async t => {
  t.match(await readFile(ofClient('dist', 'index.js'), 'utf8'), 'const asked = 1');
  t.match(await readFile(ofClient('dist', 'index.d.ts'), 'utf8'), 'const asked: number');
  await writeFile(ofClient('src', 'answer.ts'), 'export const answered = 2;\n');
  const { ok, said } = await build();
  t.ok(ok);
  t.match(said, 'building the clients');
  t.notMatch(said, 'building the page');
  t.match(await readdir(ofClient('dist')), ['answer.d.ts', 'answer.js', 'index.d.ts', 'index.js']);
  t.same(await build(), { ok: true, said: 'verdict true' });
});

t.test('a page that names what does not exist is told, and again on the next build', async t => {
  await writeFile(inRoot('web', 'index.html'), DOCUMENT.replace('icon.svg', 'picture.svg'));
  for (const attempt of ['first', 'second']) {
    const { ok, said } = await build();
    t.notOk(ok, attempt);
    t.match(said, /picture\.svg/, attempt);
  }
  await writeFile(inRoot('web', 'index.html'), DOCUMENT);
  t.ok((await build()).ok);
});

t.test('what lost its source is removed from the build', async t => {
  await rm(inRoot('src', 'page', 'dropped.ts'));
  t.ok((await build()).ok);
  t.notOk(existsSync(inRoot('dist', 'page', 'dropped.js')));
  t.ok(existsSync(inRoot('dist', 'page', 'kept.js')));
});

t.test('a type error is told where types are checked, and again on the next build', async t => {
  await writeFile(inRoot('src', 'page', 'kept.ts'), "export const kept: number = 'one';\n");
  t.ok((await build()).ok);
  for (const attempt of ['first', 'second']) {
    const { ok, said } = await build({ types: true });
    t.notOk(ok, attempt);
    t.match(said, /kept\.ts.*TS2322/, attempt);
  }
});
