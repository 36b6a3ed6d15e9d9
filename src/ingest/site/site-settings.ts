/** Settings of imports of documents, with their defaults. */
import { type Static, Type } from 'typebox';

export const SiteSettingsSchema = Type.Object(
  {
    retailMedia: Type.Boolean({
      description: 'Whether pages may carry banners, sponsored lists and sponsored slices.',
    }),
  },
  { additionalProperties: false },
);

export type SiteSettings = Static<typeof SiteSettingsSchema>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = { retailMedia: false };
