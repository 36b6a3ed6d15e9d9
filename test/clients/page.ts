/** A shop's code, bundled as shops do: for a page on a server of its own, or to be run by Node. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cleanEnvironment } from '../daemon.js';
import { testFolder } from '../folder.js';

type Test = { teardown(fn: () => unknown): void };
const IMPORTS = /^import .*$/gm;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @param name of the package of clients/ whose own packages the code finds */
async function bundled(name: string, code: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: join(ROOT, 'clients', name), loader: 'tsx' },
    nodePaths: [join(ROOT, 'node_modules')],
    platform,
    bundle: true,
    format: platform === 'node' ? 'cjs' : 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

/** @returns what the code has printed */
export async function printedBy(t: Test, name: string, code: string): Promise<string> {
  const file = join(testFolder(t), 'server.cjs');
  const imports = code.match(IMPORTS) ?? [];
  // React's server is CommonJS, which waits in functions alone.
  const waiting = `${imports.join('\n')}\n(async () => {${code.replace(IMPORTS, '')}})();`;
  writeFileSync(file, await bundled(name, waiting, 'node'));
  return execFileSync(process.execPath, [file], { env: cleanEnvironment(), encoding: 'utf8' });
}

/** @returns the address of the page, which is there until the end of the test */
export async function pageOf(t: Test, name: string, code: string, body: string): Promise<string> {
  const script = await bundled(name, code, 'browser');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <body>${body}<script type="module" src="/script.js"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : html);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
