/**
 * Lucene as it stands on the machine: found, compiled against and started, or a reason why not. Debian has it as
 * liblucene8-java.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inCheckout } from '../harness/checkout.js';

const JARS = process.env.LUCENE_JARS ?? '/usr/share/java';
const NEEDED = ['lucene-core', 'lucene-analyzers-common'];
const SOURCES = inCheckout('bench/lucene');

export interface Lucene {
  jars: string[];
  /** Versions. */
  version: string;
  java: string;
}

/** Arguments of java that start a program of ours. @param args of the program, the folder of what it reads first */
export type JavaArgs = (program: 'Yardstick' | 'Judged', heapMb: number, args: readonly string[]) => string[];

/** @returns what there is, or what is missing */
export function findLucene(): Lucene | { missing: string } {
  for (const program of ['java', 'javac']) {
    if (spawnSync(program, ['-version']).status !== 0) return { missing: `there is no ${program} on the path` };
  }
  const files = existsSync(JARS) ? readdirSync(JARS) : [];
  const found = NEEDED.map(name => ({ name, match: firstMatch(files, new RegExp(`^${name}-(8[.\\d]*)\\.jar$`)) }));
  const absent = found.filter(({ match }) => match === undefined).map(({ name }) => name);
  if (absent.length > 0) {
    return {
      missing: `${JARS} has no ${absent.join(' and no ')} 8 (Debian: liblucene8-java; elsewhere set LUCENE_JARS)`,
    };
  }
  const matches = found.flatMap(({ match }) => match ?? []);
  const java = /version "([^"]+)"/.exec(spawnSync('java', ['-version']).stderr.toString())?.[1] ?? 'unknown';
  return { jars: matches.map(({ file }) => join(JARS, file)), version: matches[0].version, java };
}

function firstMatch(files: readonly string[], pattern: RegExp): { file: string; version: string } | undefined {
  for (const file of files) {
    const [, version] = pattern.exec(file) ?? [];
    if (version !== undefined) return { file, version };
  }
  return undefined;
}

/** Compiles the yardstick into a folder. */
export function compileYardstick(folder: string, jars: readonly string[]): JavaArgs {
  mkdirSync(folder);
  const sources = readdirSync(SOURCES).filter(file => file.endsWith('.java'));
  const args = ['-d', folder, '-cp', jars.join(delimiter), ...sources.map(file => join(SOURCES, file))];
  const { status, stderr } = spawnSync('javac', args);
  if (status !== 0) throw new Error(`javac: ${stderr}`);
  const path = [folder, ...jars].join(delimiter);
  // One thread collects, as one thread answers.
  return (program, heapMb, args) => ['-XX:+UseSerialGC', `-Xmx${heapMb}m`, '-cp', path, program, ...args];
}
