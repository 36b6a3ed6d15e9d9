/**
 * Compiles the packages of clients/, each into its own `dist/`: modules for browsers and Node with their types, as they
 * are published. Those that are built on `@vitrine/client` come after it. Types are not checked here: that is a check
 * of its own. Run by build.mjs as `node build-clients.mjs ROOT`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FIRST = 'client';

const [root = ''] = process.argv.slice(2);
const clients = join(root, 'clients');
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
const folders = readdirSync(clients, { withFileTypes: true }).filter(entry => entry.isDirectory());
for (const { name } of folders.sort((a, b) => Number(b.name === FIRST) - Number(a.name === FIRST))) {
  const folder = join(clients, name);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [tsc, '--project', folder, '--noCheck'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
