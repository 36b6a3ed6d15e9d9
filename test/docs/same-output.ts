/** Compares what a command has printed with what the documentation says that it prints. */

/** What differs from run to run, and what stands for it. */
const OF_A_RUN: readonly (readonly [RegExp, string])[] = [
  [/\b\d{8}-[0-9a-f]{8}\b/g, 'SNAPSHOT'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/\bkey [0-9a-f]{8}\b/g, 'key KEY'],
  [/\b(up|built) \d+ (s|min|h|d)\b/g, '$1 AGE'],
  [/\b[\d.]+ [MGT]iB of [\d.]+ [MGT]iB free/g, 'ROOM free'],
  [/\b[\d,.]+ (ms|s|µs|kB|MB|[KMG]iB)\b/g, 'AMOUNT $1'],
  [/\/\S*\/(?=\w)/g, '/'],
];
/** Progress, which is a bar on a terminal. */
const PROGRESS = /^(?:uploading|waiting|inflate|validate|build|verify|publish)(?: \d+ %)?$/;
/** A line that stands for any number of lines. */
const LEFT_OUT = '…';

export interface Comparison {
  /** Whether figures are those of a machine and a moment. */
  varies: boolean;
}

/** @returns what differs, for a person; undefined where nothing does */
export function difference(documented: readonly string[], printed: string, { varies }: Comparison): string | undefined {
  const general = (line: string) => {
    const same = OF_A_RUN.reduce((text, [pattern, name]) => text.replace(pattern, name), line.trimEnd());
    // Columns are as wide as what stands in them.
    const narrow = same.replace(/ +/g, ' ');
    return varies ? narrow.replace(/[\d,.]*\d/g, '0') : narrow;
  };
  const expected = documented.map(general);
  const lines = printed === '' ? [] : printed.replace(/\n$/, '').split('\n');
  const found = lines.filter(line => !PROGRESS.test(line)).map(general);
  let at = 0;
  for (let line = 0; line < expected.length; line++) {
    if (expected[line] === LEFT_OUT) {
      const next = expected[line + 1];
      at = next === undefined ? found.length : found.indexOf(next, at);
      if (at < 0) return `not printed: ${next}\n${printed}`;
    } else if (found[at++] !== expected[line]) {
      return `documented: ${documented[line]}\nprinted:    ${found[at - 1] ?? 'nothing more'}\n\n${printed}`;
    }
  }
  return at < found.length ? `printed beyond what is documented: ${found[at]}\n\n${printed}` : undefined;
}
