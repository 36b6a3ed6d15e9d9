/**
 * Reads the console blocks of a Markdown file: commands, each after a prompt, and what they print. A command goes on over
 * the lines that follow until it is complete for the shell; it is for the one who writes to make that visible.
 */
import { spawnSync } from 'node:child_process';

export interface Command {
  /** Of the file, from 1. */
  line: number;
  text: string;
  /** What it prints. */
  output: string[];
  /** Whether figures in the output are those of a machine and a moment. */
  varies: boolean;
}

const BLOCK = /(<!-- figures vary -->\n+)?```console\n(.*?)\n```/gs;
const PROMPT = '$ ';

export function consoleCommands(markdown: string): Command[] {
  const commands: Command[] = [];
  for (const block of markdown.matchAll(BLOCK)) {
    const [whole, varies, text = ''] = block;
    const first =
      markdown.slice(0, block.index).split('\n').length + whole.slice(0, whole.indexOf('```')).split('\n').length;
    text.split('\n').forEach((line, at) => {
      const command = commands.at(-1);
      if (line.startsWith(PROMPT)) {
        commands.push({ line: first + at, text: line.slice(PROMPT.length), output: [], varies: varies !== undefined });
      } else if (command !== undefined && command.output.length === 0 && !isComplete(command.text)) {
        command.text += `\n${line}`;
      } else command?.output.push(line);
    });
  }
  return commands;
}

/** Whether the shell would run it without asking for more. */
function isComplete(command: string): boolean {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: `${command}\n`, encoding: 'utf8' });
  return status === 0 && stderr === '' && !command.endsWith('\\');
}
