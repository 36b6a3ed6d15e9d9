/** Settings of retail media, with their defaults: how places of lists are sold to campaigns. */
import { type Static, Type } from 'typebox';

const MAX_POSITION = 199;
const AMOUNT = { minimum: 0.01, maximum: 10_000 } as const;

const Options = Type.Object(
  {
    searchPositions: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: MAX_POSITION }), {
        maxItems: 20,
        uniqueItems: true,
        description: 'Positions of search pages, from 0, that are sold; default none.',
      }),
    ),
    maxShare: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Largest share of the products of a list that campaigns may have; sponsored lists have all. Default 0.25.',
      }),
    ),
    reserve: Type.Optional(
      Type.Union([Type.Number(AMOUNT), Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.Number(AMOUNT))], {
        description:
          'Least price of a click or of a thousand impressions, for all currencies or by currency. Default 0.01.',
      }),
    ),
    suppressDuplicates: Type.Optional(
      Type.Boolean({
        description:
          'Whether a product that has a sponsored place of a list is left out of the rest of it. Default true.',
      }),
    ),
    disclosure: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Markets whose answers name the advertiser of a sponsored product and who pays; default all.',
      }),
    ),
    attributionDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90,
        description: 'Days after a sponsored click in which a sale is put down to it. Default 7.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const RetailMediaSchema = Type.Union([Type.Boolean(), Options], {
  description:
    'Whether there are campaigns, and pages may carry banners, sponsored lists and sponsored slices: true, or an object that says how places are sold.',
});

export type RetailMediaSetting = Static<typeof RetailMediaSchema>;

/** With all members. */
export interface RetailMediaSettings {
  /** Ascending. */
  searchPositions: readonly number[];
  maxShare: number;
  suppressDuplicates: boolean;
  attributionDays: number;
  /** Undefined: all markets. */
  disclosure: readonly string[] | undefined;
  /** By currency, '' for all others, in units of the currency. */
  reserve: Readonly<Record<string, number>>;
}

const DEFAULT_RESERVE = 0.01;
const MICROS = 1_000_000;

/** @returns undefined where retail media is switched off */
export function retailMediaSettings(setting: RetailMediaSetting): RetailMediaSettings | undefined {
  if (setting === false) return undefined;
  const given = setting === true ? {} : setting;
  const { searchPositions = [], maxShare = 0.25, suppressDuplicates = true, attributionDays = 7 } = given;
  const { disclosure, reserve = {} } = given;
  return {
    searchPositions: [...searchPositions].sort((a, b) => a - b),
    maxShare,
    suppressDuplicates,
    attributionDays,
    disclosure,
    reserve: typeof reserve === 'number' ? { '': reserve } : { '': DEFAULT_RESERVE, ...reserve },
  };
}

/** The least price in a currency, in micros. */
export function reserveMicros({ reserve }: RetailMediaSettings, currency: string): number {
  return Math.round((reserve[currency] ?? reserve['']) * MICROS);
}

/** Whether answers of a market say who pays for a sponsored product. */
export function isDisclosed({ disclosure }: RetailMediaSettings, market: string): boolean {
  return disclosure === undefined || disclosure.includes(market);
}
