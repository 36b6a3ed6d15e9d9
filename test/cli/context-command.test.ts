/** Contexts: where commands go, and with which key. */

import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../folder.js';
import { runCommand } from './command.js';

const folder = testFolder(t);
const file = join(folder, 'vitrine', 'contexts.json');
const vitrine = (args: string, env: Record<string, string> = {}) =>
  runCommand(args.split(' '), { XDG_CONFIG_HOME: folder, ...env });

/** Keys that have come, in their order; what asks is answered 403. */
const keys: (string | undefined)[] = [];
const server = createServer((request, response) => {
  keys.push(request.headers['api-key'] as string | undefined);
  response.writeHead(403).end();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
t.teardown(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

t.test("they are kept with their keys in a file that is the user's alone, and listed without", async t => {
  t.equal((await vitrine(`context set live --url ${url} --key of-live`)).code, 0);
  t.equal((await vitrine(`context set test --url ${url}/ --key of-test`)).code, 0);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(readFileSync(file, 'utf8'), 'of-live');
  const { stdout } = await vitrine('context list');
  t.match(stdout, /^live \* +http.* yes$/m);
  t.notMatch(stdout, 'of-live');
});

t.test('commands go to the one in use, or to the one that is named', async t => {
  await vitrine('imports');
  await vitrine('imports --context test');
  await vitrine('imports --context test', { VITRINE_API_KEY: 'of-environment' });
  await vitrine('imports', { VITRINE_API_KEY: 'of-environment' });
  t.equal((await vitrine('context use test')).code, 0);
  await vitrine('imports');
  t.same(keys.splice(0), ['of-live', 'of-test', 'of-test', 'of-environment', 'of-test']);
});

t.test('the key of a context goes to no other address', async t => {
  const { code, stderr } = await vitrine(`imports --url ${url}`);
  t.same([code, keys], [2, []]);
  t.match(stderr, 'an API key is needed');
  t.equal((await vitrine('imports', { VITRINE_URL: url })).code, 2);
  const both = await vitrine(`imports --context live --url ${url}`);
  t.equal(both.code, 2);
  t.match(both.stderr, /--context: has an address/);
});

t.test('what is wrong is told', async t => {
  const unknown = await vitrine('imports --context lve');
  t.equal(unknown.code, 1);
  t.match(unknown.stderr, /no context lve; there are: live, test/);
  chmodSync(file, 0o644);
  const open = await vitrine('imports');
  t.equal(open.code, 1);
  t.match(open.stderr, /has keys, and mode 0644; expected 0600/);
  chmodSync(file, 0o600);
  t.equal((await vitrine('context remove test')).code, 0);
  t.match((await vitrine('imports')).stderr, 'an API key is needed', 'none is in use then');
});
