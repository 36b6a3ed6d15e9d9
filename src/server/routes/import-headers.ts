/** The headers of imports, above all of JSON documents. */
import { Problem } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

/** Names an import that is live in its reply, which has no body: its status has counts and warnings. */
export const importHeader = (id: string): readonly string[] => ['Vitrine-Import', id];

/** @throws `media_type_unsupported` */
export function checkContentType(header: string): void {
  const mediaType = header.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType !== '' && mediaType !== 'application/json') {
    throw new Problem('media_type_unsupported', `Content-Type: found ${quote(mediaType)}, expected application/json`);
  }
}

/** @throws `encoding_unsupported` */
export function optionalEncoding(encoding: string): 'gzip' | 'identity' {
  if (encoding === '' || encoding === 'identity') return 'identity';
  if (encoding === 'gzip') return 'gzip';
  throw new Problem('encoding_unsupported', `Content-Encoding: found ${quote(encoding)}, expected gzip or identity`);
}
