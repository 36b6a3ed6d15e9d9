/**
 * What the visitor wants to buy, kept by the browser for each market: the API knows carts only as what it is told.
 */
import { recallJson, remember } from '../visitor/visitor.js';

/** More of one thing than this is a slip of the hand. */
const MOST = 99;

const name = market => `cart.${market}`;
const isLine = line => typeof line?.variantKey === 'string' && Number.isInteger(line.quantity) && line.quantity > 0;

let changed = () => {};

/** @returns {{variantKey: string, quantity: number}[]} in the order in which they were added */
export function cartLines(market) {
  const lines = recallJson(name(market), []);
  return Array.isArray(lines) ? lines.filter(isLine) : [];
}

function save(market, lines) {
  remember('localStorage', name(market), JSON.stringify(lines));
  changed();
}

export const cartCount = market => cartLines(market).reduce((sum, line) => sum + line.quantity, 0);

export function addToCart(market, variantKey) {
  const lines = cartLines(market);
  const line = lines.find(line => line.variantKey === variantKey);
  if (line) line.quantity = Math.min(MOST, line.quantity + 1);
  else lines.push({ variantKey, quantity: 1 });
  save(market, lines);
}

/** @param {number} quantity 0 takes the line away */
export function setQuantity(market, variantKey, quantity) {
  const lines = cartLines(market).map(line => (line.variantKey === variantKey ? { ...line, quantity } : line));
  save(
    market,
    lines.filter(line => line.quantity > 0).map(line => ({ ...line, quantity: Math.min(MOST, line.quantity) })),
  );
}

/** Calls `listener` whenever the cart changes, in this window or another one. */
export function onCartChange(listener) {
  changed = listener;
  addEventListener('storage', event => event.key?.startsWith('vitrine.cart.') && listener());
}
