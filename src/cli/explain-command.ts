/**
 * `vitrine explain`: explains how a running daemon understands a query, ranks its hits, and excludes other products.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import type { Explanation } from '../pages/explain/explanation.js';
import { addDaemonFlags, type DaemonFlags, openClient } from './daemon-flags.js';
import { printExplanation } from './explain/explain-report.js';
import { CommandFailure, describe, UsageError } from './terminal/exit-codes.js';
import { printJson } from './terminal/print.js';

const STANDARD_INPUT = '-';

interface ExplainFlags extends DaemonFlags {
  query: string;
  market?: string;
  locale?: string;
  param?: Record<string, string>;
  body?: string;
  product?: string[];
  limit: number;
  json?: boolean;
}

export function addExplain(program: Command): void {
  const explain = program
    .command('explain')
    .description('show how a query is understood, what ranks its hits, and why a product is not among them')
    .argument('[q]', 'the text that is searched for');
  addDaemonFlags(explain)
    .option('--market <market>', 'the market')
    .option('--locale <locale>', 'the locale')
    .option('--query <name>', 'the storefront query: search-page, autocomplete, landing-page …', 'search-page')
    .option('--param <name=value>', 'a further parameter of the query; may be repeated', parameter)
    .option('--body <file>', 'the JSON body of the query, - for standard input')
    .option('--product <key>', 'a product: why is it (not) there? may be repeated', another)
    .option('--limit <count>', 'hits shown of each list', count, 5)
    .option('--json', 'print everything as JSON')
    .addHelpText(
      'after',
      `
Nothing is recorded. The query is one without a visitor, unless customerKey names one. Points of a hit add up to its
score; (=) marks hits whose score another one has too, so that the keys of the products decided.

Examples:
  vitrine explain "red dress" --market uk --locale en-GB
  vitrine explain "red dress" --market uk --locale en-GB --product D-17 --param f.brand=Nordlys
  vitrine explain --query landing-page --market uk --locale en-GB --param pageReference=/dresses --json`,
    )
    .action(explainQuery);
}

async function explainQuery(q: string | undefined, flags: ExplainFlags): Promise<void> {
  const { query, market, locale, param, body, product: products, limit, json } = flags;
  const client = openClient(flags);
  const parameters = {
    limit,
    ...(market && { market }),
    ...(locale && { locale }),
    ...(q !== undefined && { q }),
    ...param,
  };
  const order = {
    query,
    parameters,
    ...(body !== undefined && { body: await readBody(body) }),
    ...(products && { products }),
  };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await client.send('POST', '/api/admin/v4/explain', headers, JSON.stringify(order));
  if (answer.status !== 200) throw new CommandFailure(answer.message);
  if (json) printJson(answer.body);
  else printExplanation(answer.body as Explanation, limit);
}

async function readBody(file: string): Promise<unknown> {
  let json: string;
  try {
    json = file === STANDARD_INPUT ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describe(error)}`);
  }
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`--body: ${file} is not JSON: ${describe(error)}`);
  }
}

function parameter(value: string, before: Record<string, string> = {}): Record<string, string> {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected name=value.');
  return { ...before, [value.slice(0, at)]: value.slice(at + 1) };
}

function another(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function count(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 1 to 999.');
  return Number(value);
}
