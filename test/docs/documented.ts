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
import { DEMO_FILE } from '../contract/demo.js';
import { ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { preparedFolder } from '../prepared.js';
import { consoleCommands } from './console-blocks.js';
import { difference } from './same-output.js';
import { run } from './shell.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITE_FILE = join(ROOT, 'data/demo.site.json');
const POLL_MS = 20;
const NEEDED = ['bash', 'curl', 'jq'];
/** As `npm start` starts it. */
const DEMO = {
  args: ['--demo'],
  env: {
    VITRINE_SITE_RETAIL_MEDIA: JSON.stringify({ searchPositions: [2, 7], maxShare: 0.2 }),
    // Each page has a daemon, and no first query has to be quick.
    VITRINE_REHEARSE: 'false',
  },
};

/** Markdown files of a folder, as paths from the repository's. */
export function pagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter(name => name.endsWith('.md'));
  return names.map(name => `${folder}/${name}`).sort();
}

/** Runs the commands of pages, each on a shop of its own. */
export function testCommands(pages: readonly string[]): void {
  const missing = NEEDED.filter(name => spawnSync(name, ['--version']).error !== undefined);
  const skip = missing.length > 0 ? `${missing.join(', ')} not installed` : false;
  t.test('commands print what the documentation says', { skip }, async t => {
    const folder = testFolder(t);
    const shop = await preparedFolder('whole-demo', [DEMO_FILE, SITE_FILE], firstStart);
    for (const page of pages) {
      const commands = consoleCommands(readFileSync(join(ROOT, page), 'utf8'));
      if (commands.length === 0) continue;
      await t.test(page, async t => {
        const own = join(folder, page.replaceAll('/', '-'));
        mkdirSync(own);
        cpSync(shop, join(own, 'data'), { recursive: true });
        const daemon = await startDaemon({ ...DEMO, dataDir: join(own, 'data') });
        t.teardown(() => daemon.stop());
        await ready(daemon.url);
        await storeOpen(daemon.url);
        symlinkSync('data', join(own, 'vitrine-data'));
        const printed = await run(
          commands.map(({ text }) => text),
          own,
          daemon.url,
        );
        commands.forEach(({ line, text, output, varies }, at) => {
          const name = `line ${line}: ${text.split('\n')[0]}`;
          const why = difference(output, printed[at] ?? '', { varies });
          if (why === undefined) t.pass(name);
          else t.fail(name, { why, at: null, stack: '', source: '' });
        });
      });
    }
  });
}

/** Fills the data folder as the first start does. */
async function firstStart(dataDir: string): Promise<void> {
  const daemon = await startDaemon({ ...DEMO, dataDir });
  try {
    await daemon.waitForLog(({ message }) => message?.includes('the demo catalog is live') === true);
  } finally {
    await daemon.stop();
  }
}

/** Exports are refused until the catalog store is open, which queries do not wait for. */
async function storeOpen(url: string): Promise<void> {
  while ((await (await fetch(`${url}/readyz`)).text()).includes('starting')) await pause(POLL_MS);
}
