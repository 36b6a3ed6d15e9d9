/** Paths in the checkout, the same from `bench` and from the folder beside it that benches are compiled to. */
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** @param path relative to the checkout @returns the absolute one */
export function inCheckout(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}
