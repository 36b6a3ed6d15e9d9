/**
 * Named daemons with their keys, in `vitrine/contexts.json` of the user's folder of configuration (`XDG_CONFIG_HOME`, else
 * `~/.config`): commands go to the one in use, or to the one that --context names. The file has keys: it is the user's alone.
 */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeAtomically } from '../kernel/atomic-file.js';
import { CommandFailure } from './terminal/exit-codes.js';

const closed = { additionalProperties: false } as const;
const ContextSchema = Type.Object({ url: Type.String(), key: Type.Optional(Type.String()) }, closed);
const ContextsSchema = Type.Object(
  { current: Type.Optional(Type.String()), contexts: Type.Record(Type.String(), ContextSchema) },
  closed,
);
export type Context = Static<typeof ContextSchema>;
/** `current` names one of them. */
export type Contexts = Static<typeof ContextsSchema>;

export function contextsFile(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'vitrine', 'contexts.json');
}

/** @throws CommandFailure for a file that others can read, or that is none of contexts */
export async function readContexts(): Promise<Contexts> {
  const file = contextsFile();
  let text: string;
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const found = (mode & 0o777).toString(8);
      throw new CommandFailure(`${file}: has keys, and mode 0${found}; expected 0600: chmod 600 ${file}`);
    }
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { contexts: {} };
    throw error;
  }
  const read = parse(text);
  if (Value.Check(ContextsSchema, read)) return read;
  throw new CommandFailure(`${file}: expected JSON as "vitrine context set" writes it`);
}

export async function writeContexts(contexts: Contexts): Promise<void> {
  const file = contextsFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeAtomically(file, `${JSON.stringify(contexts, null, 2)}\n`);
}

/** @throws CommandFailure where there is none of that name */
export function requireContext({ contexts }: Contexts, name: string): Context {
  const found = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (found) return found;
  const names = Object.keys(contexts).join(', ') || 'none';
  throw new CommandFailure(`there is no context ${name}; there are: ${names}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
