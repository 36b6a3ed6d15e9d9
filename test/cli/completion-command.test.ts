/** Completion: the script for each shell, as that shell runs it, where it is installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../folder.js';
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

t.test('fish completes commands, their commands and options', { skip: absent('fish') }, async t => {
  const file = join(testFolder(t), 'completion.fish');
  writeFileSync(file, await script('fish'));
  const complete = (line: string): string[] => {
    const args = ['--no-config', '--command', `source ${file}; complete --do-complete '${line}'`];
    const { stdout, stderr } = spawnSync('fish', args, { encoding: 'utf8' });
    t.equal(stderr, '');
    return [...stdout.matchAll(/^[^\t\n]+/gm)].map(([word]) => word).sort();
  };
  t.same(complete('vitrine imp'), ['import', 'imports']);
  t.same(complete('vitrine import ca'), ['campaigns', 'catalog']);
  t.same(complete('vitrine import catalog file --no'), ['--no-wait']);
  t.same(complete('vitrine --version snapshots r'), ['rollback']);
});

t.test('zsh completes commands, their commands and options', { skip: absent('zsh') }, async t => {
  const file = join(testFolder(t), 'completion.zsh');
  writeFileSync(file, await script('zsh'));
  // Types into a shell at a terminal of its own, and reads until what it shows there fits.
  const shown = (line: string, pattern: string): string => {
    const program = `
zmodload zsh/zpty
zpty shell zsh --no-rcs --interactive
zpty -w shell 'PS1=; unsetopt beep list_beep; source ${file}; print REA""DY'
zpty -r shell out '*READY*'
zpty -w -n shell $'${line}\\t\\t'
zpty -r shell out '${pattern}'
print -r -- $out`;
    const env = { ...process.env, TERM: 'dumb' };
    const { stdout, stderr, status } = spawnSync('zsh', ['--no-rcs'], {
      input: program,
      encoding: 'utf8',
      env,
      timeout: 20_000,
    });
    t.same({ status, stderr }, { status: 0, stderr: '' }, line);
    return stdout;
  };
  t.match(shown('vitrine imp', '*import*imports*'), /import +imports/);
  t.match(shown('vitrine import ca', '*campaigns*catalog*'), /campaigns +catalog/);
  t.match(shown('vitrine import catalog file --no', '*--no-wait*'), /--no-wait/);
  t.match(shown('vitrine --version snapshots r', '*rollback*'), /rollback/);
});

t.test('another shell is refused', async t => {
  const { code, stderr } = await runCommand(['completion', 'tcsh']);
  t.equal(code, 2);
  t.match(stderr, /bash, zsh, fish/);
});
