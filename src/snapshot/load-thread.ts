/** A thread behind `loadSnapshot`, `verifyCards` and `verifyAll`: reads or checks what it is asked to, and ends. */
import fs from 'node:fs';
import { platform, setPriority } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { CARDS_CHECKSUM_BYTES, checkCardHeader, isCardFile, verifyCardFile } from '../index/cards.js';
import { type PartFile, verifyPart } from '../index/part.js';
import type { LoadReply, LoadRequest } from './load.js';
import { partsDir } from './manifest.js';

const LOWEST_PRIORITY = 19;

/** Throws with the file's name when it is not what the manifest says. */
function read(dir: string, { file, bytes }: PartFile, check: boolean): SharedArrayBuffer | undefined {
  const fd = fs.openSync(path.join(dir, file), 'r');
  try {
    const { size } = fs.fstatSync(fd);
    if (size !== bytes) throw new Error(`${file} has ${size} bytes, expected ${bytes}`);
    if (isCardFile(file)) {
      // Card files stay on disk.
      if (size < CARDS_CHECKSUM_BYTES || !checkCardHeader(fd))
        throw new Error(`${file} is no card file of this version`);
      return undefined;
    }
    const shared = new SharedArrayBuffer(bytes);
    const view = new Uint8Array(shared);
    for (let at = 0; at < bytes; ) {
      const n = fs.readSync(fd, view, at, Math.min(bytes - at, 1 << 26), at);
      if (n === 0) throw new Error(`${file} ends at ${at} of ${bytes} bytes`);
      at += n;
    }
    if (check) requireSound(verifyPart(view), file);
    return shared;
  } finally {
    fs.closeSync(fd);
  }
}

function requireSound(sound: boolean, file: string): void {
  if (!sound) throw new Error(`${file}: the checksum is wrong`);
}

function load(request: LoadRequest): Map<string, SharedArrayBuffer> {
  const dir = partsDir(request.dataDir);
  const parts = new Map<string, SharedArrayBuffer>();
  if (request.kind === 'read') {
    for (const file of request.files) {
      const shared = read(dir, file, request.check);
      if (shared) parts.set(file.file, shared);
    }
    return parts;
  }
  // Queries come first. Elsewhere priorities are those of whole processes.
  if (platform() === 'linux') setPriority(LOWEST_PRIORITY);
  for (const [file, bytes] of request.parts) requireSound(verifyPart(new Uint8Array(bytes)), file);
  for (const file of request.cards) {
    read(dir, file, false);
    requireSound(verifyCardFile(path.join(dir, file.file)), file.file);
  }
  return parts;
}

function reply(request: LoadRequest): LoadReply {
  try {
    return { parts: load(request) };
  } catch (error) {
    return { error: `snapshot part ${(error as Error).message}` };
  }
}

parentPort?.postMessage(reply(workerData as LoadRequest));
