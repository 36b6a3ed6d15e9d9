/**
 * The other versions of Node on which the tests of HTTP run: their parsers of HTTP differ, and so do the native builds
 * that fit them. They are packages of npm (see scripts/nodes), of some 700 MB together, so they are there where they were
 * asked for: `npm test -- --nodes`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackagesMeanwhile } from './packages.mjs';

const FOLDER = 'scripts/nodes';
const NAME = /^node-(\d+)-/;
/** What is said of HTTP, and whether the native parts can be loaded. */
const TESTED = /^test\/server\/http\/|^test\/cli\/doctor\/doctor-checks\.test\.ts$/;

/** @typedef {{ major: string, program: string }} OtherNode */

/**
 * @param {string} root
 * @returns {Promise<void>}
 */
export function ensureNodes(root) {
  return ensurePackagesMeanwhile(join(root, FOLDER));
}

/**
 * @param {string} root
 * @returns {OtherNode[]} those that are installed, without the version that runs this
 */
export function otherNodes(root) {
  const modules = join(root, FOLDER, 'node_modules');
  const [own] = process.versions.node.split('.');
  return (existsSync(modules) ? readdirSync(modules) : []).flatMap(name => {
    const major = NAME.exec(name)?.[1];
    const program = join(modules, name, 'bin', 'node');
    return major === undefined || major === own || !existsSync(program) ? [] : [{ major, program }];
  });
}

/** @param {string} name of a test file */
export function runsOnOtherNodes(name) {
  return TESTED.test(name);
}
