#!/usr/bin/env node
/**
 * The command `vitrine`. Every command stands in a file of its own; this one puts them together, prints what went
 * wrong on standard error and turns it into the exit code (see exit.ts).
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { Problem } from '../errors/problem.js';
import { addDoctor } from './doctor.js';
import { addExplain } from './explain.js';
import { addExport } from './export.js';
import { addImport } from './import.js';
import { addImports } from './imports.js';
import { addKeys } from './keys.js';
import { addPages } from './pages.js';
import { addProfile } from './profile.js';
import { addSearchSettings } from './search-settings.js';
import { addServe } from './serve.js';
import { addSnapshots } from './snapshots.js';
import { CommandFailure, describe, EXIT_FAILED, EXIT_OK, EXIT_USAGE, UsageError } from './terminal/exit.js';
import { addVisitors } from './visitors.js';

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

/** Prints what went wrong, once, and tells the exit code. A defect shows its stack: it is ours to mend. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has printed its own message; help and version end here as well, with 0.
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
  const usage = error instanceof UsageError || (error instanceof Problem && error.error === 'BAD_REQUEST');
  const expected = usage || error instanceof Problem || error instanceof CommandFailure;
  const text = !expected && error instanceof Error ? stacksOf(error) : describe(error);
  process.stderr.write(`vitrine: ${text}\n`);
  return usage ? EXIT_USAGE : EXIT_FAILED;
}

/** With those of the errors that it was caused by: the last may come from another thread. */
function stacksOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stacksOf(error.cause)}` : stack;
}

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  // Whatever a failed command left open (threads, sockets) must not keep the process alive.
  process.exit(report(error));
}
