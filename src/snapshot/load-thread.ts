/**
 * A thread behind `loadSnapshot` and `verifyCards`: reads the asked files, parts into shared memory, checks them and
 * ends.
 */
import fs from 'node:fs';
import { platform, setPriority } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { CARDS_CHECKSUM_BYTES, checkCardHeader, isCardFile, verifyCardFile } from '../index/cards.js';
import { verifyPart } from '../index/part.js';
import type { LoadReply, LoadRequest } from './load.js';
import { partsDir } from './manifest.js';

const LOWEST_PRIORITY = 19;

/** Throws with the file's name when it is not what the manifest says. */
function read(dir: string, file: string, bytes: number, wholeCards: boolean): SharedArrayBuffer | undefined {
  const fd = fs.openSync(path.join(dir, file), 'r');
  try {
    const { size } = fs.fstatSync(fd);
    if (size !== bytes) throw new Error(`${file} has ${size} bytes, expected ${bytes}`);
    if (isCardFile(file)) {
      // Card files stay on disk.
      if (size < CARDS_CHECKSUM_BYTES || !checkCardHeader(fd))
        throw new Error(`${file} is no card file of this version`);
      if (wholeCards && !verifyCardFile(path.join(dir, file))) throw new Error(`${file}: the checksum is wrong`);
      return undefined;
    }
    const shared = new SharedArrayBuffer(bytes);
    const view = new Uint8Array(shared);
    for (let at = 0; at < bytes; ) {
      const n = fs.readSync(fd, view, at, Math.min(bytes - at, 1 << 26), at);
      if (n === 0) throw new Error(`${file} ends at ${at} of ${bytes} bytes`);
      at += n;
    }
    if (!verifyPart(view)) throw new Error(`${file}: the checksum is wrong`);
    return shared;
  } finally {
    fs.closeSync(fd);
  }
}

function load({ dataDir, files, wholeCards }: LoadRequest): LoadReply {
  // Queries come first. Elsewhere priorities are those of whole processes.
  if (wholeCards && platform() === 'linux') setPriority(LOWEST_PRIORITY);
  try {
    const parts = new Map<string, SharedArrayBuffer>();
    for (const { file, bytes } of files) {
      const shared = read(partsDir(dataDir), file, bytes, wholeCards);
      if (shared) parts.set(file, shared);
    }
    return { parts };
  } catch (error) {
    return { error: `snapshot part ${(error as Error).message}` };
  }
}

parentPort?.postMessage(load(workerData as LoadRequest));
