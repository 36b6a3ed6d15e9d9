/** The engines beside ours, by name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import type { Engine } from './engine.js';
import { FlexSearchEngine } from './engines/flexsearch.js';
import { Fts5Engine, findSqlite } from './engines/fts5.js';
import { MiniSearchEngine } from './engines/minisearch.js';
import { OramaEngine } from './engines/orama.js';

export const ENGINE_NAMES = ['fts5', 'minisearch', 'flexsearch', 'orama'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

const Package = Compile(Type.Object({ name: Type.String(), version: Type.String() }));
const PACKAGES: Record<EngineName, () => string> = {
  fts5: () => findSqlite()!,
  minisearch: () => inCheckout('node_modules/minisearch'),
  flexsearch: () => inCheckout('node_modules/flexsearch'),
  orama: () => inCheckout('node_modules/@orama/orama'),
};

/** @returns why an engine cannot be asked on this machine */
export function missing(name: EngineName): string | undefined {
  if (name !== 'fts5' || findSqlite() !== undefined) return undefined;
  return 'SQLite: BETTER_SQLITE3 does not name a folder of better-sqlite3 11 (npm install --prefix DIR better-sqlite3@11)';
}

/** @throws Error where it is missing */
export function engineOf(name: EngineName): Engine {
  const reason = missing(name);
  if (reason !== undefined) throw new Error(reason);
  switch (name) {
    case 'fts5':
      return new Fts5Engine(findSqlite()!);
    case 'minisearch':
      return new MiniSearchEngine();
    case 'flexsearch':
      return new FlexSearchEngine();
    case 'orama':
      return new OramaEngine();
  }
}

/** Versions of the packages. */
export function versionsOf(names: readonly EngineName[]): Record<string, string> {
  const versions = names.map(name => {
    const file = join(PACKAGES[name](), 'package.json');
    const { name: title, version } = parsedJson(Package, readFileSync(file, 'utf8'), file);
    return [title, version];
  });
  return Object.fromEntries(versions);
}
