/** The operations of agents in the description of the interface. What tools there are, the protocols tell themselves. */
import Type, { type TSchema } from 'typebox';
import { McpFault, McpMessage, McpResult } from './agents/mcp-schemas.js';
import { json, type Operation, type Reply } from './openapi-table.js';
import { header } from './parameter-table.js';
import { ErrorResponse } from './response-parts.js';

const fault = (description: string): Reply => ({
  ...json(description, Type.Union([McpFault, ErrorResponse]) as TSchema),
});

const HEADERS = [
  header('MCP-Protocol-Version', 'The version that the message is of; without one, 2025-03-26.', Type.String()),
  header('Mcp-Method', 'The method of the message; needed from version 2026-07-28 on.', Type.String()),
  header('Mcp-Name', 'The tool that is called; needed from version 2026-07-28 on.', Type.String()),
];

export const AGENT_OPERATIONS: readonly Operation[] = [
  {
    id: 'mcp',
    method: 'POST',
    path: '/mcp',
    tag: 'Agents',
    summary: 'The Model Context Protocol (streamable HTTP, without sessions) for agents of shoppers.',
    description:
      'Versions 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26; one message in each request. `tools/list` has the tools ' +
      'with the schemas of their arguments and results. A tool that cannot do what was asked says so in its result ' +
      '(`isError`). Where the setting `mcp` is off, there is no such path. A request with an Origin is refused unless ' +
      'the setting `corsOrigin` names it, or its host is in `hosts` or of this machine.',
    parameters: HEADERS,
    body: { required: true, content: { 'application/json': McpMessage } },
    answers: {
      200: json('The result, or an error of the protocol.', Type.Union([McpResult, McpFault]) as TSchema),
      202: { description: 'A notification is taken.' },
      400: fault('Not a message of the protocol, or its headers say otherwise.'),
      404: fault('There is no such method, or the daemon does not answer to the host name of the request.'),
      421: fault('The daemon does not hold the market.'),
      503: fault('Busy, or without products yet.'),
    },
    errors: [403],
  },
];
