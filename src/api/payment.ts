/**
 * Parses payments. They come from the shop's server, which may be unable to send them again: valid lines are recorded
 * even when others are invalid.
 */
import Type, { type TSchema } from 'typebox';
import type { NotificationRecord, PaymentLine } from '../behaviour/index.js';
import { type Fault, missing, Problem } from '../errors/problem.js';
import { LazyValidator } from '../kernel/lazy-validator.js';
import { quote } from '../kernel/quote.js';
import { checked, faultsOf } from '../kernel/schema-faults.js';
import { readJson } from './json-body.js';
import { CatalogKey, type NotificationContext, parseActivityContext } from './notifications.js';

const MAX_LINES = 250;
const MAX_QUANTITY = 1_000_000;
const MAX_AMOUNT = 1e12;
/** Most faults that the message names; all are in `errors`. */
const MAX_NAMED = 10;

const Amount = Type.Number({ minimum: 0, maximum: MAX_AMOUNT, description: `an amount from 0 to ${MAX_AMOUNT}` });

const bodyOf = <Line extends TSchema>(line: Line) =>
  Type.Object(
    {
      lines: Type.Array(line, {
        minItems: 1,
        maxItems: MAX_LINES,
        description: `a list of 1 to ${MAX_LINES} lines`,
      }),
    },
    { additionalProperties: false },
  );

/** Unknown members are ignored: shops send the lines of their orders. */
export const PaymentLineBody = Type.Object({
  quantity: Type.Integer({
    minimum: 1,
    maximum: MAX_QUANTITY,
    description: `a whole number from 1 to ${MAX_QUANTITY}`,
  }),
  variantKey: CatalogKey,
  cost: Type.Optional(Amount),
  sellingPrice: Type.Optional(Amount),
});

export const PaymentBody = bodyOf(PaymentLineBody);

/** Lines are checked one by one. */
const paymentBody = new LazyValidator(bodyOf(Type.Unknown()));
const paymentLine = new LazyValidator(PaymentLineBody);

export interface ParsedPayment {
  /** Undefined when no line is valid, or the request states that it must not be recorded. */
  record?: NotificationRecord;
  /** The reply once the record is stored, when some lines are invalid. */
  problem?: Problem;
}

/**
 * @param rawQuery the query string as received, without `?`
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE when the request as a whole is invalid
 */
export function parsePayment(
  rawQuery: string,
  contentType: string | undefined,
  body: Uint8Array | undefined,
  context: NotificationContext,
): ParsedPayment {
  const { activity, notify } = parseActivityContext(rawQuery, context);
  const json = readJson(contentType, body);
  if (json === undefined) throw missing('body', 'expected {"lines": […]}', 'body_missing');
  const { lines: given } = checked(paymentBody, json);
  const faults: Fault[] = [];
  const lines: PaymentLine[] = [];
  given.forEach((line, index) => {
    const wrong = faultsOfLine(line, index, context);
    if (wrong.length > 0) {
      faults.push(...wrong);
      return;
    }
    const { quantity, variantKey, cost, sellingPrice } = line as PaymentLine;
    const productKey = context.keys.productOfVariant(variantKey)!;
    lines.push({
      quantity,
      variantKey,
      productKey,
      ...(cost === undefined ? undefined : { cost }),
      ...(sellingPrice === undefined ? undefined : { sellingPrice }),
    });
  });
  return {
    ...(notify && lines.length > 0 ? { record: { ...activity, type: 'payment', lines } } : undefined),
    ...(faults.length > 0 ? { problem: wrongLines(faults, notify ? lines.length : 0, given.length) } : undefined),
  };
}

function faultsOfLine(line: unknown, index: number, { keys }: NotificationContext): Fault[] {
  const at = `/lines/${index}`;
  if (!paymentLine.validator.Check(line)) {
    return faultsOf(paymentLine, line).map(({ path, message }) => ({ path: path === '/' ? at : at + path, message }));
  }
  if (keys.productOfVariant(line.variantKey) !== undefined) return [];
  return [{ path: `${at}/variantKey`, message: `no variant ${quote(line.variantKey)} is in the catalog` }];
}

function wrongLines(faults: Fault[], right: number, all: number): Problem {
  const named = faults.slice(0, MAX_NAMED).map(({ path, message }) => `${path}: ${message}`);
  const more = faults.length > MAX_NAMED ? `; and ${faults.length - MAX_NAMED} more` : '';
  const recorded = right === 0 ? 'no line was recorded' : `the other lines, ${right} of ${all}, were recorded`;
  return new Problem('payment_lines_refused', `${named.join('; ')}${more}; ${recorded}`, faults);
}
