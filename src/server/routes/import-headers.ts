/** The headers of imports of JSON documents. */
import { Problem } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

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
