/** Programs of the bundle run from compiled code that they have kept, and never from code that is not theirs. */
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { testFolder } from '../folder.js';

const run = promisify(execFile);
const root = testFolder(t);
const inRoot = (name: string) => join(root, name);

copyFileSync(fileURLToPath(new URL('../../scripts/setup/run-program.cjs', import.meta.url)), inRoot('run-program.cjs'));
writeFileSync(inRoot('package.json'), '{ "type": "commonjs" }');
writeFileSync(inRoot('main.js'), "require('./run-program.cjs')(module, require, __filename.replace(/js$/, 'cjs'));\n");

function program(word: string): void {
  const keep = "globalThis[Symbol.for('vitrine.keepCompiled')]('start');";
  writeFileSync(inRoot('main.cjs'), `console.log('${word}', require('node:path').basename(__filename));${keep}`);
}

const output = async () => (await run(process.execPath, [inRoot('main.js')])).stdout.trim();
const compiled = () => readdirSync(root).filter(name => /^main\..*\.compiled$/.test(name));
const written = () => statSync(inRoot(compiled()[0]!)).ino;

t.test('a program that does not say that it has run what it needs keeps nothing', async t => {
  writeFileSync(inRoot('main.cjs'), "console.log('hello', require('node:path').basename(__filename));");
  t.equal(await output(), 'hello main.js');
  t.same(compiled(), []);
});

t.test('what is kept is written once', async t => {
  program('hello');
  t.equal(await output(), 'hello main.js');
  t.equal(compiled().length, 1);
  const first = written();
  t.equal(await output(), 'hello main.js');
  t.equal(written(), first);
});

t.test('after its usual work a program keeps more, which a start does not replace', async t => {
  const ran = (stage: string) => run(process.execPath, [inRoot('main.js'), stage]);
  writeFileSync(inRoot('main.cjs'), "globalThis[Symbol.for('vitrine.keepCompiled')](process.argv[2]);");
  await ran('start');
  const start = written();
  await ran('work');
  const work = written();
  t.not(work, start);
  for (const stage of ['start', 'work']) {
    await ran(stage);
    t.equal(written(), work, stage);
  }
});

t.test('a program that starts later, and has its code, leaves others of its process theirs', async t => {
  writeFileSync(
    inRoot('later.js'),
    "require('./run-program.cjs')(module, require, __filename.replace(/js$/, 'cjs'));\n",
  );
  writeFileSync(inRoot('later.cjs'), "globalThis[Symbol.for('vitrine.keepCompiled')]('start');");
  await run(process.execPath, [inRoot('later.js')]);
  const keep = "globalThis[Symbol.for('vitrine.keepCompiled')]";
  const tag = "require('node:v8').cachedDataVersionTag()";
  writeFileSync(
    inRoot('main.cjs'),
    // By such a call a program tells that it has code to keep.
    `const mine = ${tag}; /* keepCompiledCode("start") */ const keep = ${keep};
     const { Worker } = require('node:worker_threads');
     new Worker(require('node:path').join(__dirname, 'later.js')).on('exit', () => {
       console.log(${tag} === mine ? 'kept' : 'dropped');
       keep('start');
     });`,
  );
  t.equal(await output(), 'kept');
});

t.test('compiled code of another text of the same length is replaced', async t => {
  const [name] = compiled();
  const before = readFileSync(inRoot(name!));
  program('howdy');
  t.equal(await output(), 'howdy main.js');
  t.notSame(readFileSync(inRoot(name!)), before);
});

t.test('damaged compiled code is replaced', async t => {
  const file = inRoot(compiled()[0]!);
  const whole = readFileSync(file);
  for (const [how, damaged] of [
    ['a changed byte', Buffer.from(whole).fill(whole.at(-9)! ^ 1, whole.length - 9, whole.length - 8)],
    ['a short file', whole.subarray(0, whole.length >> 1)],
    ['an empty file', Buffer.alloc(0)],
  ] as const) {
    writeFileSync(file, damaged);
    t.equal(await output(), 'howdy main.js', how);
    t.notSame(readFileSync(file), damaged, how);
  }
});
