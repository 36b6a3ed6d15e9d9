/**
 * The validator of a schema, compiled when it is first used: a program has dozens of schemas, most starts use none of
 * them, and compiling one takes a millisecond or two.
 */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export class LazyValidator<Schema extends TSchema> {
  private compiled: Validator<Record<never, never>, Schema> | undefined;

  constructor(private readonly schema: Schema) {}

  get validator(): Validator<Record<never, never>, Schema> {
    this.compiled ??= Compile(this.schema);
    return this.compiled;
  }
}
