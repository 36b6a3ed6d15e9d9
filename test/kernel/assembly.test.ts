/** The memory of WebAssembly grows without losing what it holds; an engine without it says so. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { Assembly, assemblyFault } from '../../src/kernel/assembly.js';

t.test('a memory that grows keeps its bytes, and its functions go on', async t => {
  t.equal(assemblyFault(), undefined);
  const assembly = Assembly.make(10);
  if (!assembly) throw new Error('no WebAssembly');
  const before = assembly.buffer;
  const size = before.byteLength;
  new Uint8Array(before).set([1, 2, 3], size - 3);
  assembly.reserve(size);
  t.equal(assembly.buffer, before, 'what is large enough stays');
  assembly.reserve(size + 1);
  t.ok(assembly.buffer.byteLength > size);
  t.equal(before.byteLength, 0);
  t.same([...new Uint8Array(assembly.buffer, size - 3, 4)], [1, 2, 3, 0]);
  // One value of three bytes, with its count, at the end of the larger memory.
  const words = new Uint32Array(assembly.buffer);
  words.set([0, 42, 0, 3]);
  new Uint8Array(assembly.buffer).set([0x61, 0x62, 0x63], 64);
  const out = size - 2;
  t.equal(assembly.functions.writeValues(0, 4, 1, 64, 8, out), out + 6);
  t.equal(Buffer.from(assembly.buffer, out, 6).toString(), 'abc42}');
});

t.test('counts of any length are written in decimal digits', async t => {
  const assembly = Assembly.make(1 << 16);
  if (!assembly) throw new Error('no WebAssembly');
  const counts = [0, 9, 10, 99, 100, 65_535, 4_294_967_295];
  const words = new Uint32Array(assembly.buffer);
  words.set(counts, 16);
  const end = assembly.functions.writeValues(0, 64, counts.length, 0, 1024, 4096);
  t.equal(Buffer.from(assembly.buffer, 4096, end - 4096).toString(), counts.map(count => `${count}}`).join(','));
});

t.test('an engine without WebAssembly has a fault, and no memory', async t => {
  const file = join(process.cwd(), 'dist/kernel/assembly.js');
  const script = `import { Assembly, assemblyFault } from ${JSON.stringify(file)};
    console.log(assemblyFault()?.message, Assembly.make(10));`;
  const { stdout } = spawnSync(process.execPath, ['--jitless', '--input-type=module', '--eval', script]);
  t.equal(stdout.toString().trim(), 'this engine has no WebAssembly undefined');
});
