/** The reference is what the interface description says, with an example for each operation; and the description is sound. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import t from 'tap';
import { type Description, examplesIn, reference } from '../../scripts/make-reference.mjs';
import { openApiDocument } from '../../src/api/openapi.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'docs', 'reference');
const description = openApiDocument(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);

t.test('pages are as `npm run reference` writes them', async t => {
  const pages = reference(description as Description, examplesIn(ROOT));
  t.same(readdirSync(FOLDER).sort(), [...pages.keys()].sort());
  for (const [name, text] of pages) t.equal(readFileSync(join(FOLDER, name), 'utf8'), text, name);
});

t.test('each operation has an example', async t => {
  for (const name of readdirSync(FOLDER)) {
    if (name === 'schemas.md') continue;
    const [, ...operations] = readFileSync(join(FOLDER, name), 'utf8').split(/^## (?=[A-Z]+(?:, [A-Z]+)* \/)/m);
    for (const operation of operations) {
      const [heading = ''] = operation.split('\n', 1);
      const methods = heading.split(' /')[0]?.split(', ').length;
      t.equal(operation.match(/^```console$/gm)?.length, methods, heading);
    }
  }
});

t.test('the description passes the recommended rules of Redocly', async t => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  t.same(
    errors.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  );
});
