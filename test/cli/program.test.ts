/**
 * The help of subcommands, read from the program itself: a process for each would take longer than all other commands.
 */
import type { Command } from 'commander';
import t from 'tap';
import { createProgram } from '../../src/cli/program.js';

/** The help of a command, and whether it would have ended with 0. */
function helpOf(...names: string[]): { text: string; exitCode: number } {
  const program = createProgram();
  let text = '';
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) command.exitOverride().configureOutput({ writeOut: part => (text += part) });
  try {
    program.parse([...names, '--help'], { from: 'user' });
  } catch (error) {
    return { text, exitCode: (error as { exitCode: number }).exitCode };
  }
  return { text, exitCode: -1 };
}

t.test('each command shows an example', async t => {
  const kinds = [
    'catalog',
    'pages',
    'navigation',
    'templates',
    'product-sets',
    'search-settings',
    'configuration',
    'campaigns',
  ];
  const commands = [
    ...['serve', 'imports', 'snapshots list', 'snapshots verify', 'snapshots diff', 'keys create', 'doctor'],
    ...kinds.flatMap(kind => [`import ${kind}`, `export ${kind}`]),
    ...['export product-groups', 'pages publish', 'search-settings publish', 'campaigns publish'],
  ];
  for (const command of commands) {
    const { text, exitCode } = helpOf(...command.split(' '));
    t.equal(exitCode, 0, command);
    t.match(text, new RegExp(`Examples?:\\n.*vitrine ${command}`), command);
  }
});
