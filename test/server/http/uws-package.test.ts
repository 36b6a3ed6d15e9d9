/** Which build of uWebSockets.js is taken: the official package where it fits, else the republished one, else none. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { limitsText } from '../../../src/server/http/transport.js';
import { chooseUws, type Machine } from '../../../src/server/http/uws-package.js';
import { openTransport } from '../../../src/server/http/uws-transport.js';
import { testFolder } from '../../folder.js';

const NODE_24: Machine = { platform: 'linux', arch: 'x64', versions: { node: '24.1.0', modules: '137' } };
const NODE_20: Machine = { platform: 'linux', arch: 'x64', versions: { node: '20.1.0', modules: '115' } };
const APP = 'module.exports = { App() {} };';

/** A package laid out as the official one is: builds beside a module that loads the fitting one. */
function official(t: { teardown(fn: () => unknown): void }, builds: string[], main = APP): string {
  const folder = join(testFolder(t), 'official');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name": "uWebSockets.js", "version": "20.52.0", "main": "uws.js"}');
  writeFileSync(join(folder, 'uws.js'), main);
  for (const build of builds) writeFileSync(join(folder, `uws_${build}.node`), '');
  return folder;
}

t.test('the official package is taken where it has a build for this Node', async t => {
  const folder = official(t, ['linux_x64_137', 'linux_x64_127', 'darwin_arm64_115']);
  const { build, passedOver } = chooseUws(undefined, NODE_24, [folder, 'uws-js-unofficial']);
  t.match(build, { version: '20.52.0', republished: false });
  t.same(passedOver, []);
  const transport = openTransport('native', () => ({ build, passedOver }));
  t.match(transport, { name: 'uWebSockets.js 20.52.0', warning: undefined });
  t.notMatch(limitsText(transport), /HTTP\/1\.0 without/);
});

t.test('where it has none, the next one is looked at, and the start says which builds there are', async t => {
  const folder = official(t, ['linux_x64_137', 'linux_x64_127', 'darwin_arm64_115']);
  const reason =
    /uWebSockets\.js 20\.52\.0 has no build for Node 20\.1\.0 \(ABI 115\) on linux-x64, but those of the ABI/;
  const { build, passedOver } = chooseUws(undefined, NODE_20, [folder, 'no-such-package']);
  t.equal(build, undefined);
  t.match(passedOver, [reason]);
  const transport = openTransport('native', () => ({ build, passedOver }));
  t.equal(transport.name, 'node:http');
  t.match(transport.warning, reason);
  t.match(transport.warning, /127.*install the official package/);
  const republished = chooseUws(undefined, process, [official(t, ['aix_ppc64_1']), 'uws-js-unofficial']);
  t.match(republished.passedOver[0], /on \S+, but none for this system/);
  if (republished.build === undefined) t.match(republished.passedOver[1], /uws-js-unofficial 20\.30\S+ has no build/);
  else t.equal(republished.build.republished, true);
});

t.test('a build that cannot be loaded is passed over with its reason', async t => {
  const folder = official(t, ['linux_x64_137'], "throw new Error('GLIBC_2.38 not found\\nrequired by');");
  const { build, passedOver } = chooseUws(undefined, NODE_24, [folder]);
  t.equal(build, undefined);
  t.same(passedOver, ['uWebSockets.js 20.52.0 cannot be loaded: Error: GLIBC_2.38 not found']);
});

t.test('a package whose builds were removed is passed over', async t => {
  const folder = join(testFolder(t), 'republished');
  mkdirSync(folder);
  const name = '@trufflesuite/uws-js-unofficial';
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '20.30.0' }));
  const { build, passedOver } = chooseUws(undefined, NODE_20, [folder]);
  t.equal(build, undefined);
  t.match(passedOver[0], /^@trufflesuite\/uws-js-unofficial 20\.30\.0 cannot be loaded: /);
});

t.test('VITRINE_UWS names a package or a folder, which must fit', async t => {
  t.equal(chooseUws(official(t, []), NODE_20).build?.version, '20.52.0');
  t.throws(() => chooseUws('no-such-module'), {
    code: 'setting_invalid',
    message: /VITRINE_UWS: found "no-such-module".*there is no such package/,
  });
  t.throws(() => chooseUws('typebox'), /VITRINE_UWS: .*typebox \S+ has no App\(\)/);
});

t.test('where none is installed, node:http says so, and nothing where it was chosen', async t => {
  t.match(openTransport('native', () => chooseUws(undefined, NODE_24, [])).warning, /no uWebSockets\.js is installed/);
  const { name, warning, limits } = openTransport('node');
  t.same([name, warning, limits], ['node:http', undefined, []]);
});
