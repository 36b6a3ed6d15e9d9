/**
 * A tool that agents call: its description, the schemas of its arguments and of its result, and what it does. Arguments
 * are checked before it runs; what is wrong with them is told to the agent as the result of the call.
 */
import type { Static, TObject } from 'typebox';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { faultsOf } from '../../kernel/schema-faults.js';
import type { QueryName } from '../query-parameters.js';
import type { AgentShop } from './agent-shop.js';

/** The parameters of a storefront query, by name; undefined ones are left out. */
export type AskedParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** What tools of shoppers' agents work with. */
export interface ShopDesk {
  shop: AgentShop;
  /**
   * Asks a storefront query without a visitor.
   * @returns its answer
   * @throws Problem as the query's route would answer it
   */
  ask(query: QueryName, parameters: AskedParameters, body?: object): Promise<unknown>;
}

/** The description of a tool as the protocol has it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: ToolHints;
}

export interface ToolHints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  /** Whether it reaches beyond the shop. */
  openWorldHint: boolean;
}

export interface AgentTool<Desk> {
  readonly name: string;
  /** @param shop whose markets and locales the schema of arguments lists, where it has any */
  listed(shop: AgentShop): ListedTool;
  /** @throws WrongArguments, Problem */
  call(given: unknown, desk: Desk): Promise<object>;
}

/** What is wrong with the arguments of a call, for the agent to correct. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

export interface ToolDefinition<Desk, Input extends TObject, Output extends TObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  /** Absent: it only reads. */
  hints?: Partial<ToolHints>;
  run(given: Static<Input>, desk: Desk): Promise<Static<Output>>;
}

const READS: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function agentTool<Desk, Input extends TObject, Output extends TObject>(
  definition: ToolDefinition<Desk, Input, Output>,
): AgentTool<Desk> {
  const { name, title, description, input, output, hints, run } = definition;
  const validator = new LazyValidator(input);
  return {
    name,
    listed: shop => ({
      name,
      title,
      description,
      inputSchema: inView(plain(input), shop),
      outputSchema: plain(output),
      annotations: { ...READS, ...hints },
    }),
    async call(given, desk) {
      if (!validator.validator.Check(given)) {
        const faults = faultsOf(validator, given).map(({ path, message }) => `${path}: ${message}`);
        const names = Object.keys(input.properties).join(', ');
        throw new WrongArguments(`${faults.join('\n')}\nThe arguments of ${name} are ${names}.`);
      }
      return run(given as Static<Input>, desk);
    },
  };
}

interface PlainSchema {
  properties?: Record<string, object>;
}

/** Without what the schema library keeps beside JSON Schema. */
function plain(schema: TObject): PlainSchema {
  return JSON.parse(JSON.stringify(schema)) as PlainSchema;
}

/** The schema of arguments, with the markets and locales that there are. */
function inView(schema: PlainSchema, shop: AgentShop): PlainSchema {
  const { market, locale } = schema.properties ?? {};
  if (shop.length === 0 || market === undefined || locale === undefined) return schema;
  const locales = [...new Set(shop.flatMap(one => one.locales))];
  return {
    ...schema,
    properties: {
      ...schema.properties,
      market: { ...market, enum: shop.map(({ id }) => id) },
      locale: { ...locale, enum: locales },
    },
  };
}
