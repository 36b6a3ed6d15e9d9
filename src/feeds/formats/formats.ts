/** The formats of feeds by name. */
import { csv } from './csv.js';
import type { FeedFormat, FormatName } from './feed-format.js';
import { google } from './google.js';
import { magento } from './magento.js';
import { medusa } from './medusa.js';
import { shopify } from './shopify.js';
import { woocommerce } from './woocommerce.js';

export const FORMATS_BY_NAME: Readonly<Record<FormatName, FeedFormat>> = {
  google,
  csv,
  shopify,
  woocommerce,
  magento,
  medusa,
};
