/** Tags of hits in tickets: the twin of `SignedContext.writeTag` in `src/pages/shared/tickets/signed-context.ts`. */

const BLOCK_BYTES: usize = 8;
const TAG_LENGTH: usize = 8;
const DIGIT_BITS: u64 = 6;
const DIGIT_MASK: u64 = 63;

// Letters of base64url by the value below which they end.
const CAPITALS_END: i32 = 26;
const SMALL_END: i32 = 52;
const DIGITS_END: i32 = 62;

/**
 * Writes 48 bits of SipHash-2-4 over position, kind and a text, as eight letters of base64url.
 * @param key address of the key, 16 bytes
 * @param from address of the text; up to seven bytes behind its end are read
 */
export function writeTag(key: usize, position: u32, kind: u32, from: usize, to: usize, out: usize): void {
  const k0 = load<u64>(key);
  const k1 = load<u64>(key, 8);
  let a = k0 ^ (((<u64>0x736f6d65) << 32) | 0x70736575);
  let b = k1 ^ (((<u64>0x646f7261) << 32) | 0x6e646f6d);
  let c = k0 ^ (((<u64>0x6c796765) << 32) | 0x6e657261);
  let d = k1 ^ (((<u64>0x74656462) << 32) | 0x79746573);
  const length = <u64>(to - from);
  const whole = from + ((to - from) / BLOCK_BYTES) * BLOCK_BYTES;
  /** The block behind the last, which has what is left and the length, and behind it the finalization. */
  const end = whole + BLOCK_BYTES;
  let block = ((<u64>kind) << 32) | <u64>position;
  for (let at = from; ; at += BLOCK_BYTES) {
    d ^= block;
    for (let round = at > end ? 4 : 2; round > 0; round--) {
      a += b;
      c += d;
      b = rotl<u64>(b, 13) ^ a;
      d = rotl<u64>(d, 16) ^ c;
      a = rotl<u64>(a, 32);
      c += b;
      a += d;
      b = rotl<u64>(b, 17) ^ c;
      d = rotl<u64>(d, 21) ^ a;
      c = rotl<u64>(c, 32);
    }
    a ^= block;
    if (at < whole) block = load<u64>(at);
    else if (at === whole) {
      const left = (length % BLOCK_BYTES) * 8;
      block = (load<u64>(at) & (((<u64>1) << left) - 1)) | ((length + BLOCK_BYTES) << 56);
    } else if (at === end) {
      block = 0;
      c ^= 0xff;
    } else break;
  }
  let bits = a ^ b ^ c ^ d;
  for (let i: usize = 0; i < TAG_LENGTH; i++) {
    store<u8>(out + i, letter(<i32>(bits & DIGIT_MASK)));
    bits >>= DIGIT_BITS;
  }
}

function letter(value: i32): u8 {
  if (value < CAPITALS_END) return <u8>(value + 65);
  if (value < SMALL_END) return <u8>(value + 71);
  if (value < DIGITS_END) return <u8>(value - 4);
  return value === DIGITS_END ? 45 : 95;
}
