/**
 * How many bits a bitmap has in common with each of many others, in WebAssembly with SIMD. One function, put together
 * here byte by byte, so that the project needs no assembler (WebAssembly core specification 2.0, chapter 5).
 */
const I32 = 0x7f;
const V128 = 0x7b;
const LOOP = [0x03, 0x40];
const END = 0x0b;
const REPEAT_UNLESS_ZERO = [0x0d, 0x00];
const ADD = 0x6a;
const SUBTRACT = 0x6b;
const LESS = 0x49;
const STORE = [0x36, 0x02, 0x00];
/** Parameters, then locals. */
const [ONE, OTHERS, BYTES, COUNT, OUT, AT, SUM] = [0, 1, 2, 3, 4, 5, 6];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, value];
const LOAD_VECTOR = [0xfd, 0x00, 0x04, 0x00];
const ZERO_VECTOR = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const AND = [0xfd, 0x4e];
/** Bits of each byte, added to pairs of bytes, added to pairs of those, added to four sums. */
const COUNT_BITS = [0xfd, 0x62, 0xfd, 0x7d, 0xfd, 0x7f, 0xfd, 0xae, 0x01];
const lane = (index: number) => [...get(SUM), 0xfd, 0x1b, index];

/** For each of `count` bitmaps of `bytes` from `others` on, stores the bits in common with `one` from `out` on. */
const BODY = [
  ...[0x02, 0x01, I32, 0x01, V128],
  ...LOOP,
  ...[...constant(0), ...set(AT), ...ZERO_VECTOR, ...set(SUM)],
  ...[...LOOP, ...get(SUM)],
  ...[...get(ONE), ...get(AT), ADD, ...LOAD_VECTOR, ...get(OTHERS), ...get(AT), ADD, ...LOAD_VECTOR],
  ...[...AND, ...COUNT_BITS, ...set(SUM)],
  ...[...get(AT), ...constant(16), ADD, ...tee(AT), ...get(BYTES), LESS, ...REPEAT_UNLESS_ZERO, END],
  ...[...get(OUT), ...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, ...STORE],
  ...[...get(OUT), ...constant(4), ADD, ...set(OUT), ...get(OTHERS), ...get(BYTES), ADD, ...set(OTHERS)],
  ...[...get(COUNT), ...constant(1), SUBTRACT, ...tee(COUNT), ...REPEAT_UNLESS_ZERO, END],
  END,
];

/** A length in LEB128; all here are below 2^14. */
const length = (content: readonly number[]) =>
  content.length < 0x80 ? [content.length] : [(content.length & 0x7f) | 0x80, content.length >> 7];
const sized = (content: readonly number[]) => [...length(content), ...content];
const section = (id: number, content: readonly number[]) => [id, ...sized(content)];
const name = (text: string) => sized([...Buffer.from(text)]);

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [0x01, 0x60, ...sized([I32, I32, I32, I32, I32]), 0x00]),
  ...section(2, [0x01, ...name('env'), ...name('memory'), 0x02, 0x00, 0x01]),
  ...section(3, [0x01, 0x00]),
  ...section(7, [0x01, ...name('count'), 0x00, 0x00]),
  ...section(10, [0x01, ...sized(BODY)]),
]);
const PAGE_BYTES = 1 << 16;
const VECTOR_BYTES = 16;

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** What is used here of the engine's interface, which the types of Node do not have. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (size: { initial: number }) => Memory;
    Module: new (code: Uint8Array) => object;
    Instance: new (module: object, imports: { env: { memory: Memory } }) => { exports: { count: unknown } };
  };
};

const COMPILED = new WebAssembly.Module(MODULE);

type Run = (one: number, others: number, bytes: number, count: number, out: number) => void;

/** A bitmap, and many others of the same size, in memory of their own. */
export class CommonBits {
  /** The one that the others are compared with. */
  readonly one: Uint32Array;
  /** Bits in common, by other. */
  readonly counts: Uint32Array;
  /** Of a bitmap. */
  private readonly bytes: number;
  private readonly memory: Memory;
  private readonly run: Run;

  /** @param bits of each bitmap @param others how many */
  constructor(bits: number, others: number) {
    this.bytes = Math.ceil(bits / 8 / VECTOR_BYTES) * VECTOR_BYTES;
    const out = this.bytes * (others + 1);
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((out + others * 4) / PAGE_BYTES) });
    const { exports } = new WebAssembly.Instance(COMPILED, { env: { memory: this.memory } });
    this.run = exports.count as Run;
    this.one = new Uint32Array(this.memory.buffer, 0, this.bytes / 4);
    this.counts = new Uint32Array(this.memory.buffer, out, others);
  }

  /** One of the others, to be filled. */
  other(index: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, this.bytes * (index + 1), this.bytes / 4);
  }

  count(): void {
    this.run(0, this.bytes, this.bytes, this.counts.length, this.counts.byteOffset);
  }
}
