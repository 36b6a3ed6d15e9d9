/** A shop's page on a server of its own, with a script that is bundled as shops do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param folder below which the script finds its packages
 * @returns the address of the page, which is there until the end of the test
 */
export async function pageOf(
  t: { teardown(fn: () => unknown): unknown },
  code: string,
  body: string,
  folder = ROOT,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'tsx' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
    write: false,
    logLevel: 'error',
  });
  const script = outputFiles[0]!.text;
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
