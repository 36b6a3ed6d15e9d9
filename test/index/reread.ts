/** What was written, read back from shared memory as query threads read it. */
import { Part, type PartWriter } from '../../src/index/part.js';

export function reread(writer: PartWriter): Part {
  const bytes = writer.encode();
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return new Part(shared);
}
