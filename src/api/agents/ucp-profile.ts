/** What a shop says of itself to agents that speak the Universal Commerce Protocol: the catalog half, by REST and MCP. */
import { UCP_VERSION } from './ucp-requests.js';

const SITE = `https://ucp.dev/${UCP_VERSION}`;

/** @param base address of the daemon, as agents reach it, without a slash at its end */
export function ucpProfile(base: string): object {
  const service = (transport: 'rest' | 'mcp', schema: string, endpoint: string) => ({
    version: UCP_VERSION,
    spec: `${SITE}/specification/overview`,
    transport,
    schema: `${SITE}/services/shopping/${schema}`,
    endpoint,
  });
  const capability = (name: string) => ({
    version: UCP_VERSION,
    spec: `${SITE}/specification/catalog/${name}`,
    schema: `${SITE}/schemas/shopping/catalog_${name}.json`,
  });
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': [
          service('rest', 'rest.openapi.json', `${base}/ucp/v1`),
          service('mcp', 'mcp.openrpc.json', `${base}/ucp/mcp`),
        ],
      },
      capabilities: {
        'dev.ucp.shopping.catalog.search': [capability('search')],
        'dev.ucp.shopping.catalog.lookup': [capability('lookup')],
      },
      payment_handlers: {},
    },
  };
}
