/**
 * Analyzing takes time in proportion to the text, whatever the text: four times the length, about four times the time.
 */
import t from 'tap';
import { analyzerFor } from '../../../src/text/index.js';

const SHORT = 16_000;
const LONG = 64_000;
/** Of a linear cost it is 4, of a quadratic one 16; times are compared with what the machine adds to them. */
const MOST_TIMES = 8;
const NOISE_MS = 25;

const words = (letters: number) => (_: unknown, i: number) => i.toString(36).padStart(letters, 'q');

/** Texts of about a length that have been, or could be, analyzed in quadratic time. */
const TEXTS: Record<string, (length: number) => string> = {
  'words joined by hyphens': length => Array.from({ length: length / 5 }, words(4)).join('-'),
  'letters and digits by turns': length =>
    Array.from({ length: length / 8 }, (_, i) => `${words(4)(_, i).replace(/\d/g, 'z')}${1000 + (i % 9000)}`).join(''),
  'a number of many zeros': length => `0.${'0'.repeat(length)}1`,
  'numbers between dots': length => `${'1.'.repeat(length / 2)}1`,
  'numbers between commas': length => `${'1,'.repeat(length / 2)}x`,
  'elisions that do not come': length => 'pull-over '.repeat(length / 10),
  'marks on one letter': length => `a${'\u0301\u0316'.repeat(length / 2)}`,
  'Chinese without a stop': length => '赤'.repeat(length),
  'Thai without a space': length => 'ก'.repeat(length),
  emoji: length => '😀'.repeat(length / 2),
  'one long word': length => `${'a'.repeat(length)}b`,
};

/** Milliseconds of the processor, the least of three runs: waiting for other processes does not count. */
function cost(run: () => void): number {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

for (const [name, textOf] of Object.entries(TEXTS)) {
  t.test(name, async t => {
    // French drops elisions, Finnish has the most rules for stems.
    const analyzer = analyzerFor(name.startsWith('elisions') ? 'fr-FR' : 'fi-FI');
    let runs = 0;
    const costOf = (length: number) =>
      cost(() => {
        // Stems are kept by word, so each run has a last word of its own.
        for (const token of analyzer.tokenize(textOf(length) + 'b'.repeat(runs++))) analyzer.stem(token.text);
      });
    const short = costOf(SHORT);
    const long = costOf(LONG);
    t.ok(long < MOST_TIMES * short + NOISE_MS, `${short} ms of ${SHORT}, ${long} ms of ${LONG} characters`);
  });
}

t.test('the parts of a written word are bounded, those of a part number complete', async t => {
  const partsOf = (text: string) =>
    analyzerFor('en')
      .tokenize(text)
      .filter(({ part }) => part);
  const number = Array.from({ length: 30 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}${10 + i}`).join('');
  t.equal(partsOf(number.slice(0, 40)).length, 27, 'letters and digits by turns');
  t.equal(partsOf(number.repeat(40).slice(0, 1000)).length, 56, 'only those that differ');
  const long = Array.from({ length: 200 }, (_, i) => `x${1000 + i}`).join('');
  t.equal(partsOf(long).length, 64);
  t.strictSame(
    analyzerFor('en').tokenize(`${long} jacket`).at(-1),
    { text: 'jacket', start: long.length + 1, end: long.length + 7, position: 1, part: false },
    'the next word is found as ever',
  );
});

t.test('a word of more than a hundred letters keeps its form', async t => {
  const analyzer = analyzerFor('en');
  t.equal(analyzer.stem(`${'x'.repeat(94)}jackets`), `${'x'.repeat(94)}jackets`);
  t.equal(analyzer.stem(`${'x'.repeat(93)}jackets`), `${'x'.repeat(93)}jacket`);
});
