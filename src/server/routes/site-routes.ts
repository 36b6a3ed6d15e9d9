/**
 * The routes that import the documents beside the catalog: JSON bodies, replied to when their content is live. The
 * ingest process reads and validates the body; the routes only check headers.
 */
import { IMPORT_ACCESS } from '../../api/access.js';
import { BYPASS, MAX_BYPASS_BYTES } from '../../api/admin-parameters.js';
import { Parameters } from '../../api/parameters.js';
import { SITE_IMPORTS, type SiteImport } from '../../api/site-imports.js';
import { badRequest, type Problem } from '../../errors/problem.js';
import type { ImportMode } from '../../imports/protocol.js';
import { quote } from '../../kernel/quote.js';
import { tooLarge } from '../http/body.js';
import type { Route } from '../http/router.js';
import { authorise } from './authorise.js';
import { checkContentType, importHeader, optionalEncoding } from './import-headers.js';
import type { AdminContext, Handler } from './import-routes.js';

export function siteRoutes(context: AdminContext): Route[] {
  return SITE_IMPORTS.map(route => {
    const methods: Route['methods'] = {};
    for (const [method, { mode }] of Object.entries(route.methods)) {
      methods[method as 'POST' | 'PUT'] = receive(context, route, mode);
    }
    const paths = [`/api/admin/v3/${route.path}`, `/api/admin/v4/${route.path}`];
    return { name: route.path.replaceAll('/', '-'), paths, methods };
  });
}

function receive({ keys, imports, maxImportBytes }: AdminContext, route: SiteImport, mode: ImportMode): Handler {
  return async (exchange, incoming) => {
    const body = exchange.readBody(maxImportBytes, true);
    const contentType = incoming.header('content-type');
    const contentEncoding = incoming.header('content-encoding').trim().toLowerCase();
    const expectedBytes = Number(incoming.header('content-length')) || 0;
    const actor = await authorise(keys, exchange, incoming, IMPORT_ACCESS[route.kind]);

    const parameters = new Parameters(exchange.query);
    checkContentType(contentType);
    const encoding = route.compressed
      ? compressedEncoding(contentEncoding, parameters.flag(BYPASS, false))
      : optionalEncoding(contentEncoding);
    if (expectedBytes > maxImportBytes) throw tooLarge(maxImportBytes);
    if (route.compressed && encoding === 'identity') body.limit(MAX_BYPASS_BYTES, bypassTooLarge);
    const name = parameters.text('name');
    const order = {
      kind: route.kind,
      mode,
      encoding,
      force: route.force !== undefined && parameters.flag(route.force, false),
      validationOnly: false,
      ...(name === undefined ? {} : { name }),
    };
    const { id, done } = await imports.accept(order, actor, body, expectedBytes);
    await done;
    exchange.reply(204, importHeader(id));
  };
}

function compressedEncoding(encoding: string, bypass: boolean): 'gzip' | 'identity' {
  if (encoding === 'gzip') return 'gzip';
  if (bypass && (encoding === '' || encoding === 'identity')) return 'identity';
  throw badRequest('Content-Encoding', `found ${quote(encoding)}, expected gzip`);
}

function bypassTooLarge(): Problem {
  return badRequest(BYPASS, `the body is longer than ${MAX_BYPASS_BYTES} bytes; send it gzipped`, 'limit_exceeded');
}
