/**
 * `npm start`: installs what is missing, builds what is stale and runs the daemon in this very process, so that
 * signals and the exit code are the daemon's own. An empty data folder is filled with the demo catalog. Arguments are
 * those of `vitrine serve`: `npm start -- --port 9000`.
 */
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';
import { checkNode, ensurePackages } from './setup/packages.mjs';
import { fail } from './setup/say.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
checkNode();
ensurePackages(root);
if (!build(root)) fail('the build failed; the messages stand above.');

const main = fileURLToPath(new URL('../bundle/cli/main.js', import.meta.url));
const demo = fileURLToPath(new URL('../data/demo.catalog.jsonl.gz', import.meta.url));
// The demo shop has campaigns.
if (!process.env.VITRINE_CONFIG && !process.argv.includes('--config')) {
  process.env.VITRINE_SITE_RETAIL_MEDIA ||= JSON.stringify({ searchPositions: [2, 7], maxShare: 0.2 });
}
process.argv = [process.argv[0], main, 'serve', '--demo', demo, ...process.argv.slice(2)];
await import(new URL('../bundle/cli/main.js', import.meta.url).href);
