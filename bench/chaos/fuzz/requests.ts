/** Requests by the interface description, a share of them spoiled as text: on the line, in the body, in the headers. */
import { gzipSync } from 'node:zlib';
import { type Draws, weighted } from '../../catalogs/chance.js';
import { KEY } from '../../harness/admin.js';
import type { Interface, Operation, Parameter } from './described.js';
import { anyText } from './texts.js';
import { Values } from './values.js';

/** Percent of requests; the others are as the description says, as far as it says it. */
const HOSTILE = 50;
/** Percent of hostile requests, each. */
const SPOILED_LINE = 6;
const SPOILED_BODY = 8;
const OTHER_METHOD = 2;
const WRONG_KEY = 20;
/** Parameters that nearly every request needs, though the description cannot say so: it depends on others. */
const NEEDED: ReadonlySet<string> = new Set([
  'customerKey',
  'sessionKey',
  'pageReference',
  'contentKeys',
  'productKey',
]);
/** Longer ones than a head of 16 KB has room for are a matter of the transport, whose tests have them. */
const LONGEST_TARGET = 12_000;
/** How often operations are drawn; imports build, which takes a hundred times as long as a query. */
const WEIGHTS = { query: 100, notification: 40, read: 6, write: 0.25 };

export type Kind = keyof typeof WEIGHTS;

export interface FuzzedRequest {
  operation: Operation;
  kind: Kind;
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Whether it is not even as HTTP or the table of routes have it, so that other statuses than those stated may come. */
  isSpoiled: boolean;
}

export class FuzzedRequests {
  private readonly values: Values;
  private readonly drawOperation: (draws: Draws) => number;

  /** @param tickets of answers so far; grows */
  constructor(
    private readonly draws: Draws,
    private readonly described: Interface,
    tickets: readonly string[],
  ) {
    this.values = new Values(draws, described.schemas, tickets);
    this.drawOperation = weighted(described.operations.map(operation => WEIGHTS[kindOf(operation)]));
  }

  next(): FuzzedRequest {
    for (;;) {
      const request = this.any();
      if (request.target.length <= LONGEST_TARGET) return request;
    }
  }

