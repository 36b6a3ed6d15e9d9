#!/usr/bin/env node

/**
 * The command `vitrine`. It registers the subcommands, each in a file of its own, prints errors on standard error, and
 * maps them to exit codes (see exit-codes.ts).
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { Problem } from '../errors/problem.js';
import { addDoctor } from './doctor-command.js';
import { addExplain } from './explain-command.js';
import { addExport } from './export-command.js';
import { addImport } from './import-command.js';
import { addImports } from './imports-command.js';
import { addKeys } from './keys-command.js';
import { addPages } from './pages-command.js';
import { addProfile } from './profile-command.js';
import { addSearchSettings } from './search-settings-command.js';
import { addServe } from './serve-command.js';
import { addSnapshots } from './snapshots-command.js';
import { CommandFailure, describe, EXIT_FAILED, EXIT_OK, EXIT_USAGE, UsageError } from './terminal/exit-codes.js';
import { addVisitors } from './visitors-command.js';

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}

function createProgram(): Command {
  const program = new Command('vitrine')
    .description('Product discovery for online shops: autocomplete, search, category pages, recommendations.')
    .version(version())
    .showHelpAfterError('(--help tells what is possible)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nA running daemon describes its HTTP interface at /openapi.json (OpenAPI 3.1).' +
        '\nExit codes: 0 done, 1 failed, 2 wrong usage.',
    );
  addServe(program);
  addImport(program);
  addImports(program);
  addExport(program);
  addPages(program);
  addSearchSettings(program);
  addExplain(program);
  addProfile(program);
  addSnapshots(program);
  addKeys(program);
  addVisitors(program);
  addDoctor(program);
  return program;
}

/** Prints an error and returns the exit code. Unexpected errors are printed with their stack. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has printed its own message. Help and version are reported in this way too, with exit code 0.
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
  const usage = error instanceof UsageError || (error instanceof Problem && error.error === 'BAD_REQUEST');
  const expected = usage || error instanceof Problem || error instanceof CommandFailure;
  const text = !expected && error instanceof Error ? stacksOf(error) : describe(error);
  process.stderr.write(`vitrine: ${text}\n`);
  return usage ? EXIT_USAGE : EXIT_FAILED;
}

/** The stacks of an error and of its causes, of which the last may come from another thread. */
function stacksOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stacksOf(error.cause)}` : stack;
}

createProgram()
  .parseAsync(process.argv)
  // Threads and sockets that a failed command left open must not keep the process alive.
  .catch((error: unknown) => process.exit(report(error)));
