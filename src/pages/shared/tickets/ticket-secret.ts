/**
 * What tickets are signed with. Threads of a daemon share it in memory, where it is replaced while they run: tickets are
 * signed with the first secret, and accepted where any of them has signed.
 *
 *   0   4  version (i32), odd while it is being written
 *   4   4  length in bytes (i32)
 *   8   …  JSON: a list of secrets
 */

/** A text that never changes, or the memory of `SharedTicketSecrets`. */
export type TicketSecret = string | SharedArrayBuffer;

const HEAD_BYTES = 8;
const MEMORY_BYTES = 8192;

interface Read {
  memory: SharedArrayBuffer;
  head: Int32Array;
  version: number;
  secrets: readonly string[];
}

/** What was read last: a daemon has one memory. */
let read: Read | undefined;

/** The secret that signs. */
export function signingSecret(secret: TicketSecret): string {
  return typeof secret === 'string' ? secret : secretsIn(secret)[0]!;
}

/** Those of which any may have signed a ticket. */
export function acceptedSecrets(secret: TicketSecret): readonly string[] {
  return typeof secret === 'string' ? [secret] : secretsIn(secret);
}

/** The side of the thread that replaces secrets. */
export class SharedTicketSecrets {
  readonly memory = new SharedArrayBuffer(MEMORY_BYTES);

  /** @param secrets the one that signs first; together at most some thousand characters */
  set(secrets: readonly string[]): void {
    const text = Buffer.from(JSON.stringify(secrets));
    const head = new Int32Array(this.memory, 0, 2);
    Atomics.add(head, 0, 1);
    new Uint8Array(this.memory, HEAD_BYTES).set(text);
    head[1] = text.length;
    Atomics.add(head, 0, 1);
  }
}

function secretsIn(memory: SharedArrayBuffer): readonly string[] {
  if (read?.memory === memory && Atomics.load(read.head, 0) === read.version) return read.secrets;
  const head = new Int32Array(memory, 0, 2);
  for (;;) {
    const version = Atomics.load(head, 0);
    const bytes = Buffer.from(new Uint8Array(memory, HEAD_BYTES, head[1]));
    if (version % 2 !== 0 || Atomics.load(head, 0) !== version) continue;
    const secrets = JSON.parse(bytes.toString()) as string[];
    read = { memory, head, version, secrets };
    return secrets;
  }
}
