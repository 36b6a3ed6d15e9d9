/** Bodies of imports that are too long for a message, as objects. They go from file to file, and are never held whole. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { isMissing } from './connection.js';
import { type FleetObjects, PIECE_BYTES, readObject, storeObject } from './objects.js';

/** Length and SHA-256 (hex) of a body. */
export interface BodySum {
  bytes: number;
  sha256: string;
}

export class BodyStore {
  constructor(private readonly objects: FleetObjects) {}

  async put(name: string, file: string): Promise<void> {
    await storeObject(this.objects, { name }, fs.createReadStream(file, { highWaterMark: PIECE_BYTES }));
  }

  /** Writes a body to a file. @throws where it is missing, or is another one than expected */
  async fetch(name: string, file: string, expected: BodySum): Promise<void> {
    const { pieces } = await readObject(this.objects, name);
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await fs.promises.open(file, 'w', 0o600);
    try {
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.length;
        await handle.write(piece);
      }
      requireSum(name, { bytes, sha256: hash.digest('hex') }, expected);
    } catch (error) {
      fs.rmSync(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.objects.store.delete(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** Writes the body of a message to a file. @throws where it is another one than expected */
export async function writeBody(name: string, file: string, body: Uint8Array, expected: BodySum): Promise<void> {
  requireSum(name, { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') }, expected);
  await fs.promises.writeFile(file, body, { mode: 0o600 });
}

/** Of a file, which is read piece by piece. */
export async function sumOfFile(file: string): Promise<BodySum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of fs.createReadStream(file, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function requireSum(name: string, found: BodySum, expected: BodySum): void {
  if (found.bytes === expected.bytes && found.sha256 === expected.sha256) return;
  throw new Error(`${name}: what the fleet has of it is damaged`);
}
