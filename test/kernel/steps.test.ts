import t from 'tap';
import { advance, finish, inSteps, type Steps } from '../../src/kernel/steps.js';

function* numbers(length: number, parts?: number): Steps<number[]> {
  const all: number[] = [];
  yield* inSteps(
    length,
    (from, end) => {
      for (let i = from; i < end; i++) all.push(i);
    },
    parts,
  );
  return all;
}

function* without(steps: Steps<unknown>): Steps<void> {
  yield* steps;
}

t.test('each element is computed once, in order, whatever the number of steps', async t => {
  for (const length of [0, 1, 4095, 4096, 4097, 20_000]) {
    for (const parts of [1, 64]) {
      const expected = Array.from({ length }, (_, i) => i);
      t.same(finish(numbers(length, parts)), expected, `${length} elements of ${parts} parts`);
    }
  }
});

t.test('elements of several parts are computed in as many times as many steps', async t => {
  const stepsOf = (parts: number) => [...numbers(20_000, parts)].length;
  t.equal(stepsOf(1), 5);
  t.equal(stepsOf(64), 313);
});

t.test('work goes on where it was left', async t => {
  const steps = numbers(20_000);
  t.same(steps.next(), { done: false, value: undefined });
  t.equal(finish(steps).length, 20_000);
});

t.test('one step at least is done, and none is begun after their time', async t => {
  const steps = without(numbers(20_000));
  for (let step = 0; step < 5; step++) t.notOk(advance(steps, 0));
  t.ok(advance(steps, 0), 'none is left');
  t.ok(advance(without(numbers(20_000)), 60_000));
});
