/**
 * A message of a fleet: a head and a body.
 *
 *   u32        length of the head in bytes, little endian
 *   head       JSON: {version, sha256, ...}; sha256 (hex) is of JSON.stringify of the other members, and of the body
 *   body       bytes, of which the head may say more
 */
import { createHash } from 'node:crypto';

const LENGTH_BYTES = 4;
const NONE = new Uint8Array();

export function frame(version: number, head: object, body: Uint8Array = NONE): Uint8Array {
  const text = Buffer.from(JSON.stringify({ version, sha256: checksum(head, body), ...head }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, body]);
}

/**
 * @param newest the newest version that can be read
 * @param what the message is called in errors
 * @throws where it is damaged, or of a newer version
 */
export function unframe<Head extends object>(
  newest: number,
  what: string,
  data: Uint8Array,
): { head: Head; body: Uint8Array } {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const end = LENGTH_BYTES + (bytes.length < LENGTH_BYTES ? 0 : bytes.readUInt32LE());
  let parsed: { version?: number; sha256?: string };
  try {
    parsed = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end));
  } catch {
    throw new Error(`${what}: not JSON`);
  }
  const { version = 0, sha256, ...head } = parsed;
  if (version > newest) throw new Error(`${what}: format ${version}, this version reads up to ${newest}`);
  const body = bytes.subarray(end);
  if (checksum(head, body) !== sha256) throw new Error(`${what}: wrong checksum`);
  return { head: head as Head, body };
}

function checksum(head: object, body: Uint8Array): string {
  return createHash('sha256').update(JSON.stringify(head)).update(body).digest('hex');
}
