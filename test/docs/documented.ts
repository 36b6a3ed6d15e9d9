/**
 * What the documentation says that commands print, they print: a page's console blocks are run from the first to the
 * last in one shell, beside a daemon with the demo shop, as it is after the first start.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { WHOLE_DEMO, wholeDemo } from '../contract/demo-daemon.js';
import { ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { consoleCommands } from './console-blocks.js';
import { difference } from './same-output.js';
import { run } from './shell.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POLL_MS = 20;
const NEEDED = ['bash', 'curl', 'jq'];
/**
 * Pages that leave the shop, what was imported and what is told of both as they were, and print nothing of visitors'
 * notifications but of those that they have sent last.
 */
const READING: ReadonlySet<string> = new Set([
  'docs/agents.md',
  'docs/backup.md',
  'docs/errors.md',
  'docs/recommendations.md',
  'docs/storefront.md',
  'docs/reference/agents.md',
  'docs/reference/backups.md',
  'docs/reference/explanations.md',
  'docs/reference/exports.md',
  'docs/reference/notifications.md',
  'docs/reference/operation.md',
  'docs/reference/queries.md',
  'docs/reference/snapshots.md',
  'docs/reference/topics.md',
]);

/** Markdown files of a folder, as paths from the repository's. */
export function pagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter(name => name.endsWith('.md'));
  return names.map(name => `${folder}/${name}`).sort();
}

/**
 * Runs the commands of pages, each in a folder of its own and on a shop of its own, but for those that change nothing
 * that others see: they share one.
 */
export function testCommands(pages: readonly string[]): void {
  const missing = NEEDED.filter(name => spawnSync(name, ['--version']).error !== undefined);
  const skip = missing.length > 0 ? `${missing.join(', ')} not installed` : false;
  t.test('commands print what the documentation says', { skip }, async t => {
    const folder = testFolder(t);
    const prepared = await wholeDemo();
    let shared: Promise<Shop> | undefined;
    for (const page of pages) {
      const commands = consoleCommands(readFileSync(join(ROOT, page), 'utf8'));
      if (commands.length === 0) continue;
      await t.test(page, async test => {
        const own = join(folder, page.replaceAll('/', '-'));
        mkdirSync(own);
        const { url, dataDir } = await (READING.has(page)
          ? (shared ??= openShop(t, prepared, join(folder, 'shared')))
          : openShop(test, prepared, join(own, 'data')));
        symlinkSync(dataDir, join(own, 'vitrine-data'));
        const printed = await run(
          commands.map(({ text }) => text),
          own,
          url,
        );
        commands.forEach(({ line, text, output, varies }, at) => {
          const name = `line ${line}: ${text.split('\n')[0]}`;
          const why = difference(output, printed[at] ?? '', { varies });
          if (why === undefined) test.pass(name);
          else test.fail(name, { why, at: null, stack: '', source: '' });
        });
      });
    }
  });
}

interface Shop {
  url: string;
  dataDir: string;
}

/** Starts a daemon on a copy of the shop; it ends with the test. */
async function openShop(t: { teardown(fn: () => unknown): void }, prepared: string, dataDir: string): Promise<Shop> {
  cpSync(prepared, dataDir, { recursive: true });
  const daemon = await startDaemon({ ...WHOLE_DEMO, dataDir });
  t.teardown(() => daemon.stop());
  await ready(daemon.url);
  await storeOpen(daemon.url);
  return { url: daemon.url, dataDir };
}

/** Exports are refused until the catalog store is open, which queries do not wait for. */
async function storeOpen(url: string): Promise<void> {
  while ((await (await fetch(`${url}/readyz`)).text()).includes('starting')) await pause(POLL_MS);
}
