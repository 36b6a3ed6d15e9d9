/**
 * How long queries are thought to take, before they run: as long as the last ones of their kind have, with about as
 * many rules and products to list. A body that has not been read counts by its length.
 */
import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { RecListRequest, StorefrontRequest } from '../../pages/shared/requests.js';

/** Weight of the latest query in a mean. */
const LATEST = 0.1;
/** One query that takes so many times as long as those before it says little of the next ones. */
const OUTLIER = 8;
/** Of what has not been seen yet, for each unit of weight. */
const FIRST_MS = 0.02;
/** So many restrictions, groups to list or bytes are a unit. */
const RESTRICTION = 4;
const UNREAD_BYTES = 64;
/** What a query without any takes. */
const BASE = 32;

/** Queries that are thought to take as long. */
export interface CostKind {
  /** The mean of those seen; undefined before there are any. */
  meanMs: number | undefined;
}

export interface Cost {
  readonly kind: CostKind;
  readonly costMs: number;
}

export class QueryCosts {
  /** By query, and then by the power of two of their weight; those with a vector behind all others. */
  private readonly kinds: { [Query in StorefrontRequest['query']]?: CostKind[] } = {};

  /** @param unreadBytes length of a body whose lists the request does not have yet */
  of(request: StorefrontRequest, unreadBytes = 0): Cost {
    const weight = weightOf(request, unreadBytes);
    // A vector, however short its text, is compared with all products; and a body that is not read may have one.
    const isVector = unreadBytes > 0 || ('vector' in request && request.vector !== undefined);
    const kinds = (this.kinds[request.query] ??= []);
    const kind = (kinds[32 * Number(isVector) + 31 - Math.clz32(weight)] ??= { meanMs: undefined });
    return { kind, costMs: kind.meanMs ?? weight * FIRST_MS };
  }

  /** @param thought of the query before @param ms what it took */
  learn({ kind, costMs }: Cost, ms: number): void {
    const mean = kind.meanMs ?? costMs;
    kind.meanMs = mean + LATEST * (Math.min(ms, OUTLIER * mean) - mean);
  }
}

function weightOf(request: StorefrontRequest, unreadBytes: number): number {
  let weight = BASE + Math.ceil(unreadBytes / UNREAD_BYTES);
  if ('limit' in request) weight += request.limit;
  if ('rules' in request) weight += ofRules(request.rules);
  if ('vector' in request && request.vector) weight += request.vector.values.length;
  if ('recommendationLists' in request) weight += ofLists(request.recommendationLists);
  if ('body' in request && request.body) {
    weight += ofRules(request.body.rules) + ofLists(request.body.recommendationLists);
  }
  return weight;
}

function ofLists(lists: readonly RecListRequest[]): number {
  return lists.reduce((sum, { limit, rules }) => sum + limit + ofRules(rules), 0);
}

function ofRules(rules: RuleExpression): number {
  return rules.reduce((sum, { restrictions }) => sum + restrictions.length * RESTRICTION, 0);
}
