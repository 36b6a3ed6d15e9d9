/**
 * The imports of site documents (pages, navigation, templates and the like): path, body and guard against harmful
 * imports of each. The server makes its routes from this table, the interface description its entries.
 */
import type { TSchema } from 'typebox';
import { CampaignImport, CampaignPublication } from '../catalog/site/campaign-document.js';
import { ConfigurationImport } from '../catalog/site/configuration.js';
import { NavigationAmendment, NavigationContainer } from '../catalog/site/navigation-document.js';
import { PageContainer, PagePublication } from '../catalog/site/page-document.js';
import { ProductSets } from '../catalog/site/product-sets.js';
import { SearchSettings, SearchSettingsPublication } from '../catalog/site/search-settings-document.js';
import { TemplateAmendment, Templates } from '../catalog/site/templates.js';
import type { ImportMode } from '../imports/protocol.js';
import type { SiteKind } from '../ingest/site/site-import-input.js';

export interface SiteImport {
  kind: SiteKind;
  /** Path below the version. */
  path: string;
  methods: { POST?: SiteImportMethod; PUT?: SiteImportMethod };
  /** The parameter that overrides the protection against harmful imports. */
  force?: string;
  /** Whether bodies must be compressed, but for small ones with `BYPASS`. */
  compressed?: true;
}

export interface SiteImportMethod {
  mode: ImportMode;
  /** Summary in the interface description. */
  summary: string;
  body: TSchema;
}

export const SITE_IMPORTS: readonly SiteImport[] = [
  {
    kind: 'pages',
    path: 'import/pages',
    methods: {
      POST: { mode: 'update', summary: 'Import pages of a market: all of them, or some.', body: PageContainer },
    },
    force: 'force',
  },
  {
    kind: 'pages-publish',
    path: 'pages/publish',
    methods: { POST: { mode: 'update', summary: 'Publish pages that are in preview.', body: PagePublication } },
  },
  {
    kind: 'navigation',
    path: 'import/navigation',
    methods: {
      POST: {
        mode: 'update',
        summary: 'Import the navigation of a market and locale: all of it, or some nodes.',
        body: NavigationContainer,
      },
    },
    force: 'force',
    compressed: true,
  },
  {
    kind: 'navigation-nodes',
    path: 'navigation/nodes',
    methods: {
      POST: {
        mode: 'update',
        summary: 'Add, change and remove navigation nodes as an app.',
        body: NavigationAmendment,
      },
    },
  },
  {
    kind: 'templates',
    path: 'import/templates',
    methods: {
      PUT: { mode: 'replace', summary: 'Replace all response templates.', body: Templates },
      POST: { mode: 'update', summary: 'Change and remove some response templates.', body: TemplateAmendment },
    },
    force: 'force',
  },
  {
    kind: 'product-sets',
    path: 'import/product-sets',
    methods: { PUT: { mode: 'replace', summary: 'Replace all product sets.', body: ProductSets } },
  },
  {
    kind: 'search-settings',
    path: 'import/search-settings',
    methods: {
      PUT: { mode: 'update', summary: 'Replace the search settings of some locales.', body: SearchSettings },
    },
  },
  {
    kind: 'search-settings-publish',
    path: 'search-settings/publish',
    methods: {
      POST: {
        mode: 'update',
        summary: 'Publish search settings that are in preview.',
        body: SearchSettingsPublication,
      },
    },
  },
  {
    kind: 'configuration',
    path: 'import/configuration',
    methods: {
      POST: {
        mode: 'update',
        summary:
          'Change, replace or remove what is configured: markets, facet templates, and whether images may be SVG.',
        body: ConfigurationImport,
      },
    },
    force: 'allowDestructiveImport',
  },
  {
    kind: 'campaigns',
    path: 'import/campaigns',
    methods: {
      POST: { mode: 'update', summary: 'Add, change, replace or remove campaigns.', body: CampaignImport },
    },
    force: 'force',
  },
  {
    kind: 'campaigns-publish',
    path: 'campaigns/publish',
    methods: {
      POST: { mode: 'update', summary: 'Publish campaigns that are in preview.', body: CampaignPublication },
    },
  },
];
