/**
 * Requests whose end proxies and this server may see at different places, so that one could hide another in its body
 * (RFC 9112, 6.3 and 11.2). For parsers that let them pass.
 */
import { errorBody } from '../../api/error-body.js';
import { Problem } from '../../errors/problem.js';
import type { Incoming } from './transport.js';

/** @returns the body of the error 400, upon which the connection is to be closed; undefined: there is no fault */
export function framingFault(incoming: Incoming): Uint8Array | undefined {
  const coding = incoming.header('transfer-encoding');
  const length = incoming.header('content-length');
  if (coding === '' && length === '') return undefined;
  if (coding !== '' && (coding.toLowerCase() !== 'chunked' || length !== '')) {
    return refused(`Transfer-Encoding: found "${coding.slice(0, 40)}"${length === '' ? '' : ' beside Content-Length'}`);
  }
  const lengths = incoming.headers().filter(([name]) => name === 'content-length' || name === 'transfer-encoding');
  return lengths.length === 1 ? undefined : refused(`${lengths[0]![0]}: found ${lengths.length} of them`);
}

function refused(found: string): Uint8Array {
  const message = `${found}, expected one Content-Length, or Transfer-Encoding: chunked`;
  return Buffer.from(errorBody(new Problem('framing_doubtful', message)).body);
}
