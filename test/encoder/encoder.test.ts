import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Encoder, RUNTIME_VERSION } from '../../src/encoder/encoder.js';
import { readEncoderFolder } from '../../src/encoder/encoder-folder.js';
import { QueryEncoder } from '../../src/encoder/query-encoder.js';
import { testFolder } from '../folder.js';
import { fillEncoderFolder, tableModel, type Words } from './tiny-model.js';

const words: Words = { rain: [3, 0], '##coat': [0, 6], snow: [9, 9], q: [30, 0] };

function folderOf(test: Parameters<typeof testFolder>[0], form: object = {}): string {
  const folder = testFolder(test);
  fillEncoderFolder(folder, words, form);
  return folder;
}

t.test('texts get the mean of their tokens, or the vector of the first, whatever else is in their batch', async t => {
  const mean = await Encoder.open(folderOf(t, { queryPrefix: 'q ' }));
  // Between begin and end, which have zeroes.
  const texts = ['raincoat', 'snow', '', ...Array.from({ length: 20 }, () => 'rain rain rain')];
  const vectors = await mean.encode(texts, 'product');
  const expected = [0.75, 1.5, 3, 3, 0, 0, ...Array.from({ length: 20 }, () => [9 / 5, 0]).flat()];
  t.same([...vectors], [...Float32Array.from(expected)]);
  t.same([...(await mean.encode(['rain'], 'query'))], [...Float32Array.of(33 / 4, 0)], 'with its prefix');
  const first = await Encoder.open(folderOf(t, { pooling: 'cls' }));
  t.same([...(await first.encode(['snow'], 'query'))], [0, 0]);
});

t.test('a vocabulary may stand in tokenizer.json', async t => {
  const folder = folderOf(t, { lowercase: false });
  rmSync(join(folder, 'vocab.txt'));
  const vocab = { '[PAD]': 0, '[UNK]': 1, '[CLS]': 2, '[SEP]': 3, rain: 4, '##coat': 5, snow: 6 };
  const write = (tokenizer: object) => writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  const normalizer = { type: 'BertNormalizer', lowercase: true, strip_accents: null };
  write({ normalizer, model: { type: 'WordPiece', vocab } });
  t.same([...(await (await Encoder.open(folder)).encode(['Snow'], 'query'))], [3, 3]);
  write({ model: { type: 'BPE', vocab } });
  t.throws(() => readEncoderFolder(folder), /tokenizer\.json: model\.type: found "BPE", expected "WordPiece"/);
  write({ normalizer: { type: 'Lowercase' }, model: { type: 'WordPiece', vocab } });
  t.throws(() => readEncoderFolder(folder), /normalizer\.type: found "Lowercase", expected "BertNormalizer"/);
  write({ model: { type: 'WordPiece', vocab: { '[CLS]': 0, '[SEP]': 1.5 } } });
  t.throws(() => readEncoderFolder(folder), /model\.vocab: found 1\.5 for "\[SEP\]"/);
});

t.test('whatever is wrong with a folder is told with its file', async t => {
  const wrong = (name: string, content: string | Buffer | undefined, form: object = {}) => {
    const folder = folderOf(t, form);
    if (content === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), content);
    return Encoder.open(folder);
  };
  const three = tableModel(Array.from({ length: 8 }, () => [1, 2, 3]));
  const infinite = tableModel(Array.from({ length: 8 }, () => [Number.POSITIVE_INFINITY, 0]));
  const folderInPlace = () => {
    const folder = folderOf(t);
    rmSync(join(folder, 'model.onnx'));
    mkdirSync(join(folder, 'model.onnx'));
    return Encoder.open(folder);
  };
  const cases: [open: () => Promise<unknown>, message: RegExp][] = [
    [() => Encoder.open(join(testFolder(t), 'none')), /encoder\.folder: .*none: does not exist/],
    [() => wrong('model.onnx', undefined), /model\.onnx: does not exist/],
    [() => wrong('model.onnx', ''), /model\.onnx: 0 bytes, expected 1 to/],
    [() => wrong('model.onnx', 'no model'), /model\.onnx: /],
    [() => wrong('model.onnx', tableModel([[1, 2]], ['pixels'])), /wants pixels, expected inputs of input_ids/],
    [() => wrong('model.onnx', three), /the model gives 3 dimensions, encoder\.json says 2/],
    [folderInPlace, /model\.onnx: is not a file/],
    [() => wrong('model.onnx', infinite), /model\.onnx: .*not finite for 128 tokens/],
    [() => wrong('vocab.txt', '[UNK]\n[CLS]\n[SEP]\na\nb\nc\nd\ne\nf'), /model\.onnx: .*out of data bounds/],
    [() => wrong('vocab.txt', undefined), /vocab\.txt: does not exist, and neither does tokenizer\.json/],
    [() => wrong('vocab.txt', '[CLS]\nrain'), /vocab\.txt: the vocabulary lacks \[SEP\], \[UNK\]/],
    [() => wrong('encoder.json', undefined), /encoder\.json: cannot be read/],
    [() => wrong('encoder.json', '{'), /encoder\.json: not JSON/],
    [() => wrong('encoder.json', '{"pooling": "mean"}'), /encoder\.json: .*dimensions/],
    [() => wrong('encoder.json', '{"dimensions": 2, "pooling": "max"}'), /encoder\.json: \/pooling/],
    [() => wrong('encoder.json', '{"dimensions": 2, "size": 3}'), /encoder\.json: .*it may have dimensions, pooling/],
  ];
  for (const [open, message] of cases) await t.rejects(open, { code: 'setting_invalid', message });
});

