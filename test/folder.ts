/** Folders of tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A thread or process that has answered, and is not waited for any longer, may still write a file: what is no longer empty
 * when it is to be removed is looked at again.
 */
export const REMOVAL = { recursive: true, force: true, maxRetries: 5 };

/**
 * Makes a folder that is removed with the test. What a test registers later ends before that: a daemon that is stopped
 * there does not write into a folder that is being removed, as it would with the folders of `t.testdir()`.
 * @param files path → content of what is in it at first
 */
export function testFolder(t: { teardown(fn: () => unknown): void }, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  t.teardown(() => rmSync(folder, REMOVAL));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
