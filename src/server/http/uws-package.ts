/**
 * Chooses the build of uWebSockets.js. The official package has builds for the versions of Node that are maintained, and
 * operators install it from its own repository; npm has a republished build of 2023 for Node 16 to 20, of which that for
 * Node 20 on Linux comes along. The first of them with a build for this Node, system and processor is taken. VITRINE_UWS
 * names another package, or its folder, which must fit then.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../errors/problem.js';
import type { NativeRequest, NativeResponse } from './uws-exchange.js';

export interface NativeApp {
  any(pattern: string, handler: (response: NativeResponse, request: NativeRequest) => void): NativeApp;
  listen(host: string, port: number, options: number, done: (socket: unknown) => void): NativeApp;
  close(): NativeApp;
}

export interface NativeModule {
  App(): NativeApp;
  us_listen_socket_close(socket: unknown): void;
  us_socket_local_port(socket: unknown): number;
  LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

export interface UwsBuild {
  native: NativeModule;
  version: string;
  /** Whether it is the republished build of 2023. */
  republished: boolean;
}

export interface UwsChoice {
  /** Undefined: none fits. */
  build: UwsBuild | undefined;
  /** Of each package that is there and was passed over, why. */
  passedOver: string[];
}

/** What of the process decides which build fits. */
export interface Machine {
  platform: string;
  arch: string;
  /** `modules` is the version of the binary interface. */
  versions: { node: string; modules: string };
}

/** By preference; the first is the name of the official package, the last the folder that is shipped (bundle/uws). */
export const UWS_PACKAGES = [
  'uWebSockets.js',
  'uws-js-unofficial',
  fileURLToPath(new URL('../../uws', import.meta.url)),
];
const REPUBLISHED = '@trufflesuite/uws-js-unofficial';
const BUILD = /^uws_([a-z0-9]+)_([a-z0-9]+)_(\d+)\.node$/;

/**
 * Synchronous: called once, before the daemon listens.
 * @param wanted the package to take, or its folder
 * @throws Problem where what is wanted does not fit
 */
export function chooseUws(
  wanted: string | undefined = process.env['VITRINE_UWS'],
  machine: Machine = process,
  packages: readonly string[] = UWS_PACKAGES,
): UwsChoice {
  const passedOver: string[] = [];
  for (const name of wanted === undefined ? packages : [wanted]) {
    const folder = folderOf(name);
    if (folder === undefined) continue;
    const found = load(name, folder, machine);
    if (typeof found !== 'string') return { build: found, passedOver };
    passedOver.push(found);
  }
  if (wanted === undefined) return { build: undefined, passedOver };
  const fault = passedOver[0] ?? 'there is no such package';
  throw new Problem(
    'setting_invalid',
    `VITRINE_UWS: found "${wanted}", expected a package that offers the uWebSockets.js API (${fault})`,
  );
}

/** @returns undefined where the package is not installed */
function folderOf(name: string): string | undefined {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const folders = isAbsolute(name) ? [name] : places.map(place => join(place, name));
  return folders.find(folder => existsSync(join(folder, 'package.json')));
}

/** @returns why the package does not fit, if it does not */
function load(wanted: string, folder: string, machine: Machine): UwsBuild | string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const title = `${name} ${version}`;
  const { platform, arch, versions } = machine;
  const republished = name === REPUBLISHED;
  const builds = republished ? join(folder, 'binaries') : folder;
  // Images of containers may have been made smaller by them.
  const known = existsSync(builds) ? readdirSync(builds).map(file => BUILD.exec(file)) : [];
  const here = known.filter(found => found?.[1] === platform && found[2] === arch).map(found => found![3]!);
  if (known.some(found => found !== null) && !here.includes(versions.modules)) {
    const others = here.length === 0 ? 'none for this system' : `those of the ABI ${here.join(', ')}`;
    return `${title} has no build for Node ${versions.node} (ABI ${versions.modules}) on ${platform}-${arch}, but ${others}`;
  }
  try {
    // The republished package, loaded by its name, would answer a missing build with an incomplete substitute.
    const file = republished ? join(builds, `uws_${platform}_${arch}_${versions.modules}.node`) : wanted;
    const loaded = createRequire(import.meta.url)(file) as Partial<NativeModule> & { default?: NativeModule };
    const native = typeof loaded.App === 'function' ? (loaded as NativeModule) : loaded.default;
    if (typeof native?.App !== 'function') return `${title} has no App()`;
    return { native, version: version ?? '', republished };
  } catch (error) {
    return `${title} cannot be loaded: ${String(error).split('\n')[0]}`;
  }
}
