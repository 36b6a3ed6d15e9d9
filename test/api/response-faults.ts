/** Holds answers of the interface to the schemas of `src/api/responses.ts`. */
import type { TSchema } from 'typebox';
import type { QueryName } from '../../src/api/query-parameters.js';
import { ErrorResponse } from '../../src/api/response-parts.js';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import type { Fault } from '../../src/errors/problem.js';
import { LazyValidator } from '../../src/kernel/lazy-validator.js';
import { faultsOf } from '../../src/kernel/schema-faults.js';

const validators = new Map<string, LazyValidator<TSchema>>();

/** What is wrong with an answer, by JSON pointer; empty when it fits. Compiles each schema at its first use. */
export function responseFaults(kind: QueryName | 'error', answer: unknown): Fault[] {
  let validator = validators.get(kind);
  if (validator === undefined) {
    validator = new LazyValidator<TSchema>(kind === 'error' ? ErrorResponse : QUERY_RESPONSES[kind]);
    validators.set(kind, validator);
  }
  return faultsOf(validator, answer);
}
