/**
 * The description of the interface at `/openapi.json`. Loaded, built and encoded at the first request, because that
 * takes as long as the rest of a front end's start.
 */
import type { Route } from '../http/router.js';
import { type StaticFile, serveFile, staticFile } from '../http/static-files.js';

/** @param version of the daemon */
export function openApiRoute(version: string): Route {
  let made: StaticFile | undefined;
  const make = async (): Promise<StaticFile> => {
    const { openApiDocument } = await import('../../api/openapi.js');
    return staticFile(Buffer.from(JSON.stringify(openApiDocument(version))), 'application/json; charset=utf-8');
  };
  return {
    name: 'openapi',
    paths: ['/openapi.json'],
    methods: {
      async GET(exchange, incoming) {
        // The request's headers can be read only until the handler waits.
        const known = incoming.header('if-none-match');
        made ??= await make();
        serveFile(exchange, known, made);
      },
    },
  };
}
