/** The operations of agents in the description of the interface. What tools there are, the protocols tell themselves. */
import Type, { type TSchema } from 'typebox';
import { ACCESS } from './access.js';
import { McpFault, McpMessage, McpResult } from './agents/mcp-schemas.js';
import { UCP_VERSION, UcpAnswer, UcpLookup, UcpProductRequest, UcpSearch } from './agents/ucp-requests.js';
import { json, jsonOrText, type Operation, type Reply } from './openapi-table.js';
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

const MCP_ANSWERS = {
  200: json('The result, or an error of the protocol.', Type.Union([McpResult, McpFault]) as TSchema),
  202: { description: 'A notification is taken.' },
  400: fault('Not a message of the protocol, or its headers say otherwise.'),
  404: fault('There is no such method, or the daemon does not answer to the host name of the request.'),
  421: fault('The daemon does not hold the market.'),
  503: fault('Busy, or without products yet.'),
};
const MCP_BODY = { required: true, content: { 'application/json': McpMessage } };

const ucp = (id: string, name: string, body: TSchema, summary: string): Operation => ({
  id,
  method: 'POST',
  path: `/ucp/v1/catalog/${name}`,
  tag: 'Agents',
  summary,
  description: `Of the Universal Commerce Protocol, version ${UCP_VERSION}. Where the setting \`ucp\` is off, there is no such path.`,
  parameters: [header('UCP-Agent', 'The profile of the platform, which is not looked at.', Type.String())],
  body: { required: true, content: jsonOrText(body) },
  answers: { 200: json('What was found, and messages about it.', UcpAnswer) },
});

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
    body: MCP_BODY,
    answers: MCP_ANSWERS,
    errors: [403],
  },
  {
    id: 'mcpAdmin',
    method: 'POST',
    path: '/mcp/admin',
    tag: 'Agents',
    summary: 'The Model Context Protocol for agents of the shop: searches, explanations, drafts, and publishing.',
    description:
      'As `/mcp`. Each tool needs what the operations that it stands for need; `publish` needs the scope `publish` as well. The ' +
      'key may also come as `Authorization: Bearer KEY`. On the port of administration, where there is one.',
    access: ACCESS.adminTools,
    parameters: HEADERS,
    body: MCP_BODY,
    answers: MCP_ANSWERS,
  },
  {
    id: 'ucpProfile',
    method: 'GET',
    path: '/.well-known/ucp',
    tag: 'Agents',
    summary: 'By which protocols and where agents find the catalog.',
    description: `The profile of the Universal Commerce Protocol, version ${UCP_VERSION}.`,
    answers: { 200: json('The profile.', UcpAnswer) },
  },
  ucp('ucpSearch', 'search', UcpSearch, 'Search products by text, categories and price.'),
  ucp('ucpLookup', 'lookup', UcpLookup, 'Look up products by ids of products or variants.'),
  ucp('ucpProduct', 'product', UcpProductRequest, 'One product with its options.'),
  {
    id: 'ucpMcp',
    method: 'POST',
    path: '/ucp/mcp',
    tag: 'Agents',
    summary: 'The same operations as tools of the Model Context Protocol.',
    parameters: HEADERS,
    body: MCP_BODY,
    answers: MCP_ANSWERS,
    errors: [403],
  },
];
