/** An agent in the official client of the protocol, with the answers of tools as the agent reads them. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type t from 'tap';

export interface ToolAnswer {
  /** What a model reads. */
  text: string;
  isError: boolean;
  structured: Record<string, unknown> | undefined;
}

export interface Agent {
  client: Client;
  /** The client holds each result to the schema that the tool has for it. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** @param mode `legacy` begins with a handshake; a version is asked for without one */
export async function agentOf(
  test: Pick<typeof t, 'teardown'>,
  url: string,
  mode: 'legacy' | 'auto' = 'auto',
  headers: Record<string, string> = {},
): Promise<Agent> {
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  test.teardown(() => client.close());
  // The client knows the schemas of results from the list.
  await client.listTools();
  return {
    client,
    async call(name, given = {}) {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
      const [first] = content as { type: string; text: string }[];
      return { text: first!.text, isError, structured: structuredContent as Record<string, unknown> | undefined };
    },
  };
}
