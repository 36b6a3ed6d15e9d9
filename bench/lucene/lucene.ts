/**
 * Lucene as it stands on the machine: found, compiled against and started, or a reason why not. Debian has it as
 * liblucene8-java.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const JARS = process.env.LUCENE_JARS ?? '/usr/share/java';
const NEEDED = ['lucene-core', 'lucene-analyzers-common'];

/** @returns {{ jars: string[], version: string, java: string } | { missing: string }} */
export function findLucene() {
  for (const program of ['java', 'javac']) {
    if (spawnSync(program, ['-version']).status !== 0) return { missing: `there is no ${program} on the path` };
  }
  const files = existsSync(JARS) ? readdirSync(JARS) : [];
  const jars = NEEDED.map(name => files.find(file => new RegExp(`^${name}-8[.\\d]*\\.jar$`).test(file)));
  const absent = NEEDED.filter((_, i) => jars[i] === undefined);
  if (absent.length > 0) {
    return {
      missing: `${JARS} has no ${absent.join(' and no ')} 8 (Debian: liblucene8-java; elsewhere set LUCENE_JARS)`,
    };
  }
  const version = /-(8[.\d]*)\.jar$/.exec(jars[0])[1];
  const java = /version "([^"]+)"/.exec(spawnSync('java', ['-version']).stderr.toString())?.[1] ?? 'unknown';
  return { jars: jars.map(file => join(JARS, file)), version, java };
}

/** Compiles the yardstick into a folder. @returns {(data: string, heapMb: number) => string[]} arguments of java */
export function compileYardstick(folder, jars) {
  mkdirSync(folder);
  const here = fileURLToPath(new URL('../../bench/lucene/', import.meta.url));
  const sources = readdirSync(here).filter(file => file.endsWith('.java'));
  const args = ['-d', folder, '-cp', jars.join(delimiter), ...sources.map(file => join(here, file))];
  const { status, stderr } = spawnSync('javac', args);
  if (status !== 0) throw new Error(`javac: ${stderr}`);
  const path = [folder, ...jars].join(delimiter);
  // One thread collects, as one thread answers.
  return (data, heapMb) => ['-XX:+UseSerialGC', `-Xmx${heapMb}m`, '-cp', path, 'Yardstick', data];
}
