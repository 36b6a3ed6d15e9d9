import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Problem } from '../../../src/errors/problem.js';
import {
  environmentName,
  loadSettings,
  type SettingsSources,
  settingsSchema,
} from '../../../src/server/settings/daemon-settings.js';
import { testFolder } from '../../folder.js';

const folder = testFolder(t);

function file(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function refusal(sources: SettingsSources): string {
  try {
    loadSettings(sources);
  } catch (error) {
    if (error instanceof Problem) return `${error.error} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

t.test('without any source the defaults hold, in every section', async t => {
  const settings = loadSettings();
  t.equal(settings.port, 8080);
  t.equal(settings.data, 'vitrine-data');
  t.same(settings.corsOrigin, ['*']);
  t.equal(settings.limits.batch, 64);
  t.equal(settings.index.discountThreshold, 5);
  t.equal(settings.apiKey, undefined);
});

t.test(
  'the command line wins over the environment, the environment over the file, the file over the defaults',
  async t => {
    const path = file({ port: 1, host: 'a', workers: 3, limits: { queue: 7 }, index: { discountThreshold: 9 } });
    const settings = loadSettings({
      file: path,
      env: { VITRINE_PORT: '2', VITRINE_HOST: 'b', VITRINE_LIMITS_BATCH: '5', PATH: '/bin' },
      flags: { port: '3', data: undefined },
    });
    t.match(settings, { port: 3, host: 'b', workers: 3, limits: { queue: 7, batch: 5 } });
    t.equal(settings.index.discountThreshold, 9);
    t.same(settings.index.badgeThemes, loadSettings().index.badgeThemes, 'the rest of a section keeps its defaults');
  },
);

t.test('VITRINE_CONFIG names the file when the command line does not', async t => {
  t.equal(loadSettings({ env: { VITRINE_CONFIG: file({ port: 4 }) } }).port, 4);
});

t.test('the environment gives lists with commas and the key', async t => {
  const settings = loadSettings({ env: { VITRINE_HOSTS: 'a.example, b.example', VITRINE_API_KEY: 'long-enough' } });
  t.same(settings.hosts, ['a.example', 'b.example']);
  t.equal(settings.apiKey, 'long-enough');
});

t.test('the environment gives words of a choice as they are', async t => {
  const env = { VITRINE_PAGES_PARTIAL_MATCHES: 'ifEmpty', VITRINE_HTTP: 'node', VITRINE_LOG_LEVEL: 'warn' };
  t.match(loadSettings({ env }), { pages: { partialMatches: 'ifEmpty' }, http: 'node', logLevel: 'warn' });
  t.match(
    refusal({ env: { VITRINE_PAGES_PARTIAL_MATCHES: 'never' } }),
    /partialMatches .*found "never", expected one of append, ifEmpty, secondary/,
  );
});

t.test('a wrong value names the setting, its source and what is allowed', async t => {
  t.match(
    refusal({ env: { VITRINE_PORT: 'http' } }),
    /BAD_REQUEST VITRINE_PORT \(from the environment\): found "http", expected an integer from 0 to 65535/,
  );
  t.match(refusal({ flags: { port: '70000' } }), /port \(from the command line\): found 70000/);
  t.match(refusal({ file: file({ logLevel: 'loud' }) }), /logLevel .*expected one of debug, info, warn, error, silent/);
  t.match(refusal({ file: file({ limits: 3 }) }), /limits .*expected an object of urlBytes/);
  t.match(refusal({ file: file({ hosts: ['a', 1] }) }), /hosts .*expected a list/);
});

t.test('an unknown setting is named with the one that was probably meant', async t => {
  t.match(
    refusal({ file: file({ prot: 1, limits: { Queue: 1 } }) }),
    /prot .*no such setting; allowed here: data, host, port/,
  );
  t.match(refusal({ file: file({ ports: 1 }) }), /did you mean port\?/);
  t.match(refusal({ file: file({ limits: { Queue: 1 } }) }), /limits\.Queue .*did you mean queue\?/);
  t.match(refusal({ env: { VITRINE_PROT: '1' } }), /VITRINE_PROT/);
  t.match(refusal({ flags: { colour: 'red' } }), /colour \(from the command line\): no such setting/);
});

t.test('all that is wrong is said at once', async t => {
  t.equal(refusal({ file: file({ a: 1, b: 2 }), env: { VITRINE_PORT: 'x' } }).split('\n').length, 3);
});

t.test('a wrong key is never repeated', async t => {
  t.match(refusal({ file: file({ apiKey: ['hidden'] }) }), /^BAD_REQUEST apiKey/);
  t.notMatch(refusal({ file: file({ apiKey: ['hidden'] }) }), /hidden/);
  for (const text of [
    '{"apiKey": hidden}',
    '{"port": 8080, "logLevel": "info", "apiKey": hidden, "host": "::"}',
    'hidden',
  ]) {
    t.match(refusal({ file: file(text) }), /not JSON \(Unexpected token 'h'\)/);
  }
});

t.test('variables that an orchestrator sets for a service of this name are left alone', async t => {
  t.equal(refusal({ env: { VITRINE_SERVICE_HOST: '10.0.0.1', VITRINE_PORT_80_TCP: 'tcp://10.0.0.1:80' } }), 'accepted');
});

t.test('a file that is absent or no JSON object is named', async t => {
  t.match(refusal({ file: join(folder, 'absent.json') }), /absent\.json: cannot be read/);
  t.match(refusal({ file: file('{') }), /not JSON/);
  t.match(refusal({ file: file([]) }), /expected an object/);
});

t.test('the published schema requires nothing and states every default', async t => {
  const schema = settingsSchema() as { required?: string[]; properties: Record<string, Record<string, unknown>> };
  t.equal(schema.required, undefined);
  t.equal(schema.properties['port']?.['default'], 8080);
  const index = schema.properties['index']?.['properties'] as Record<string, { default?: unknown }>;
  t.equal(index['discountThreshold']?.default, 5);
  t.equal(JSON.parse(JSON.stringify(schema)).title, 'Settings of Vitrine');
});

t.test('environment names follow the path', async t => {
  t.equal(environmentName('answerCacheMb'), 'VITRINE_ANSWER_CACHE_MB');
  t.equal(environmentName('limits.queueDeadlineMs'), 'VITRINE_LIMITS_QUEUE_DEADLINE_MS');
});

t.test('bodies that one setting allows have room under the other', async t => {
  const flags = { frontEnds: '4', 'limits.bodiesMb': '2' };
  t.throws(
    () => loadSettings({ flags }),
    /limits\.bodiesMb: found 2, which is 524288 bytes for each of 4 front ends, expected room for the longest body \(limits\.queryBodyBytes: 1048576\)/,
  );
  t.ok(loadSettings({ flags: { ...flags, 'limits.queryBodyBytes': '524288' } }));
});