t.test('a vector that is not finite is told of with its text', async t => {
  const folder = testFolder(t);
  fillEncoderFolder(folder, { odd: [Number.NaN, 1], snow: [1, 1] });
  const encoder = await Encoder.open(folder);
  t.same([...(await encoder.encode(['snow'], 'product'))], [...Float32Array.of(1 / 3, 1 / 3)]);
  await t.rejects(encoder.encode(['snow', 'odd snow'], 'product'), { message: /not finite for "odd snow"/ });
});

t.test('long texts are given to the model a few at a time, and a line that ends a vocabulary is no token', async t => {
  const folder = folderOf(t, { mostTokens: 3000 });
  writeFileSync(join(folder, 'vocab.txt'), `${readFileSync(join(folder, 'vocab.txt'), 'utf8')}\n\n`);
  const encoder = await Encoder.open(folder);
  const texts = [100, 5000, 5000, 5000, 1].map(count => 'snow '.repeat(count));
  const expected = [100, 2998, 2998, 2998, 1].flatMap(count => new Array<number>(2).fill((9 * count) / (count + 2)));
  t.same([...(await encoder.encode(texts, 'product'))], [...Float32Array.from(expected)]);
});

t.test('the version that a message names is that of package.json', async t => {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    peerDependencies: Record<string, string>;
  };
  t.equal(peerDependencies['onnxruntime-web'], RUNTIME_VERSION);
});

t.test('the digest of a folder tells of every change', async t => {
  const digest = (form: object) => readEncoderFolder(folderOf(t, form)).digest;
  t.equal(digest({ pooling: 'cls' }), digest({ pooling: 'cls' }));
  t.not(digest({}), digest({ pooling: 'cls' }));
});

t.test('texts of queries are encoded in a thread, and remembered', async t => {
  const failures: unknown[] = [];
  const options = { deadlineMs: 60_000, failed: (error: unknown) => failures.push(error) };
  const folder = folderOf(t);
  const { digest } = readEncoderFolder(folder);
  const encoder = new QueryEncoder({ ...options, folder, digest });
  t.equal(await encoder.vectorOf('snow'), 'failed', 'before it has started');
  await encoder.start();
  t.teardown(() => encoder.close());
  const found = encoder.vectorOf('snow');
  t.ok(found instanceof Promise);
  t.same(await found, [3, 3]);
  t.same(encoder.vectorOf('snow'), [3, 3], 'at once');
  const many = Array.from({ length: 70 }, (_, i) => encoder.vectorOf(`rain ${i}`));
  const outcomes = await Promise.all(many);
  t.same(outcomes.slice(64), new Array(6).fill('late'), 'more than may wait');
  t.ok(outcomes.slice(0, 64).every(outcome => typeof outcome !== 'string'));
  t.same(failures, []);
  const changed = new QueryEncoder({ ...options, folder: folderOf(t, { pooling: 'cls' }), digest });
  await t.rejects(changed.start(), { code: 'setting_invalid', message: /has changed since the daemon was started/ });
});
