/** The types of `@vitrine/client` are those of the interface as it is. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { firstLine, typesFile } from '../../scripts/setup/client-types.mjs';
import { openApiDocument } from '../../src/api/openapi.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

t.test('the types of the client are of the interface as it is: npm run client-types makes them', t => {
  const [line] = readFileSync(typesFile(ROOT), 'utf8').split('\n', 1);
  t.equal(line, firstLine(openApiDocument('') as never));
  t.end();
});
