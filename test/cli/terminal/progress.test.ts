import { PassThrough } from 'node:stream';
import t from 'tap';
import { createProgress } from '../../../src/cli/terminal/progress.js';

function written(stream: PassThrough): string {
  return String(stream.read() ?? '');
}

t.test('lines: one when a stage begins and one each further quarter', async t => {
  const stream = new PassThrough();
  const progress = createProgress('lines', stream);
  for (let done = 0; done <= 100; done++) progress.show('uploading', done, 100);
  progress.show('building', 0, 0);
  progress.show('building', 7, 0);
  progress.end(true);
  t.same(written(stream).trim().split('\n'), [
    'uploading',
    'uploading 25 %',
    'uploading 50 %',
    'uploading 75 %',
    'uploading 100 %',
    'building',
  ]);
});

t.test('lines: a jump over several quarters is one line', async t => {
  const stream = new PassThrough();
  createProgress('lines', stream).show('validate', 80, 100);
  t.same(written(stream).trim().split('\n'), ['validate', 'validate 75 %']);
});

t.test('silent: nothing is written', async t => {
  const stream = new PassThrough();
  const progress = createProgress('silent', stream);
  progress.show('uploading', 1, 2);
  progress.end(true);
  t.equal(written(stream), '');
});
