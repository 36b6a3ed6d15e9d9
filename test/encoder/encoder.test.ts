import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Encoder } from '../../src/encoder/encoder.js';
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
  const three = tableModel([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [1, 2, 3],
  ]);
  const cases: [open: () => Promise<unknown>, message: RegExp][] = [
    [() => Encoder.open(join(testFolder(t), 'none')), /encoder\.folder: .*none: does not exist/],
    [() => wrong('model.onnx', undefined), /model\.onnx: does not exist/],
    [() => wrong('model.onnx', ''), /model\.onnx: 0 bytes, expected 1 to/],
    [() => wrong('model.onnx', 'no model'), /model\.onnx: /],
    [() => wrong('model.onnx', tableModel([[1, 2]], ['pixels'])), /wants pixels, expected inputs of input_ids/],
    [() => wrong('model.onnx', three), /the model gives 3 dimensions, encoder\.json says 2/],
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
