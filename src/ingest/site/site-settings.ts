/** Settings of imports of documents, with their defaults. */
import { type Static, Type } from 'typebox';
import { RetailMediaSchema } from '../../catalog/site/retail-media-settings.js';

export const SiteSettingsSchema = Type.Object({ retailMedia: RetailMediaSchema }, { additionalProperties: false });

export type SiteSettings = Static<typeof SiteSettingsSchema>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = { retailMedia: false };
