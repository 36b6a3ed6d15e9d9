import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { FlatProductData } from '../../../src/build/input/flat-records.js';
import { EarlierVectors } from '../../../src/build/vectors/earlier-vectors.js';
import { encodeTexts } from '../../../src/build/vectors/text-encoder.js';
import { ViewEmbeddings } from '../../../src/build/vectors/view-embeddings.js';
import { readEncoderFolder } from '../../../src/encoder/encoder-folder.js';
import { type EmbeddingColumn, encodeVector, writeProductVectors } from '../../../src/index/product-vectors.js';
import { fillEncoderFolder } from '../../encoder/tiny-model.js';
import { testFolder } from '../../folder.js';

const WORDS = { coat: [9, 1], lamp: [1, 9], red: [3, 3] };
const SPACES = { image: 3, text: 2 };

function product(title: string, embeddings: Record<string, number[]> = {}): FlatProductData {
  const data = new FlatProductData();
  data.title = title;
  data.embeddings = Object.entries(embeddings).map(([name, value]) => ({ name, value }));
  return data;
}

/** More than are encoded at once; some bring vectors, of one space or both, and some have no text that says a thing. */
const products = Array.from({ length: 150 }, (_, i) =>
  product(['red coat', 'lamp', 'zzz', ''][i % 4]!, {
    ...(i % 5 === 0 && { text: [i + 1, -7] }),
    ...(i % 3 === 0 && { image: [1, 2, i] }),
  }),
);

t.test('texts are encoded where the shop brings no vectors, once for all snapshots', async t => {
  const folder = testFolder(t);
  fillEncoderFolder(folder, WORDS);
  const { digest } = readEncoderFolder(folder);
  const encoded = { folder, space: 'text', digest };
  const earlier = testFolder(t);
  const collected = (space: typeof encoded, areFew: boolean, all = products) => {
    const options = { spaces: SPACES, encoded: space, earlier: new EarlierVectors(earlier, space), areFew };
    const embeddings = new ViewEmbeddings(options, (_, id) => id);
    all.forEach((data, i) => {
      embeddings.add(i, data);
    });
    return embeddings.finish(all.length);
  };
  const [image, text] = collected(encoded, false) as [EmbeddingColumn, EmbeddingColumn];
  t.equal(image.scale.length, 150);
  t.equal(image.texts, undefined);
  // The mean of two tokens between zeroes.
  const expected = [encodeVector([12, 4]), encodeVector([1, 9]), undefined, undefined];
  products.forEach((data, i) => {
    const own = data.embeddings.find(({ name }) => name === 'text');
    const wanted = own ? encodeVector(own.value) : expected[i % 4];
    t.same([...text.vectors.subarray(16 * i, 16 * i + 2)], wanted ? [...wanted.bytes.subarray(0, 2)] : [0, 0]);
    t.equal(text.scale[i], wanted?.scale ?? 0);
    t.equal(text.texts![2 * i] !== 0, !own && wanted !== undefined);
  });

  const part = writeProductVectors({ dimensions: 0, vectors: new Int8Array(0), spaces: [image, text] }).write(earlier);
  const whole = readFileSync(join(earlier, part.file));
  const cut = whole.subarray(0, whole.length - 100);
  const ofOtherFormat = Buffer.from(whole);
  ofOtherFormat.writeUInt32LE(1, 8);
  const unreadable = { 'vectors-0.part': 'no part', 'vectors-1.part': cut, 'vectors-zz.part': ofOtherFormat };
  for (const [name, content] of Object.entries(unreadable)) writeFileSync(join(earlier, name), content);
  symlinkSync(join(earlier, 'removed'), join(earlier, 'vectors-2.part'));
  // Another encoder takes the place of the first, whose folder is gone.
  const other = testFolder(t);
  fillEncoderFolder(other, WORDS, { pooling: 'cls' });
  t.same([...encodeTexts({ folder: other, space: 'text', digest: readEncoderFolder(other).digest }, ['coat'])], [0, 0]);
  const gone = { ...encoded, folder: join(folder, 'gone') };
  const known = products.filter((_, i) => i % 4 < 2);
  t.same(
    collected(gone, false, known)[1]!.vectors,
    Int8Array.from(known.flatMap(data => [...text.vectors.subarray(16 * products.indexOf(data)).subarray(0, 16)])),
  );
  const failure = /the encoder of products .*gone: does not exist/;
  t.throws(() => collected(gone, true, [product('red lamp')]), failure);
});