  private any(): FuzzedRequest {
    const { draws, values } = this;
    const operation = this.described.operations[this.drawOperation(draws)];
    values.isHostile = draws.chance(HOSTILE);
    const headers: Record<string, string> = {};
    const target = this.target(operation, headers);
    if (operation.path.includes('/admin/') && !this.chance(WRONG_KEY)) {
      headers['Api-Key'] = this.chance(WRONG_KEY) ? headerText(anyText(draws)) : KEY;
    }
    const body = this.body(operation, headers);
    const isOther = this.chance(OTHER_METHOD);
    const isSpoiled = this.chance(SPOILED_LINE);
    return {
      operation,
      kind: kindOf(operation),
      method: isOther ? draws.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) : operation.method,
      target: isSpoiled ? this.spoiledTarget(target) : target,
      headers,
      ...(body !== undefined && { body }),
      isSpoiled: isSpoiled || isOther,
    };
  }

  private chance(percent: number): boolean {
    return this.values.isHostile && this.draws.chance(percent);
  }

  /** Path and query string. @param headers takes parameters that are headers */
  private target({ path, parameters }: Operation, headers: Record<string, string>): string {
    const pairs: string[] = [];
    for (const parameter of parameters) {
      if (parameter.required || NEEDED.has(parameter.name) ? this.chance(3) : !this.draws.chance(8)) continue;
      const value = this.values.of(parameter.schema, parameter.name);
      if (parameter.in === 'header') headers[parameter.name] = headerText(value);
      else pairs.push(...pairsOf(parameter, value));
    }
    return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  }

  private body(operation: Operation, headers: Record<string, string>): Buffer | undefined {
    const { draws } = this;
    if (operation.bodies.size === 0 || this.chance(3)) return undefined;
    const [type, schema] = draws.pick([...operation.bodies]);
    headers['Content-Type'] = this.chance(2) ? headerText(anyText(draws)) : type;
    let bytes: Buffer =
      type === 'application/jsonlines'
        ? Buffer.from(this.lines())
        : Buffer.from(JSON.stringify(this.values.of(schema, 'body')) ?? '');
    if (this.chance(SPOILED_BODY)) bytes = this.spoiledBytes(bytes);
    const isZipped = operation.path.includes('/import/') ? draws.chance(80) : this.chance(2);
    if (isZipped) {
      headers['Content-Encoding'] = 'gzip';
      bytes = gzipSync(bytes, { level: 1 });
      if (this.chance(SPOILED_BODY)) bytes = this.spoiledBytes(bytes);
    } else if (this.chance(1)) headers['Content-Encoding'] = draws.pick(['gzip', 'br', 'deflate', 'gzip, gzip']);
    return bytes;
  }

  /** Instructions of a catalog; the description calls them text. */
  private lines(): string {
    const { draws } = this;
    const line = () => {
      const key = `${draws.pick(['g', 'p', 'v'])}-${draws.below(30)}`;
      const defaults = { title: anyText(draws), listPrice: draws.pick([1, 0, -1, 1e9, 'x']), stock: draws.below(9) };
      const members: Record<string, unknown> = {
        productGroup: { products: { [key]: { markets: [draws.pick(['uk', 'se', ''])], defaults, variants: {} } } },
        product: { defaults },
        variant: { defaults },
        content: { defaults: { title: anyText(draws), type: 'faq' } },
      };
      const [name, value] = draws.pick(Object.entries(members));
      return JSON.stringify({ [draws.pick(['replace', 'editAttributes', 'remove', 'edit'])]: { key, [name]: value } });
    };
    return Array.from({ length: draws.below(4) }, line).join('\n');
  }

  private spoiledBytes(bytes: Buffer): Buffer {
    const { draws } = this;
    if (bytes.length === 0) return Buffer.from('{');
    const at = draws.below(bytes.length);
    switch (draws.below(4)) {
      case 0:
        return bytes.subarray(0, at);
      case 1:
        return Buffer.concat([bytes.subarray(0, at), Buffer.from([draws.below(256)]), bytes.subarray(at)]);
      case 2: {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= 1 << draws.below(8);
        return flipped;
      }
      default:
        return Buffer.concat([bytes, bytes]);
    }
  }

  private spoiledTarget(target: string): string {
    const { draws } = this;
    const at = draws.between(1, target.length);
    const inserted = draws.pick([
      '%',
      '%00',
      '%zz',
      '%ff%fe',
      '&',
      '=',
      '?',
      '#',
      '//',
      '/../',
      '%2e%2e/',
      ';',
      'é',
      '+++',
      '&q=',
      '&q=a&q=b',
      'x'.repeat(9_000),
    ]);
    return [...(target.slice(0, at) + inserted + target.slice(at))]
      .map(character => (/[\x21-\x7e]/.test(character) ? character : encodeURIComponent(character)))
      .join('');
  }
}

function kindOf({ method, path }: Operation): Kind {
  if (path.includes('/queries/')) return 'query';
  if (path.includes('/notifications/') && method === 'POST') return 'notification';
  return /\/(import|publish|nodes|rollback)/.test(path) && method !== 'GET' ? 'write' : 'read';
}

/** As a query string has them. */
function pairsOf({ name, schema }: Parameter, value: unknown): string[] {
  if (schema['type'] === 'object' && typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([key, one]) => `${encoded(key)}=${encoded(textOf(one))}`);
  }
  const text = Array.isArray(value) ? value.map(textOf).join('|') : textOf(value);
  return [`${name}=${encoded(text)}`];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Halves of characters, which have no encoding, become what a browser makes of them. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Without what no client can send in a header. */
function headerText(value: unknown): string {
  return textOf(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 4_000);
}
