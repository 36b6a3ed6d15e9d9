/**
 * Constructors for the parameter tables beside each parser: names, descriptions, and the limits that the parser itself
 * uses. Only the interface description reads the tables: parameters are parsed by hand.
 */
import Type, { type TSchema } from 'typebox';

export interface ParameterDescription {
  name: string;
  in: 'query' | 'header';
  /** Its meaning; the allowed values are in the schema. */
  description: string;
  schema: TSchema;
  required?: true;
  /** Whether it holds several values, separated by pipes. */
  piped?: true;
}

export function required(parameter: ParameterDescription): ParameterDescription {
  return { ...parameter, required: true };
}

export function text(name: string, description: string, maxLength?: number): ParameterDescription {
  return query(name, description, Type.String(maxLength === undefined ? {} : { maxLength }));
}

/** A list of values separated by pipes. */
export function list(name: string, description: string, limits: { maxItems?: number } = {}): ParameterDescription {
  return { ...query(name, description, Type.Array(Type.String(), limits)), piped: true };
}

export function flag(name: string, description: string, otherwise: boolean): ParameterDescription {
  return query(name, description, Type.Boolean({ default: otherwise }));
}

/** @param otherwise the default, if it should be described */
export function integer(
  name: string,
  description: string,
  limits: { minimum: number; maximum: number; default?: number },
): ParameterDescription {
  return query(name, description, Type.Integer(limits));
}

/** Words in exactly this spelling. */
export function word(name: string, description: string, allowed: readonly string[], otherwise?: string) {
  return query(
    name,
    description,
    Type.Enum([...allowed], otherwise === undefined ? undefined : { default: otherwise }),
  );
}

/** Words in upper or lower case. */
export function looseWord(name: string, description: string, allowed: readonly string[], otherwise?: string) {
  return word(name, description, inEitherCase(allowed), otherwise);
}

/** Words in upper or lower case, separated by pipes. */
export function looseWords(name: string, description: string, allowed: readonly string[]): ParameterDescription {
  return { ...query(name, description, Type.Array(Type.Enum(inEitherCase(allowed)))), piped: true };
}

export function query(name: string, description: string, schema: TSchema): ParameterDescription {
  return { name, in: 'query', description, schema };
}

export function header(name: string, description: string, schema: TSchema): ParameterDescription {
  return { name, in: 'header', description, schema };
}

function inEitherCase(words: readonly string[]): string[] {
  return [...words, ...words.map(one => one.toLowerCase())];
}
