/**
 * What the visitor wants to buy, kept by the browser for each market: the API knows carts only as what it is told.
 */
import { onRemembered, recallList, remember } from '../visitor/storage.js';

/** More of one thing than this is a slip of the hand. */
const MOST = 99;

export interface CartLine {
  variantKey: string;
  /** From 1. */
  quantity: number;
}

const name = (market: string) => `cart.${market}`;

function isLine(line: unknown): line is CartLine {
  const { variantKey, quantity } = (line ?? {}) as Partial<CartLine>;
  return typeof variantKey === 'string' && Number.isInteger(quantity) && quantity !== undefined && quantity > 0;
}

let changed = () => {};

/** @returns in the order in which they were added */
export const cartLines = (market: string): CartLine[] => recallList(name(market)).filter(isLine);

function save(market: string, lines: CartLine[]): void {
  remember('localStorage', name(market), JSON.stringify(lines));
  changed();
}

export const cartCount = (market: string): number => cartLines(market).reduce((sum, line) => sum + line.quantity, 0);

export function addToCart(market: string, variantKey: string): void {
  const lines = cartLines(market);
  const line = lines.find(line => line.variantKey === variantKey);
  if (line) line.quantity = Math.min(MOST, line.quantity + 1);
  else lines.push({ variantKey, quantity: 1 });
  save(market, lines);
}

/** @param quantity 0 takes the line away */
export function setQuantity(market: string, variantKey: string, quantity: number): void {
  const lines = cartLines(market).map(line => (line.variantKey === variantKey ? { ...line, quantity } : line));
  save(
    market,
    lines.filter(line => line.quantity > 0).map(line => ({ ...line, quantity: Math.min(MOST, line.quantity) })),
  );
}

/** Calls `listener` whenever the cart changes, in this window or another one. */
export function onCartChange(listener: () => void): void {
  changed = listener;
  onRemembered('cart.', listener);
}
