/**
 * A server of tools by the Model Context Protocol, without sessions: each message has all that its reply needs, so that
 * any front end answers any of them. It is written by hand because the official package brings a validator, a schema
 * library and web streams of its own (7 MB), where six methods over the daemon's own exchanges are what is needed.
 */
import type { AgentShop } from '../../api/agents/agent-shop.js';
import { type AgentTool, type ListedTool, WrongArguments } from '../../api/agents/agent-tool.js';
import {
  HANDSHAKE_VERSIONS,
  type Lasting,
  type McpRequest,
  PROTOCOL_VERSIONS,
  resultOf,
  type ServerInfo,
  unknownMethod,
  wrongParams,
} from '../../api/agents/mcp-protocol.js';
import { Problem } from '../../errors/problem.js';

/** Markets and locales stand in the schemas of tools, and may change with an import. */
const LASTING_MS = 300_000;
const CAPABILITIES = { tools: {} };

export interface McpServerOptions<Desk> {
  info: ServerInfo;
  tools: readonly AgentTool<Desk>[];
  instructions(shop: AgentShop): string;
  /** Whether what is listed is the same for all clients. */
  cacheScope: Lasting['cacheScope'];
}

export class McpServer<Desk extends { shop: AgentShop }> {
  private readonly byName: ReadonlyMap<string, AgentTool<Desk>>;
  /** The tools as they are listed, of the shop that they were listed for. */
  private listed: { shop: AgentShop; tools: ListedTool[] } | undefined;

  constructor(private readonly options: McpServerOptions<Desk>) {
    this.byName = new Map(options.tools.map(tool => [tool.name, tool]));
  }

  /**
   * @returns the reply
   * @throws ProtocolError; Problem where the daemon cannot answer for now
   */
  async answer(request: McpRequest, desk: Desk): Promise<object> {
    const { info, instructions, cacheScope } = this.options;
    const lasting = { ttlMs: LASTING_MS, cacheScope };
    switch (request.method) {
      case 'initialize': {
        const asked = String(request.params['protocolVersion']);
        const protocolVersion = HANDSHAKE_VERSIONS.includes(asked) ? asked : HANDSHAKE_VERSIONS[0]!;
        const text = instructions(desk.shop);
        return resultOf(
          request,
          { protocolVersion, capabilities: CAPABILITIES, serverInfo: info, instructions: text },
          info,
        );
      }
      case 'server/discover': {
        const text = instructions(desk.shop);
        const found = { supportedVersions: PROTOCOL_VERSIONS, capabilities: CAPABILITIES, instructions: text };
        return resultOf(request, found, info, lasting);
      }
      case 'ping':
        return resultOf(request, {}, info);
      case 'tools/list':
        return resultOf(request, { tools: this.toolsOf(desk.shop) }, info, lasting);
      case 'tools/call':
        return resultOf(request, await this.call(request, desk), info);
      default:
        throw unknownMethod(request);
    }
  }

  private toolsOf(shop: AgentShop): ListedTool[] {
    if (this.listed?.shop !== shop) this.listed = { shop, tools: this.options.tools.map(tool => tool.listed(shop)) };
    return this.listed.tools;
  }

  private async call(request: McpRequest, desk: Desk): Promise<object> {
    const { name, arguments: given = {} } = request.params;
    const tool = typeof name === 'string' ? this.byName.get(name) : undefined;
    if (!tool) {
      const known = [...this.byName.keys()].join(', ');
      throw wrongParams(
        request,
        `there is no tool ${JSON.stringify(name) ?? 'without a name'}, expected one of ${known}`,
      );
    }
    try {
      const structuredContent = await tool.call(given, desk);
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      return { content: [{ type: 'text', text: faultOf(error) }], isError: true };
    }
  }
}

/** What an agent can do something about. @throws all else */
function faultOf(error: unknown): string {
  if (error instanceof WrongArguments) return error.message;
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const { errors } = error;
  return errors && errors.length > 1
    ? errors.map(({ path, message }) => `${path}: ${message}`).join('\n')
    : error.message;
}
