/** `@vitrine/datalayer`: between Vitrine and the data layer of GA4 and Google Tag Manager. */
export { type BridgeOptions, bridge } from './bridge.js';
export type { Ecommerce } from './entries.js';
export type { Item } from './items.js';
export { type PaymentLine, paymentLines } from './payment.js';
