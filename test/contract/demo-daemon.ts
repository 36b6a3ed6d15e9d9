/** Data folders with the demo shop, or some of its catalog, of which an import takes longer than most tests. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Daemon, type DaemonOptions, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { preparedFolder } from '../prepared.js';
import { importWhenReady } from './admin.js';
import { catalogFile, DEMO_FILE, someDemoLines } from './demo.js';

const SITE_FILE = fileURLToPath(new URL('../../data/demo.site.json', import.meta.url));

/** How `npm start` starts a daemon. */
export const WHOLE_DEMO = {
  args: ['--demo'],
  env: { VITRINE_SITE_RETAIL_MEDIA: JSON.stringify({ searchPositions: [2, 7], maxShare: 0.2 }) },
};

/** A data folder with the demo shop as it is after the first start, for a daemon of `WHOLE_DEMO`; it is to be copied. */
export function wholeDemo(): Promise<string> {
  return preparedFolder('whole-demo', [DEMO_FILE, SITE_FILE], async dataDir => {
    const daemon = await startDaemon({ ...WHOLE_DEMO, dataDir });
    try {
      await daemon.waitForLog(({ message }) => message?.includes('the demo catalog is live') === true);
    } finally {
      await daemon.stop();
    }
  });
}

type Test = { teardown(fn: () => unknown): void };

/**
 * Starts a daemon with `someDemoLines` live, where imports are taken. The test stops it.
 * @param t its end removes the copy, unless it is a folder of `options`, which has to be empty
 */
export async function startDemoDaemon(t: Test, options: DaemonOptions = {}): Promise<Daemon> {
  const dataDir = options.dataDir ?? testFolder(t);
  await cp(await preparedFolder('demo', [DEMO_FILE], importSome), dataDir, { recursive: true });
  const daemon = await startDaemon({ ...options, dataDir });
  try {
    await ready(daemon.url);
    await importWhenReady(daemon, 'POST', [], { validationOnly: 'true' });
  } catch (error) {
    await daemon.stop();
    throw error;
  }
  return daemon;
}

async function importSome(dataDir: string): Promise<void> {
  const temporary: (() => unknown)[] = [];
  try {
    const catalog = catalogFile({ teardown: fn => temporary.push(fn) }, someDemoLines());
    const daemon = await startDaemon({ dataDir, catalog });
    await daemon.stop();
  } finally {
    for (const remove of temporary) remove();
  }
}
