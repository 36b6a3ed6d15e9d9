/**
 * The description of the interface at `/openapi.json`. Built and encoded at the first request, because that takes as
 * long as the rest of a front end's start.
 */
import { openApiDocument } from '../../api/openapi.js';
import type { Route } from '../http/router.js';
import { type StaticFile, serveFile, staticFile } from '../http/static-files.js';

/** @param version of the daemon */
export function openApiRoute(version: string): Route {
  let made: StaticFile | undefined;
  const file = () =>
    staticFile(Buffer.from(JSON.stringify(openApiDocument(version))), 'application/json; charset=utf-8');
  return {
    name: 'openapi',
    paths: ['/openapi.json'],
    methods: { GET: (exchange, incoming) => serveFile(exchange, incoming, (made ??= file())) },
  };
}
