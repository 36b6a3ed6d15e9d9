/** Completion: the script for bash, as bash runs it; those for other shells where these are installed. */
import { spawnSync } from 'node:child_process';
import t from 'tap';
import { runCommand } from './command.js';

const absent = (shell: string) => (spawnSync(shell, ['--version']).error ? `${shell} is not installed` : false);
const script = async (shell: string) => (await runCommand(['completion', shell])).stdout;

t.test('bash completes commands, their commands and options', { skip: absent('bash') }, async t => {
  const source = await script('bash');
  const complete = (...words: string[]): string[] => {
    const line = `COMP_WORDS=(vitrine ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _vitrine`;
    const input = `${source}\n${line}\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`;
    const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc'], { input, encoding: 'utf8' });
    t.equal(stderr, '');
    return stdout.trim().split('\n').sort();
  };
  t.same(complete('imp'), ['import', 'imports']);
  t.same(complete('import', 'ca'), ['campaigns', 'catalog']);
  t.same(complete('import', 'catalog', 'file', '--no'), ['--no-wait']);
  t.same(complete('--version', 'snapshots', 'r'), ['rollback']);
  t.same(complete('import', 'catalog', 'x'), [''], 'files are left to the shell');
});

for (const shell of ['zsh', 'fish']) {
  t.test(`${shell} takes its script`, { skip: absent(shell) }, async t => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: await script(shell), encoding: 'utf8' });
    t.equal(status, 0, stderr);
  });
}

t.test('another shell is refused', async t => {
  const { code, stderr } = await runCommand(['completion', 'tcsh']);
  t.equal(code, 2);
  t.match(stderr, /bash, zsh, fish/);
});
