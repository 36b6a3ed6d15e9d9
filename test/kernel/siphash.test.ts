/** SipHash-2-4 against the vectors of its authors, and on messages that need more room. */
import t from 'tap';
import { SipHash } from '../../src/kernel/siphash.js';

/** Of the reference implementation: key 00 01 … 0f, messages 00 01 … of growing length. */
const VECTORS = new Map([
  [0, '726fdb47dd0e0e31'],
  [1, '74f839c593dc67fd'],
  [7, 'ab0200f58b01d137'],
  [8, '93f5f5799a932462'],
  [15, 'a129ca6149be45e5'],
  [63, '958a324ceb064572'],
]);

const hex = ({ high, low }: SipHash) => [high, low].map(half => half.toString(16).padStart(8, '0')).join('');

t.test('the vectors of the reference implementation', async t => {
  const sip = new SipHash();
  const key = new Int32Array(Uint8Array.from({ length: 16 }, (_, i) => i).buffer);
  for (const [length, expected] of VECTORS) {
    // What a longer message has left behind does not count.
    sip.message.fill(0xff);
    for (let i = 0; i < length; i++) sip.message[i] = i;
    sip.hash(key, length);
    t.equal(hex(sip), expected, `${length} bytes`);
  }
});

t.test('a message may grow, and what it holds stays', async t => {
  const key = Int32Array.of(9, 0, 0, 0);
  const sip = new SipHash();
  sip.message[0] = 7;
  sip.reserve(5000);
  sip.message.fill(3, 1, 5000);
  sip.hash(key, 5000);
  const other = new SipHash();
  other.reserve(5000);
  other.message.fill(3, 0, 5000);
  other.message[0] = 7;
  other.hash(key, 5000);
  t.equal(hex(sip), hex(other));
  other.message[4999] = 4;
  other.hash(key, 5000);
  t.not(hex(sip), hex(other));
});
