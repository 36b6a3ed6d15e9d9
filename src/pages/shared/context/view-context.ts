/** What one thread keeps of a view between queries. */

import type { CampaignStanding } from '../../../behaviour/campaigns/standing.js';
import { CONFIGURATION_KEY, type Configuration } from '../../../catalog/site/configuration.js';
import type { Site } from '../../../index/site.js';
import type { Deadline } from '../../../kernel/deadline.js';
import { OfferContexts } from '../../../query/filters/offer-context.js';
import { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { View } from '../../../snapshot/index.js';
import { CampaignIndexes } from '../campaigns/campaign-index.js';
import { PageConfigurations } from '../configurations/page-configurations.js';
import { type Facet, planFacets } from '../facets/facet-plan.js';
import { RuleProductsCache } from '../filters/rule-products-cache.js';
import { NavigationCache } from '../navigation/navigation-cache.js';
import type { PageSettings } from '../page-settings.js';
import { SearchSettingsIndex } from '../search-settings/search-settings-index.js';
import { sortOptions } from '../sort-options.js';

export class ViewContext {
  readonly offers: OfferContexts;
  readonly rules: RulePlanner;
  readonly facets: readonly Facet[];
  /** JSON of `sort.options`. */
  readonly sortOptions: string;
  readonly pages: PageConfigurations;
  readonly navigation: NavigationCache;
  readonly searchSettings: SearchSettingsIndex;
  readonly campaigns: CampaignIndexes;
  /** ISO code of the market's prices, where the configuration states it. */
  readonly currency: string | undefined;

  constructor(
    readonly view: View,
    settings: PageSettings,
    site: Site,
    /** The deadline of the current query. */
    deadline: Deadline,
    /** Whether columns are computed in WebAssembly, where there is any. */
    assembly: boolean,
    /** Where campaigns stand; absent: all compete. */
    standing?: CampaignStanding,
  ) {
    this.offers = new OfferContexts(view, assembly);
    this.rules = new RulePlanner(view, deadline);
    this.facets = planFacets(view, settings.facets);
    this.sortOptions = sortOptions(view);
    const kept = new RuleProductsCache();
    this.pages = new PageConfigurations(site, view, this.rules, kept);
    this.navigation = new NavigationCache(site, view, this.pages);
    this.searchSettings = new SearchSettingsIndex(site, view, this.rules, kept);
    this.currency = site.get<Configuration>(CONFIGURATION_KEY)?.markets[view.market]?.appSettings?.currency;
    const { offers, currency } = this;
    this.campaigns = new CampaignIndexes({ site, view, offers, currency, standing });
  }
}
