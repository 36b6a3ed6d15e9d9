/**
 * The interface description of a running daemon, for tests that hold its replies to it: status, content type, headers
 * and the schema of the body, all as the document has them.
 */
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/openapi-3-1';

const RETRIEVED_FROM = 'https://daemon.test/openapi.json';
const DIALECT = 'https://spec.openapis.org/oas/3.1/schema-base';
/** Documented for errors that do not always come with them. */
const SOMETIMES = ['Allow', 'Retry-After'];

interface Response {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

/** What came back for a request. */
export interface Received {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  headers: Headers;
  body: string;
}

export class Description {
  private constructor(readonly document: Document) {}

  /** One at a time: what was read before is forgotten. */
  static async of(url: string): Promise<Description> {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
    unregisterSchema(RETRIEVED_FROM);
    registerSchema(document as never, RETRIEVED_FROM, DIALECT);
    return new Description(document);
  }

  /** Every `METHOD /path`, in order. */
  get operations(): string[] {
    const { paths } = this.document;
    return Object.entries(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
      .sort();
  }

  /**
   * What a reply has that the document does not, or the other way round; undefined when they agree.
   * A method that the path does not have is looked up as any other of the path.
   */
  async misfit({ method, path, status, headers, body }: Received): Promise<string | undefined> {
    const methods = this.document.paths[path];
    if (methods === undefined) return `no path ${path}`;
    const known = method.toLowerCase() in methods ? method.toLowerCase() : Object.keys(methods)[0]!;
    const stated = methods[known]!.responses[status];
    if (stated === undefined) return `${method} ${path}: no status ${status}`;
    const named = stated.$ref?.slice('#/components/responses/'.length);
    const response = named === undefined ? stated : this.document.components.responses[named]!;
    for (const header of Object.keys(response.headers ?? {})) {
      if (!SOMETIMES.includes(header) && !headers.has(header)) return `no header ${header}`;
    }
    if (response.content === undefined) return body === '' ? undefined : `a body: ${body}`;

    const type = (headers.get('content-type') ?? '').split(';', 1)[0]!;
    if (!(type in response.content)) return `content type "${type}"`;
    const place =
      named === undefined ? ['paths', path, known, 'responses', String(status)] : ['components', 'responses', named];
    const pointer = [...place, 'content', type, 'schema'].map(step => step.replaceAll('~', '~0').replaceAll('/', '~1'));
    const uri = `${RETRIEVED_FROM}#/${pointer.map(encodeURIComponent).join('/')}`;
    const output = await validate(uri, type === 'application/json' ? JSON.parse(body) : body, 'BASIC');
    return output.valid ? undefined : `${JSON.stringify(output.errors?.slice(0, 5))} in ${body.slice(0, 500)}`;
  }
}
