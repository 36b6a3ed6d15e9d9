/** The code of the clients' documentation, as tests run it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Daemon } from '../daemon.js';

const FENCED = /^```(\w+)\n(.*?)^```$/gms;

/**
 * All blocks of a language in the README of a package, in their order; the shop of the examples is that of the tests.
 * @param languages of blocks: `js`, `jsx`
 */
export function codeOf(name: string, daemon: Daemon, ...languages: string[]): string {
  const file = fileURLToPath(new URL(`../../clients/${name}/README.md`, import.meta.url));
  return [...readFileSync(file, 'utf8').matchAll(FENCED)]
    .filter(([, language]) => languages.includes(language!))
    .map(([, , code]) => code)
    .join('\n')
    .replaceAll('https://shop.example', daemon.url)
    .replaceAll('the key of the feed', daemon.key);
}
