/**
 * Formats the refusal of a catalog as text: the reason in a sentence, the affected records, then each kind of fault
 * with its count and some keys, the most frequent first.
 */
import type { ErrorDetails } from '../imports/import-findings.js';
import type { UploadResult } from './catalog-upload.js';
import { formatCount } from './terminal/print.js';

const AFFECTED = [
  ['productGroups', 'product group'],
  ['products', 'product'],
  ['variants', 'variant'],
  ['content', 'content item'],
  ['translations', 'translation'],
] as const;

const SHOWN_KEYS = 5;
const SHOWN_ERRORS = 20;

export function explainRefusal(file: string, { status, reason, stored, errorDetails }: UploadResult): string[] {
  const failed = stored ? 'is not live' : 'was refused';
  const outcome = status === 'FAILURE' ? failed : `ended as ${status}`;
  const summary = `vitrine: ${file} ${outcome}${reason ? `: ${reason}` : ''}`;
  // The message of the daemon names the query parameter instead of the flag.
  const hint = reason?.includes('force=true') ? ['  on the command line: --force'] : [];
  return [summary, ...hint, ...(errorDetails ? formatErrorDetails(errorDetails) : [])];
}

function formatErrorDetails(details: ErrorDetails): string[] {
  const lines = [formatCount(details.count, 'error')];
  for (const [member, noun] of AFFECTED) {
    const list = details[member];
    if (list && list.count > 0) lines.push(`  in ${formatCount(list.count, noun)}${examples(list.keys)}`);
  }
  const errors = Object.entries(details.dataErrors).sort(([, a], [, b]) => b.count - a.count);
  for (const [message, error] of errors.slice(0, SHOWN_ERRORS)) {
    lines.push(`  ${error.count} × ${message}${examples(error.exampleKeys)}`);
  }
  const hidden = errors.length - SHOWN_ERRORS;
  if (hidden > 0) lines.push(`  and ${formatCount(hidden, 'further kind')} of errors; --json lists them all`);
  return lines;
}

function examples(keys: string[]): string {
  if (keys.length === 0) return '';
  const more = keys.length > SHOWN_KEYS ? ', …' : '';
  return ` (${keys.slice(0, SHOWN_KEYS).join(', ')}${more})`;
}
