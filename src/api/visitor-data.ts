/**
 * Export and erasure of a visitor's data: all stored data of a customer key in all markets. The key comes in the body,
 * since URLs end up in logs.
 */
import Type, { type Static } from 'typebox';
import type { NotificationRecord } from '../behaviour/index.js';
import type { Remembered, Visitor } from '../behaviour/visitors/visitor.js';
import { missing } from '../errors/problem.js';
import { LazyValidator } from '../kernel/lazy-validator.js';
import { checked } from '../kernel/schema-faults.js';
import { readJson } from './json-body.js';
import { entryOf } from './notification-listing.js';
import { MAX_VISITOR_KEY } from './shared-parameters.js';

export const VisitorOrder = Type.Object(
  {
    customerKey: Type.String({
      minLength: 1,
      maxLength: MAX_VISITOR_KEY,
      description: `a customer key of 1 to ${MAX_VISITOR_KEY} characters`,
    }),
  },
  { additionalProperties: false },
);

const visitorOrder = new LazyValidator(VisitorOrder);

const moment = Type.String({ format: 'date-time' });
const remembered = <Name extends string>(name: Name) =>
  Type.Object({ [name]: Type.String(), at: moment }, { additionalProperties: false });

export const RememberedProduct = remembered('productKey');

const RememberedVisitor = Type.Object(
  {
    market: Type.String(),
    searches: Type.Array(remembered('q')),
    views: Type.Array(RememberedProduct),
    favorites: Type.Array(RememberedProduct),
    cart: Type.Array(remembered('key')),
    bought: Type.Array(RememberedProduct),
    boughtVariants: Type.Array(remembered('variantKey')),
  },
  { additionalProperties: false },
);

/** Notifications have the form of their listing. */
export const VisitorExport = Type.Object(
  {
    customerKey: Type.String(),
    exportedAt: moment,
    visitors: Type.Array(RememberedVisitor),
    notifications: Type.Array(Type.Object({ type: Type.String(), timestamp: moment, market: Type.String() })),
  },
  { additionalProperties: false },
);

/** Numbers of what was found and erased. */
export const VisitorErasure = Type.Object(
  {
    visitors: Type.Integer({ minimum: 0 }),
    notifications: Type.Integer({ minimum: 0 }),
    daemons: Type.Optional(
      Type.Object(
        { erased: Type.Integer({ minimum: 1 }), of: Type.Integer({ minimum: 1 }) },
        {
          additionalProperties: false,
          description:
            'On how many of the running daemons of a fleet the customer is forgotten by now; the others follow by themselves. Absent where the fleet could not be told yet.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

export type VisitorErasure = Static<typeof VisitorErasure>;

/** @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE. */
export function parseVisitorOrder(contentType: string | undefined, body: Uint8Array | undefined): string {
  const json = readJson(contentType, body);
  if (json === undefined) throw missing('body', 'expected {"customerKey": …}', 'body_missing');
  return checked(visitorOrder, json).customerKey;
}

/** @param records of the visitor, oldest first. */
export function visitorExport(
  customerKey: string,
  visitors: readonly { market: string; visitor: Visitor }[],
  records: readonly NotificationRecord[],
  nowMs: number,
): unknown {
  return {
    customerKey,
    exportedAt: new Date(nowMs).toISOString(),
    visitors: visitors.map(({ market, visitor: { searches, views, favorites, cart, bought, boughtVariants } }) => ({
      market,
      searches: named('q', searches),
      views: named('productKey', views),
      favorites: named('productKey', favorites),
      cart: named('key', cart),
      bought: named('productKey', bought),
      boughtVariants: named('variantKey', boughtVariants),
    })),
    notifications: records.map(entryOf),
  };
}

function named(name: string, list: readonly Remembered[]): unknown {
  return list.map(({ key, at }) => ({ [name]: key, at: new Date(at * 60_000).toISOString() }));
}
