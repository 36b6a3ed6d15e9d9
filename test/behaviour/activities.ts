/** Activities for tests, with everything that is not looked at filled in; and random ones. */
import fc from 'fast-check';
import type { Activity } from '../../src/behaviour/activities/activity.js';
import type {
  ActivityContext,
  NotificationRecord,
  Reaction,
  Shown,
} from '../../src/behaviour/activities/notification.js';

/** Noon; everything in these tests happens around it. */
export const NOW = Date.UTC(2026, 8, 1, 12);
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const SHOWN: Shown = {
  kind: 'product',
  locale: 'sv-SE',
  pageType: 'SEARCH',
  pageReference: '',
  list: 'primary',
  q: '',
  position: 0,
  minute: Math.floor(NOW / MINUTE_MS),
  generation: 1,
};

export function who(customerKey: string, more: Partial<ActivityContext> = {}): ActivityContext {
  return { at: NOW, market: 'se', customerKey, sessionKey: 's', userContext: 'PERSONALIZED', ...more };
}

export const search = (customerKey: string, q: string, more?: Partial<ActivityContext>): Activity => ({
  ...who(customerKey, more),
  type: 'search',
  locale: 'sv-SE',
  q,
  totalHits: 3,
  corrected: false,
});

export const view = (customerKey: string, productKey: string, more?: Partial<ActivityContext>): Activity => ({
  ...who(customerKey, more),
  type: 'view',
  productKey,
});

export const favorite = (
  customerKey: string,
  productKey: string,
  more?: Partial<ActivityContext>,
): NotificationRecord => ({
  ...who(customerKey, more),
  type: 'add-favorite',
  productKey,
});

export const reaction = (
  type: Reaction['type'],
  customerKey: string,
  productKey: string,
  variantKey?: string,
  more?: Partial<ActivityContext>,
): NotificationRecord => ({
  ...who(customerKey, more),
  type,
  shown: SHOWN,
  productKey,
  ...(variantKey === undefined ? undefined : { variantKey }),
});

/** Few customers, products and phrases, so that they meet again; the time never stands still. */
export function activities(length: number): fc.Arbitrary<Activity[]> {
  const happening = fc.record({
    market: fc.constantFrom('se', 'uk'),
    customerKey: fc.constantFrom('anna', 'bo', `${'long '.repeat(99)}é`, undefined),
    userContext: fc.constantFrom<ActivityContext['userContext']>(
      'PERSONALIZED',
      'PERSONALIZED',
      'PERSONALIZED',
      'SYNTHETIC',
    ),
  });
  const product = fc.integer({ min: 0, max: 30 }).map(n => `p-${n}`);
  const variant = fc.integer({ min: 0, max: 90 });
  const owner = (n: number) => `p-${n % 31}`;
  const phrase = fc.constantFrom(
    'Red  dress',
    ' red dress',
    'RED DRESS',
    ...Array.from({ length: 14 }, (_, n) => `q${n}`),
    '  ',
  );
  const what = fc.oneof(
    {
      weight: 4,
      arbitrary: phrase.map(q => ({ type: 'search' as const, locale: 'sv', q, totalHits: 1, corrected: false })),
    },
    { weight: 4, arbitrary: product.map(productKey => ({ type: 'view' as const, productKey })) },
    { weight: 2, arbitrary: product.map(productKey => ({ type: 'click' as const, shown: SHOWN, productKey })) },
    fc.constant({ type: 'click' as const, shown: { ...SHOWN, kind: 'content' as const }, contentKey: 'guide' }),
    {
      weight: 3,
      arbitrary: variant.map(n => ({
        type: 'add-to-cart' as const,
        shown: SHOWN,
        variantKey: `v-${n}`,
        productKey: owner(n),
      })),
    },
    product.map(productKey => ({ type: 'add-to-cart' as const, shown: SHOWN, productKey })),
    fc.array(variant, { minLength: 1, maxLength: 3 }).map(variants => ({
      type: 'payment' as const,
      lines: variants.map(n => ({ quantity: 1, variantKey: `v-${n}`, productKey: owner(n) })),
    })),
    { weight: 3, arbitrary: product.map(productKey => ({ type: 'add-favorite' as const, productKey })) },
    product.map(productKey => ({ type: 'remove-favorite' as const, productKey })),
    fc
      .record({ phrases: fc.array(phrase, { maxLength: 4 }), removeAll: fc.constantFrom(false, false, true) })
      .map(removal => ({ type: 'remove-recent-searches' as const, ...removal })),
    fc
      .record({ productKeys: fc.array(product, { maxLength: 4 }), removeAll: fc.constantFrom(false, false, true) })
      .map(removal => ({ type: 'remove-recently-viewed' as const, ...removal })),
    product.map(productKey => ({ type: 'ad-impression' as const, shown: SHOWN, productKey })),
    fc.constant({ type: 'end' as const }),
  );
  return fc.array(fc.tuple(happening, what), { minLength: 1, maxLength: length }).map(list =>
    list.map(([{ market, customerKey, userContext }, particulars], i) => ({
      at: NOW + i * 7 * MINUTE_MS,
      market,
      userContext,
      ...(customerKey === undefined ? undefined : { customerKey }),
      ...particulars,
    })),
  );
}
