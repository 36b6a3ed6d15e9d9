/** The messages of the protocol of agents, for the description of the interface; the protocol describes them in full. */
import Type from 'typebox';

const RequestId = Type.Union([Type.String(), Type.Number()]);
const members = () => Type.Record(Type.String(), Type.Unknown());
const version = Type.Literal('2.0');

export const McpMessage = Type.Object(
  {
    jsonrpc: version,
    id: Type.Optional(RequestId),
    method: Type.Optional(Type.String()),
    params: Type.Optional(members()),
  },
  { description: 'A JSON-RPC 2.0 message: one request or notification of the protocol.' },
);

export const McpResult = Type.Object({ jsonrpc: version, id: RequestId, result: members() });

export const McpFault = Type.Object({
  jsonrpc: version,
  id: Type.Optional(RequestId),
  error: Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(members()) }),
});
