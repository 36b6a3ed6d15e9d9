import fc from 'fast-check';
import t from 'tap';
import { Assembly } from '../../src/kernel/assembly.js';
import { JsonTape, NODE } from '../../src/kernel/json-tape.js';
import { TapeNames } from '../../src/kernel/tape-names.js';
import { TapeTexts } from '../../src/kernel/tape-texts.js';

const seed = 20261122;

/** The value at a node, made of what the tape tells of texts and literals one by one. */
function valueAt(tape: JsonTape, node: number, texts: TapeTexts): unknown {
  const written = tape.json(node);
  const end = tape.behind(node);
  if (written[0] === '"') {
    const { text } = texts.textOf(tape, node);
    if (text !== tape.text(node)) throw new Error(`${text} was kept for ${tape.text(node)}`);
    if (tape.isEmptyText(node) !== (text === '')) throw new Error(`"${text}" is taken for ${text ? '' : 'not '}empty`);
    return text;
  }
  if (written[0] === '[') {
    const list: unknown[] = [];
    for (let item = node + NODE; item < end; item = tape.behind(item)) list.push(valueAt(tape, item, texts));
    return list;
  }
  if (written[0] === '{') {
    const members: [string, unknown][] = [];
    for (let name = node + NODE; name < end; name = tape.behind(name + NODE)) {
      members.push([tape.text(name), valueAt(tape, name + NODE, texts)]);
    }
    return Object.fromEntries(members);
  }
  if (written === 'null') return null;
  if (written === 'true' || written === 'false') return tape.isTrue(node);
  return tape.number(node);
}

/** A tape that is read in WebAssembly. */
function insideTape(): JsonTape {
  const assembly = Assembly.make(0);
  if (!assembly) throw new Error('no WebAssembly');
  return new JsonTape(assembly);
}

t.test(`a tape has the values of any JSON, in WebAssembly too (seed ${seed})`, async () => {
  const tapes = [new JsonTape(), insideTape()];
  const texts = new TapeTexts();
  const long = fc.string({ minLength: 60, maxLength: 70, unit: fc.constantFrom('a', 'å', '"', '\\', '😀') });
  const value = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), fc.dictionary(long, fc.array(long)));
  const property = fc.property(value, fc.constantFrom(undefined, 2), fc.nat(9), (value, indent, from) => {
    const json = JSON.stringify(value, undefined, indent);
    for (const tape of tapes) {
      tape.read(Buffer.from(' '.repeat(from) + json), from);
      const read = JSON.stringify(valueAt(tape, 0, texts), undefined, indent);
      if (read !== JSON.stringify(JSON.parse(json), undefined, indent)) throw new Error(`${json} became ${read}`);
      if (tape.json(0) !== json) throw new Error(`${json} is written ${tape.json(0)}`);
    }
  });
  fc.assert(property, { seed, numRuns: 200 });
});

t.test(`numbers are those of JSON.parse (seed ${seed})`, async () => {
  const tape = new JsonTape();
  const decimal = fc
    .tuple(fc.integer(), fc.nat(999_999_999), fc.nat(9))
    .map(([whole, fraction, digits]) => `${whole}.${String(fraction).slice(0, digits)}0`);
  const written = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => JSON.stringify(number)),
    fc.integer().map(String),
    decimal,
    fc.constantFrom('-0', '0', '1e3', '-1.5E-7', '999999999999999', '9999999999999999', '0.1', '123456789.012345'),
  );
  const property = fc.property(written, number => {
    tape.read(Buffer.from(`[${number}]`));
    return Object.is(tape.number(NODE), JSON.parse(number));
  });
  fc.assert(property, { seed, numRuns: 2000 });
});

t.test('brackets that do not match are an error, after which the tape reads on', async t => {
  for (const tape of [new JsonTape(), insideTape()]) {
    for (const damaged of ['{"a":1', '[1]]', '{"a":"b', '[[1]', '"a\\', '["', ']']) {
      t.throws(() => tape.read(Buffer.from(damaged)), /brackets do not match at byte \d of \d/, damaged);
      tape.read(Buffer.from('[7]'));
      t.equal(tape.number(NODE), 7);
    }
  }
});

t.test(`both ways of reading give the same nodes, however long the texts (seed ${seed})`, async t => {
  const [plain, inside] = [new JsonTape(), insideTape()];
  const text = fc.string({ maxLength: 40, size: 'max', unit: fc.constantFrom('a', '"', '\\', ' ', ',', ']', 'å') });
  const property = fc.property(fc.array(fc.tuple(text, fc.integer()), { maxLength: 40 }), fc.nat(3), (list, spaces) => {
    const bytes = Buffer.from(JSON.stringify({ list, own: [{}, [], null] }, undefined, spaces));
    plain.read(bytes);
    inside.read(bytes);
    return Buffer.from(plain.nodes.slice(0, plain.end).buffer).equals(
      Buffer.from(inside.nodes.slice(0, inside.end).buffer),
    );
  });
  fc.assert(property, { seed, numRuns: 200 });
  const long = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ [`n${i}`]: [i] }))));
  for (const tape of [plain, inside]) tape.read(long);
  t.equal(inside.end, plain.end);
  t.same(inside.nodes.slice(0, inside.end), plain.nodes.slice(0, plain.end));
  t.same(inside.hashOf(2 * NODE), plain.hashOf(2 * NODE));
});

t.test('names have their places, other texts have none', async t => {
  const names = ['title', 'url', 'å|*', 'a"b', 'url', '', ...Array.from({ length: 80 }, (_, i) => `the name ${i}`)];
  const others = Array.from({ length: 90 }, (_, i) => `${i} other`);
  for (const tape of [new JsonTape(), insideTape()]) {
    // Of both together a tape learns a part.
    const known = [new TapeNames([...names, 'a name that is too long to be learned']), new TapeNames(others)];
    const placesOf = (text: string): number[] => {
      tape.read(Buffer.from(JSON.stringify([text])));
      return known.map(names => names.numberOf(tape, NODE));
    };
    for (let turn = 0; turn < 2; turn++) {
      for (const name of names) t.same(placesOf(name), [names.indexOf(name), -1], name);
      for (const name of others) t.same(placesOf(name), [-1, others.indexOf(name)], name);
      for (const name of names) t.same(placesOf(`${name}x`), [-1, -1], `${name}x`);
      t.same(placesOf('a name that is too long to be learned'), [names.length, -1]);
      t.same(placesOf('a name that is too long to be known'), [-1, -1]);
    }
  }
});

t.test('tapes that learn no names are not taught, though they are read in turn', async t => {
  let taught = 0;
  class Counting extends JsonTape {
    override learn(name: Uint8Array): number {
      taught++;
      return super.learn(name);
    }
  }
  const names = new TapeNames(['b', 'a']);
  const tapes = [new Counting(), new Counting()];
  for (const tape of tapes) tape.read(Buffer.from('["a"]'));
  for (let turn = 0; turn < 2; turn++) for (const tape of tapes) t.equal(names.numberOf(tape, NODE), 1);
  t.equal(taught, 0);
});
