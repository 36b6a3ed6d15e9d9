/** The description of the interface at `/openapi.json`: made and encoded once, at the start. */
import { openApiDocument } from '../api/openapi.js';
import type { Route } from './front-end.js';
import { serveFile, staticFile } from './static-files.js';

/** @param version of the daemon */
export function openApiRoute(version: string): Route {
  const file = staticFile(Buffer.from(JSON.stringify(openApiDocument(version))), 'application/json; charset=utf-8');
  return {
    name: 'openapi',
    paths: ['/openapi.json'],
    methods: { GET: (exchange, incoming) => serveFile(exchange, incoming, file) },
  };
}
