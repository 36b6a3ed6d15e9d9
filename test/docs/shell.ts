/** Runs commands of the documentation one after the other in a shell, in a folder of their own beside a daemon's. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { cleanEnvironment, MAIN } from '../daemon.js';

/** Between what two commands print. */
const END = '\u001e';
/** Where the documentation says that the daemon is. */
const DOCUMENTED = 'localhost:8080';

/**
 * @param commands texts for the shell
 * @param url of the daemon that stands in for the one that the documentation starts
 * @returns what each has printed, on either stream
 */
export async function run(commands: readonly string[], folder: string, url: string): Promise<string[]> {
  const { host } = new URL(url);
  const script = [
    'exec 2>&1',
    `vitrine() { '${process.execPath}' '${MAIN}' "$@"; }`,
    'npx() { shift; vitrine "$@"; }',
    `curl() { command curl "\${@//${DOCUMENTED}/${host}}"; }`,
    ...commands.flatMap(command => [command, `printf '\\036'`]),
  ];
  const child = spawn('bash', ['--noprofile', '--norc', '-c', script.join('\n')], {
    cwd: folder,
    env: { ...cleanEnvironment(), VITRINE_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = (await text(child.stdout)).replaceAll(host, DOCUMENTED).split(END);
  return commands.map((_, at) => printed[at] ?? '');
}
