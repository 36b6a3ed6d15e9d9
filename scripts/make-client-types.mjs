/** `npm run client-types`: makes the types of `@vitrine/client` anew, after the interface has changed. */
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';
import { writeTypes } from './setup/client-types.mjs';
import { checkNode, ensurePackages } from './setup/packages.mjs';
import { fail, say } from './setup/say.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
checkNode();
ensurePackages(root);
if (!build(root)) fail('the build failed; the messages stand above.');
const { openApiDocument } = await import(new URL('../dist/api/openapi.js', import.meta.url).href);
say(
  (await writeTypes(root, openApiDocument('')))
    ? 'the types of the client are new'
    : 'the types of the client are those of the interface',
);
