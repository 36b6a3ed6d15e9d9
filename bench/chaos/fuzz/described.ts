/** The interface as the daemon describes it, as far as requests can be made of it. */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parsedJson } from '../../harness/parsed-json.js';

/** A schema of JSON; what is not looked at stays in it. */
export type Schema = Record<string, unknown>;

const Parameter = Type.Object({
  name: Type.String(),
  in: Type.Enum(['query', 'header']),
  required: Type.Optional(Type.Boolean()),
  schema: Type.Record(Type.String(), Type.Unknown()),
});
const Operation = Type.Object({
  operationId: Type.String(),
  parameters: Type.Optional(Type.Array(Parameter)),
  requestBody: Type.Optional(
    Type.Object({
      content: Type.Record(Type.String(), Type.Object({ schema: Type.Record(Type.String(), Type.Unknown()) })),
    }),
  ),
  responses: Type.Record(Type.String(), Type.Unknown()),
});
const Document = Compile(
  Type.Object({
    paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)),
    components: Type.Object({ schemas: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())) }),
  }),
);

export type Parameter = Static<typeof Parameter>;

export interface Operation {
  /** In capitals. */
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** By content type; empty where there is no body. */
  bodies: ReadonlyMap<string, Schema>;
  statuses: ReadonlySet<number>;
}

export interface Interface {
  operations: readonly Operation[];
  /** By name. */
  schemas: Readonly<Record<string, Schema>>;
}

export async function describedInterface(url: string): Promise<Interface> {
  const response = await fetch(`${url}/openapi.json`);
  const { paths, components } = parsedJson(Document, await response.text(), 'interface description');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: new Map(Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema])),
      statuses: new Set(Object.keys(responses).map(Number)),
    })),
  );
  return { operations, schemas: components.schemas };
}
