/**
 * A daemon ends within seconds, and says why, when one of its threads or processes cannot start: real processes, in which
 * one program at a time fails.
 */
import t from 'tap';
import { CopiedPrograms } from './copied-programs.js';

const programs = new CopiedPrograms(t);

const FAILURES = {
  'throws while it is loaded': "throw new Error('planted failure');",
  'ends by itself': 'process.exit(7);',
};

/** What is replaced, and how the message names it and the cause, by kind of failure. */
const PROGRAMS: { program: string; messages: [RegExp, RegExp]; args?: string[]; linuxOnly?: true }[] = [
  {
    program: 'server/queries/query-thread.js',
    messages: [/vitrine: .*a query thread cannot start: planted failure/, /vitrine: .*query thread .* code: 7/],
  },
  {
    program: 'server/behaviour/behaviour-thread.js',
    messages: [/vitrine: .*behaviour thread/, /vitrine: .*behaviour thread/],
  },
  {
    program: 'ingest/process.js',
    messages: [
      /planted failure(.|\n)*vitrine: .*the ingest process cannot start/,
      /vitrine: .*ingest process .* code 7/,
    ],
  },
  {
    program: 'server/front-ends/front-end-thread.js',
    messages: [/vitrine: .*planted failure/, /vitrine: .*front end/],
    args: ['--front-ends', '2'],
    linuxOnly: true,
  },
];

for (const { program, messages, args = [], linuxOnly } of PROGRAMS) {
  const skip = linuxOnly && process.platform !== 'linux' ? 'ports are not shared here' : false;
  for (const [i, [how, text]] of Object.entries(FAILURES).entries()) {
    t.test(`${program} ${how}`, { skip }, async t => {
      programs.replace(t, program, text);
      const { code, signal, output } = await programs.serve(args);
      t.equal(signal, null, 'it ends by itself');
      t.equal(code, 1);
      t.match(output, messages[i]!);
    });
  }
}
