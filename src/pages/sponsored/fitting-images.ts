/** Which images of a campaign fit a banner: by size and shape, in the language of the request. */
import type { Campaign } from '../../catalog/site/campaign-document.js';
import type { PageBanner } from '../../catalog/site/page-document.js';

type Creative = NonNullable<Campaign['creatives']>[number];

/** How much the shape of an image may differ from that of the banner. */
const SHAPE_TOLERANCE = 0.02;

export interface FittingImage {
  creative: Creative;
  /** Its place among those of the campaign. */
  index: number;
}

/**
 * The images that fit, those of the banner's size first: of that size, or of the same shape and larger. Of the locale
 * where there are any, else of its language, else of no locale.
 */
export function fittingImages({ creatives = [] }: Campaign, banner: PageBanner, locale: string): FittingImage[] {
  const fitting = creatives
    .map((creative, index) => ({ creative, index }))
    .filter(({ creative }) => fits(creative, banner));
  const language = locale.split('-')[0];
  for (const wanted of [locale, language, undefined]) {
    const ofLocale = fitting.filter(({ creative }) => creative.locale === wanted);
    if (ofLocale.length > 0) return ofLocale.sort((a, b) => a.creative.width - b.creative.width);
  }
  return [];
}

function fits({ width, height }: Creative, banner: PageBanner): boolean {
  if (width < banner.width || height < banner.height) return false;
  return Math.abs((width * banner.height) / (height * banner.width) - 1) <= SHAPE_TOLERANCE;
}
