// Made of /openapi.json by npm run client-types; do not edit. 7ded6db2ec582544
export interface paths {
    "/api/admin/v4/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A backup of everything that the daemon keeps.
         * @description As it is at one moment, while imports and queries go on. The first file is `vitrine-backup.json`, which lists all with their lengths and checksums; those that `has` names follow only where they have changed. It has the hashes of the API keys, the secret of tickets and what is remembered of visitors. It takes a key of all markets.
         */
        post: operations["backup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A published campaign.
         * @description It takes a key of all markets.
         */
        get: operations["readCampaign"];
        /**
         * Add a campaign, or put another in its place.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        put: operations["putCampaign"];
        post?: never;
        /**
         * Remove a campaign.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        delete: operations["removeCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/campaigns/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish campaigns that are in preview.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["campaignsPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/discovery-agent/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket for the products of a topic, to be asked for by a storefront.
         * @description Nothing is stored: a ticket is good for as long as the daemon keeps the secret of its data folder. A key of the markets that it is about suffices.
         */
        post: operations["issueTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take this daemon out of service, without ending it.
         * @description `/readyz` is 503 from now on, so that balancers send no further requests; those that come are answered. Another daemon becomes the writer. A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["drain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How a storefront query is understood, why each product stands where it does, and why others do not.
         * @description Without a visitor unless the query names one; nothing is recorded. Errors name the member of the body that they are about: `/parameters/limit`, `/body/primaryList/productRules`. A key of the markets that it is about suffices.
         */
        post: operations["explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/campaign-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What campaigns were shown, clicked, billed and sold, and what was not billed.
         * @description It takes a key of all markets.
         */
        get: operations["campaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The campaigns of retail media.
         * @description It takes a key of all markets.
         */
        get: operations["exportCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalog, as it can be imported again.
         * @description It takes a key of all markets.
         */
        get: operations["exportCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is configured of the shop.
         * @description It takes a key of all markets.
         */
        get: operations["exportConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/navigation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The navigation of a market and locale.
         * @description A key of the markets that it is about suffices.
         */
        get: operations["exportNavigation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pages of a market.
         * @description A key of the markets that it is about suffices.
         */
        get: operations["exportPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/product-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The product groups of a market, with the data of the market.
         * @description A key of the markets that it is about suffices.
         */
        get: operations["exportProductGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/product-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All product sets.
         * @description It takes a key of all markets.
         */
        get: operations["exportProductSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/search-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The search settings.
         * @description It takes a key of all markets.
         */
        get: operations["exportSearchSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/export/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All response templates.
         * @description It takes a key of all markets.
         */
        get: operations["exportTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/fleet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The daemons of the fleet, and its streams.
         * @description It takes a key of all markets.
         */
        get: operations["fleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/fleet/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings that the daemons of the fleet share.
         * @description It takes a key of all markets.
         */
        get: operations["sharedSettings"];
        /**
         * Share settings with all daemons of the fleet.
         * @description They take the place of those that were shared, and effect within a second. On a daemon whose environment or command line gives one of them, that stays in force; what its settings file gives does not. A read-only key does not suffice. It takes a key of all markets.
         */
        put: operations["shareSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add, change, replace or remove campaigns.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["importCampaigns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the whole catalog.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        put: operations["replaceCatalog"];
        /**
         * Apply instructions to the catalog.
         * @description Refused with 405 while the catalog is one that an older version wrote, or lacks imports because its store was damaged: replace it first. A read-only key does not suffice. A key of the markets that it is about suffices.
         */
        post: operations["updateCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change, replace or remove what is configured: markets, facet templates, and whether images may be SVG.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["importConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The imports that run or wait, and the last ones of every kind.
         * @description It takes a key of all markets.
         */
        get: operations["importHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/navigation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the navigation of a market and locale: all of it, or some nodes.
         * @description A read-only key does not suffice. A key of the markets that it is about suffices.
         */
        post: operations["importNavigation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import pages of a market: all of them, or some.
         * @description A read-only key does not suffice. A key of the markets that it is about suffices.
         */
        post: operations["importPages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/product-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all product sets.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        put: operations["importProductSets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/search-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the search settings of some locales.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        put: operations["importSearchSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an import goes, or went.
         * @description A key of the markets that it is about suffices.
         */
        get: operations["importStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/import/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all response templates.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        put: operations["replaceImportTemplates"];
        /**
         * Change and remove some response templates.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["importTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/navigation/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add, change and remove navigation nodes as an app.
         * @description A read-only key does not suffice. A key of the markets that it is about suffices.
         */
        post: operations["navigationNodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/notifications/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest notifications.
         * @description It takes a key of all markets.
         */
        get: operations["latestNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/notifications/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was paid.
         * @description Lines that are right are recorded even where others are wrong. A read-only key does not suffice. A key of the markets that it is about suffices.
         */
        post: operations["notifyPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/pages/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish pages that are in preview.
         * @description A read-only key does not suffice. A key of the markets that it is about suffices.
         */
        post: operations["pagesPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/search-settings/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish search settings that are in preview.
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["searchSettingsPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The snapshots that are kept, and which of them is live.
         * @description It takes a key of all markets.
         */
        get: operations["snapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/snapshots/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to a kept snapshot and its catalog.
         * @description The snapshot is live at once. Then the catalog is taken back to it, for exports and later imports too. A rollback can be taken back by one to the newer snapshot, while that is kept. A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/visitors/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a customer.
         * @description What the customer did still counts, without the link to the customer. A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["eraseVisitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/visitors/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All that is remembered of a customer.
         * @description It takes a key of all markets.
         */
        post: operations["exportVisitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receivers of events, and what they have yet to be told.
         * @description Receivers are named in the settings (`webhooks.targets`). Each event is a POST of `{type, timestamp, data}` with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks: v1, and the base64 of the HMAC-SHA256 of `id.timestamp.body`. A reply of 200 to 299 within 15 seconds has taken it; all else is tried again, later each time or when `Retry-After` says. Types are import.ended, snapshot.live, daemon.degraded, searches.without_hits and webhook.test. It takes a key of all markets.
         */
        get: operations["webhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v4/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell all receivers an event that says nothing (webhook.test).
         * @description A read-only key does not suffice. It takes a key of all markets.
         */
        post: operations["testWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/preview/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The markets and locales that the page at / can show, and the response templates that it may ask for. */
        get: operations["previewViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/ad-impression": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sponsored product came into sight. */
        post: operations["notifyAdImpression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/add-favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product became a favourite. */
        post: operations["notifyAddFavorite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/add-to-cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was added to the cart. */
        post: operations["notifyAddToCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/click": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Something that a query returned was clicked. */
        post: operations["notifyClick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The visit has ended. */
        post: operations["notifyEnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/remove-favorite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product is no favourite any more. */
        post: operations["notifyRemoveFavorite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/remove-recent-searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Searches are to be forgotten. */
        post: operations["notifyRemoveRecentSearches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/notifications/remove-recently-viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Products that were looked at are to be forgotten. */
        post: operations["notifyRemoveRecentlyViewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/add-to-cart-popup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists that go with what was just added to the cart. */
        post: operations["addToCartPopup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/autocomplete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Phrases, products and content for what has been typed so far. */
        get: operations["autocomplete"];
        put?: never;
        /** Phrases, products and content for what has been typed so far. */
        post: operations["autocompleteWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/banners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The banners of a page; none as long as none are booked. */
        get: operations["banners"];
        put?: never;
        /** The banners of a page; none as long as none are booked. */
        post: operations["bannersWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/cart-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The products in a cart, and lists that go with them. */
        get: operations["cartPage"];
        put?: never;
        /** The products in a cart, and lists that go with them. */
        post: operations["cartPageWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/content-information": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Content by its keys, in their order. */
        get: operations["contentInformation"];
        put?: never;
        /** Content by its keys, in their order. */
        post: operations["contentInformationWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/content-search-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The content that a search finds. */
        get: operations["contentSearchPage"];
        put?: never;
        /** The content that a search finds. */
        post: operations["contentSearchPageWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/discovery-agent-topic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The products of a topic that a ticket was made for. */
        post: operations["discoveryAgentTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/landing-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of a category, brand or campaign, with its lists; without a body as the shop arranged it. */
        get: operations["landingPage"];
        put?: never;
        /** A page of a category, brand or campaign, with its lists; without a body as the shop arranged it. */
        post: operations["landingPageWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/navigation-tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole navigation. */
        get: operations["navigationTree"];
        put?: never;
        /** The whole navigation. */
        post: operations["navigationTreeWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/product-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A product with its group in every detail, or tickets for its variants, and lists that go with it. */
        get: operations["productPage"];
        put?: never;
        /** A product with its group in every detail, or tickets for its variants, and lists that go with it. */
        post: operations["productPageWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/search-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The products that a search finds, with facets, sort orders and navigation. */
        get: operations["searchPage"];
        put?: never;
        /** The products that a search finds, with facets, sort orders and navigation. */
        post: operations["searchPageWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/storefront/v3/queries/sponsored-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sponsored lists of a page, with what campaigns have won. */
        get: operations["sponsoredPage"];
        put?: never;
        /** The sponsored lists of a page, with what campaigns have won. */
        post: operations["sponsoredPageWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AbsenceReason: {
            /** @enum {unknown} */
            code: "ON_PAGE" | "FURTHER_DOWN" | "UNKNOWN_KEY" | "NOT_IN_VIEW" | "NOTHING_SEARCHED" | "LACKS_WORDS" | "RULED_OUT" | "PAGE_RULES" | "PAGE_ABOVE" | "BLOCKED" | "KEYWORDS" | "FACET" | "CATEGORY" | "LIMIT" | "NO_SINGLE_VARIANT" | "NOT_NEAR" | "GROUP_SHOWN_ONCE" | "GROUP_SHOWN" | "SAME_SHOWN" | "IN_PRIMARY_LIST" | "OUT_OF_STOCK" | "STARTED_FROM" | "ALREADY_BOUGHT" | "NOT_CHOSEN";
            message: string;
        };
        ActingPhraseRule: {
            boosts: {
                rules: string;
                weight: number;
            }[];
            buries: string[];
            /** @enum {unknown} */
            match: "EXACT" | "CONTAINS";
            /** @description Where it stands in the search settings. */
            name: string;
            phrases: string[];
            pins: string[];
        };
        AddToCartPopupBody: {
            /** @description at most 10 recommendation lists */
            recommendationLists?: components["schemas"]["RecommendationListRequest"][];
        };
        AddToCartPopupResponse: {
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            recommendationLists: components["schemas"]["RecommendationList"][];
        };
        Alive: {
            /** @constant */
            status: "alive";
        };
        AskedInList: {
            list: string;
            parts?: components["schemas"]["ScorePart"][];
            /** @description In the whole list. */
            position?: number;
            reasons: components["schemas"]["AbsenceReason"][];
            /** @description As it is, or would be. */
            score?: number;
        };
        AskedProduct: {
            key: string;
            lists: components["schemas"]["AskedInList"][];
            reasons: components["schemas"]["AbsenceReason"][];
            title?: string;
        };
        AutocompleteBody: {
            /** @description at most 10 content lists */
            contentLists?: components["schemas"]["ContentListRequest"][];
            productFilter?: unknown;
            productRules?: string;
        };
        AutocompleteResponse: {
            contentLists: components["schemas"]["ContentListResult"][];
            contentSuggestions: {
                highlightedTitle: string;
                link: string;
                ticket: string;
                title: string;
            }[];
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            phraseSuggestions: {
                highlighted: string;
                q: string;
            }[];
            productSuggestions: components["schemas"]["ProductGroup"][];
            recentlyViewed: components["schemas"]["ProductGroup"][];
            recentSearches: components["schemas"]["Phrase"][];
            redirectLink?: string;
            totalHits: number;
        };
        AutoCorrect: {
            originalTotalHits: number;
            q: string;
        };
        Availability: {
            /** @constant */
            channel: "ONLINE";
            stockNumber: number;
        } | {
            /** @constant */
            channel: "STORE";
            key: string;
            stockNumber: number;
        };
        BackupFile: {
            bytes: number;
            /** @description its path in the data folder */
            path: string;
            /** @description a SHA-256 in hexadecimal */
            sha256: string;
        };
        BackupOrder: {
            /** @description files of the backup before, which are not sent where they are the same */
            has?: components["schemas"]["BackupFile"][];
        };
        Badge: {
            attribute?: string;
            label: string;
            /** @enum {unknown} */
            theme: "NONE" | "SALE" | "DISCOUNT" | "NEW" | "THEME_1" | "THEME_2" | "THEME_3";
        };
        Banner: {
            height: number;
            id: string;
            images: {
                alt: string;
                link: string;
                ticket: string;
                url: string;
            }[];
            sponsor?: components["schemas"]["Sponsor"];
            sponsored: boolean;
            width: number;
        };
        BannersResponse: {
            banners: components["schemas"]["Banner"][];
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
        };
        BoostScore: {
            /** @constant */
            kind: "boost";
            points: number;
            rule: string;
        };
        /** @description a campaign */
        Campaign: {
            advertiser: components["schemas"]["CampaignAdvertiser"];
            bid: components["schemas"]["CampaignBid"];
            budget: components["schemas"]["CampaignBudget"];
            /** @description a list of at most 50 images */
            creatives?: components["schemas"]["CampaignCreative"][];
            enabled?: boolean;
            exclusions?: components["schemas"]["CampaignExclusions"];
            /** @description a whole number from 1 to 1000 */
            frequencyCap?: number;
            /** @description a time with its offset, like 2026-01-31T08:00:00+01:00 */
            from?: string;
            /** @description a list of at least one market, each named once */
            markets: string[];
            /** @description text of 1 to 200 characters */
            name: string;
            /** @enum {unknown} */
            pacing?: "EVEN" | "ASAP";
            products?: components["schemas"]["CampaignProducts"];
            targeting?: components["schemas"]["CampaignTargeting"];
            /** @description text of 1 to 50 characters */
            timeZone?: string;
            /** @description a time with its offset, like 2026-01-31T08:00:00+01:00 */
            until?: string;
        };
        /** @description an advertiser */
        CampaignAdvertiser: {
            /** @description an advertiser id: 1 to 50 letters, digits, _ and - */
            id: string;
            /** @description text of 1 to 200 characters */
            name: string;
            /** @description text of 1 to 200 characters */
            payer?: string;
        };
        /** @description a bid */
        CampaignBid: {
            /** @description an amount of 0.01 to 10000 */
            amount: number;
            /** @description a currency code like EUR */
            currency: string;
            /** @enum {unknown} */
            type: "CPC" | "CPM";
        };
        /** @description a budget */
        CampaignBudget: {
            /** @description an amount of 0.01 to 1000000000 */
            daily?: number;
            /** @description an amount of 0.01 to 1000000000 */
            total: number;
        };
        /** @description an image of a banner */
        CampaignCreative: {
            /** @description text of 1 to 300 characters */
            alt: string;
            /** @description a whole number from 1 to 10000 */
            height: number;
            /** @description an http or https URL, or a path that begins with / */
            image: string;
            /** @description an http or https URL, or a path that begins with / */
            link: string;
            /** @description a locale like en or en-GB */
            locale?: string;
            /** @description a whole number from 1 to 10000 */
            width: number;
        };
        /** @description where a campaign never shows */
        CampaignExclusions: {
            /** @description a list of at most 200 categories in which it never shows, levels separated by " > " */
            categories?: string[];
            /** @description a list of at most 200 phrases */
            phrases?: string[];
        };
        /** @description all campaigns */
        CampaignExport: {
            /** @description campaigns by id */
            replace: {
                [key: string]: components["schemas"]["Campaign"];
            };
        };
        /** @description a campaign id: 1 to 50 letters, digits, _ and - */
        CampaignId: string;
        /** @description edit and remove, or replace */
        CampaignImport: {
            /** @description campaigns by id */
            edit?: {
                [key: string]: components["schemas"]["Campaign"];
            };
            previewOnly?: boolean;
            /** @description a list of at most 10000 campaign ids */
            remove?: components["schemas"]["CampaignId"][];
            /** @description campaigns by id */
            replace?: {
                [key: string]: components["schemas"]["Campaign"];
            };
        };
        /** @description the products of a campaign */
        CampaignProducts: {
            /** @description a list of at most 1000 keys of product groups */
            groups?: components["schemas"]["ProductKey"][];
            /** @description a list of at most 1000 product keys */
            keys?: components["schemas"]["ProductKey"][];
            rules?: components["schemas"]["ProductRules"];
        };
        /** @description previews to publish */
        CampaignPublication: {
            /** @description a list of at most 10000 campaign ids */
            ids?: components["schemas"]["CampaignId"][];
        };
        CampaignReport: {
            invalid: {
                campaign: string;
                clicks: number;
                day: string;
                impressions: number;
                /** @enum {unknown} */
                reason: "bot" | "synthetic" | "unknown-campaign" | "expired" | "no-page-view" | "rate" | "duplicate" | "capped" | "exhausted" | "accounts-unread";
            }[];
            rows: {
                addToCarts: number;
                campaign: string;
                clicks: number;
                /** @description In the time zone of the campaign. */
                day: string;
                impressions: number;
                /** @description The kind of the page, and its reference. */
                page: string;
                /** @description Empty without one. */
                phrase: string;
                /** @description Empty for a banner; (others) where old days are added up. */
                product: string;
                revenue: number;
                sales: number;
                spend: number;
                /** @description Owed to impressions, of visitors who had not clicked. */
                viewThrough: {
                    addToCarts: number;
                    revenue: number;
                    sales: number;
                };
            }[];
        };
        /** @description where a campaign competes */
        CampaignTargeting: {
            /** @description a list of at most 200 categories in which it competes, levels separated by " > " */
            categories?: string[];
            /** @description a list of at most 200 page ids */
            pages?: string[];
            /** @description the phrases for which it competes */
            phrases?: {
                /** @description a list of at most 200 phrases */
                containing?: string[];
                /** @description a list of at most 200 phrases */
                exact?: string[];
            };
            /** @description a list of at most 2 touchpoints */
            touchpoints?: ("DESKTOP" | "MOBILE")[];
        };
        CartPageBody: {
            cart?: components["schemas"]["PartSettings"];
            /** @description at most 10 recommendation lists */
            recommendationLists?: components["schemas"]["RecommendationListRequest"][];
        };
        CartPageResponse: {
            cart: components["schemas"]["ProductGroup"][];
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            recommendationLists: components["schemas"]["RecommendationList"][];
        };
        /** @description a key of 1 to 50 characters */
        CatalogKey: string;
        ConcernedKeys: {
            count: number;
            keys: string[];
        };
        /** @description a configuration */
        Configuration: {
            /** @description facet templates by id */
            facetTemplates?: {
                [key: string]: components["schemas"]["FacetTemplate"];
            };
            /** @description markets by id */
            markets: {
                [key: string]: components["schemas"]["MarketConfiguration"];
            };
            /** @description whether catalog imports take images in SVG */
            svgImages?: boolean;
        };
        /** @description what to add or change */
        ConfigurationAmendment: {
            /** @description facet templates by id */
            facetTemplates?: {
                [key: string]: components["schemas"]["FacetTemplate"];
            };
            /** @description markets by id */
            markets?: {
                [key: string]: components["schemas"]["MarketAmendment"];
            };
            /** @description whether catalog imports take images in SVG */
            svgImages?: boolean;
        };
        /** @description one of edit, replace and remove */
        ConfigurationImport: {
            edit?: components["schemas"]["ConfigurationAmendment"];
            remove?: components["schemas"]["ConfigurationRemoval"];
            replace?: components["schemas"]["Configuration"];
        };
        /** @description what to remove */
        ConfigurationRemoval: {
            /** @description a list of ids */
            facetTemplates?: string[];
            /** @description a list of ids */
            markets?: string[];
        };
        ContentFilter: {
            [key: string]: string | string[];
        };
        ContentInformationResponse: {
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            items: components["schemas"]["ContentItem"][];
        };
        ContentItem: {
            custom: {
                [key: string]: components["schemas"]["LabelledId"][];
            };
            description?: string;
            image?: components["schemas"]["Image"];
            key: string;
            link: string;
            releaseDate?: string;
            ticket: string;
            title: string;
            type: string;
        };
        ContentListRequest: {
            /** @enum {unknown} */
            algorithm?: "NEWEST_CONTENT" | "TOP_CONTENT";
            contentFilter?: components["schemas"]["ContentFilter"];
            /** @description an id of 1 to 20 letters, digits, hyphens and underscores */
            id: string;
            /** @description a whole number from 1 to 100 */
            limit?: number;
        };
        ContentListResult: {
            id: string;
            items: components["schemas"]["ContentItem"][];
            totalHits: number;
        };
        ContentSearchPageBody: {
            primaryList?: {
                contentFilter?: components["schemas"]["ContentFilter"];
            };
        };
        ContentSearchPageResponse: {
            autoCorrect?: components["schemas"]["AutoCorrect"];
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            didYouMean: components["schemas"]["Phrase"][];
            primaryList: {
                items: components["schemas"]["ContentItem"][];
                sort: {
                    options: {
                        /** @enum {unknown} */
                        id: "RELEVANCE" | "NEWEST_FIRST";
                        label: string;
                    }[];
                    /** @enum {unknown} */
                    selected: "RELEVANCE" | "NEWEST_FIRST";
                };
                totalHits: number;
            };
            q: string;
        };
        /** @description texts by names of letters, digits, _ and - */
        CustomData: {
            [key: string]: string;
        };
        DescribedScore: {
            /** @constant */
            kind: "described";
            points: number;
            /** @description Among descriptions. */
            rarity: number;
            /** @description What the description has of it, and the product nowhere else. */
            stem: string;
            /** @description As typed, folded. */
            word: string;
        };
        DiscoveryTopicBody: {
            /** @description a ticket of a topic, as it was issued */
            resultTicket: string;
        };
        DiscoveryTopicResponse: {
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            primaryList: components["schemas"]["ProductHits"];
        };
        DocumentCounts: {
            added: number;
            changed: number;
            removed: number;
        };
        EmptyBody: Record<string, never>;
        Error: {
            /** @enum {unknown} */
            code: "parameter_missing" | "parameter_invalid" | "parameters_conflict" | "limit_exceeded" | "answer_too_long" | "framing_doubtful" | "request_too_large" | "currency_unknown" | "url_too_long" | "body_missing" | "body_not_json" | "body_invalid" | "body_not_gzip" | "rules_invalid" | "market_unknown" | "locale_unknown" | "key_unknown" | "sort_not_offered" | "template_unknown" | "ticket_invalid" | "payment_lines_refused" | "setting_invalid" | "catalog_refused" | "document_refused" | "import_dangerous" | "import_destructive" | "origin_refused" | "api_key_refused" | "api_key_expired" | "scope_missing" | "key_read_only" | "market_refused" | "endpoint_unknown" | "cluster_unknown" | "campaign_unknown" | "snapshot_unknown" | "method_not_allowed" | "full_import_required" | "encoding_not_acceptable" | "import_in_progress" | "backup_in_progress" | "rollback_impossible" | "data_folder_in_use" | "precondition_failed" | "body_too_large" | "inflated_too_large" | "media_type_unsupported" | "encoding_unsupported" | "market_elsewhere" | "internal" | "import_failed" | "publishing_failed" | "snapshot_damaged" | "behaviour_damaged" | "ranking_damaged" | "backup_damaged" | "overloaded" | "shutting_down" | "fleet_unavailable" | "starting" | "no_products" | "import_aborted" | "catalog_damaged" | "export_aborted" | "exports_busy" | "backup_failed" | "restore_unfinished" | "export_too_slow" | "disk_read_only" | "disk_full" | "storage_unavailable" | "format_unknown" | "visitors_unavailable" | "cannot_listen";
            /** @enum {unknown} */
            error: "BAD_REQUEST" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "MISDIRECTED_REQUEST" | "INTERNAL" | "UNAVAILABLE";
            errorDetails?: components["schemas"]["ErrorDetails"];
            errors?: {
                message: string;
                path: string;
            }[];
            id?: string;
            message: string;
            status: number;
        };
        ErrorDetails: {
            content?: components["schemas"]["ConcernedKeys"];
            count: number;
            dataErrors: {
                [key: string]: {
                    count: number;
                    exampleKeys: string[];
                };
            };
            productGroups?: components["schemas"]["ConcernedKeys"];
            products?: components["schemas"]["ConcernedKeys"];
            translations?: components["schemas"]["ConcernedKeys"];
            variants?: components["schemas"]["ConcernedKeys"];
        };
        ExplainedHit: {
            /** @description pinned, or the slice that it stands in */
            arranged?: string;
            grounds?: components["schemas"]["RecommendationGrounds"];
            key: string;
            parts?: components["schemas"]["ScorePart"][];
            /** @description In the whole list. */
            position: number;
            /** @description Of two full or two partial matches, the difference is the logarithm of the odds that the one is the better answer, times a scale. */
            score?: number;
            sortedBy?: {
                by: string;
                /** @description Absent: it has none. */
                value?: number | string;
            };
            tied?: {
                after?: string;
                before?: string;
            };
            title?: string;
        };
        ExplainedList: {
            /** @enum {unknown} */
            algorithm?: "TOP_PRODUCTS" | "PERSONAL" | "CART" | "FAVORITES" | "UPSELL" | "STYLE_WITH" | "ALTERNATIVES" | "NEWEST_PRODUCTS" | "MORE_FROM_SERIES" | "RECENTLY_VIEWED" | "ADD_TO_CART_RECS";
            filters: components["schemas"]["PassedFilter"][];
            hits: components["schemas"]["ExplainedHit"][];
            id: string;
            /** @enum {unknown} */
            kind: "found" | "content" | "recommended" | "given";
            relaxed?: string[];
            /** @enum {unknown} */
            sort?: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
            totalHits: number;
        };
        ExplainedMeaning: {
            /**
             * @description How a term of the catalog comes to stand for a word of the text.
             * @enum {unknown}
             */
            how: "exact" | "form" | "joined" | "compound" | "accent" | "unit" | "synonym" | "spelling" | "beginning";
            products: number;
            terms: string[];
            weight: number;
        };
        ExplainedText: {
            cut?: {
                /** @description Characters of the text as it was asked. */
                of: number;
                /** @description Characters of the text that are searched; `typed` has these alone. */
                searched: number;
            };
            didYouMean: string[];
            limits: {
                /**
                 * @description Given up where nothing was left; not applicable where no product states such a thing.
                 * @enum {unknown}
                 */
                state: "in force" | "given up" | "not applicable";
                text: string;
            }[];
            redirect?: string;
            replaced: components["schemas"]["ReplacedWords"][];
            rules: components["schemas"]["ActingPhraseRule"][];
            typed: string;
            used: string;
            values: components["schemas"]["ExplainedValue"][];
            /**
             * @description The text was used as typed, as visitors put it right, or as the catalog has its words.
             * @enum {unknown}
             */
            why: "typed" | "learned" | "corrected";
            words: components["schemas"]["ExplainedWord"][];
        };
        ExplainedValue: {
            attribute: string;
            label: string;
            products: number;
            share: number;
            value: string;
            /** @description Those that name it. */
            words: string;
            /** @description Points for a product that has it. */
            worth: number;
        };
        ExplainedWord: {
            means: components["schemas"]["ExplainedMeaning"][];
            /** @description Meanings beyond those listed. */
            more?: number;
            /** @description With the word. */
            products?: number;
            rarity?: number;
            /**
             * @description head says what is looked for, a filler need not be there, nothing in the catalog is like an unknown one, a negator takes away the unwanted words that follow, and a bound limits prices or measures.
             * @enum {unknown}
             */
            role: "word" | "head" | "filler" | "unknown" | "negator" | "unwanted" | "bound";
            text: string;
        };
        ExplainOrder: {
            /** @description The body of the query, as JSON. */
            body?: unknown;
            /** @description parameters of the query by name; touchpoint and visitor may be left out */
            parameters?: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description a list of at most 50 product keys */
            products?: string[];
            /**
             * @description The name of the storefront query.
             * @enum {unknown}
             */
            query: "autocomplete" | "search-page" | "landing-page" | "product-page" | "cart-page" | "add-to-cart-popup" | "navigation-tree" | "content-search-page" | "content-information" | "discovery-agent-topic" | "sponsored-page" | "banners";
        };
        Explanation: {
            asked: components["schemas"]["AskedProduct"][];
            /**
             * @description The deadline of the query has passed: what is explained was cut short. Or the text has no vector.
             * @constant
             */
            degraded?: true;
            lists: components["schemas"]["ExplainedList"][];
            locale: string;
            market: string;
            query: string;
            /** @description The sales of places to campaigns. What is won stands in places of a list that is explained as it is without them. */
            sales?: {
                list: string;
                lost: {
                    bid?: number;
                    campaign: string;
                    /**
                     * @description Why the campaign has not won a place.
                     * @enum {unknown}
                     */
                    reason: "other-currency" | "too-many-products" | "disabled" | "not-started" | "ended" | "below-reserve" | "total-budget-spent" | "daily-budget-spent" | "paced" | "accounts-unread" | "touchpoint" | "page" | "category" | "phrase" | "excluded-phrase" | "excluded-category" | "frequency-cap" | "no-image" | "no-product" | "already-on-page" | "stands-before" | "outbid";
                }[];
                positions: number[];
                winners: {
                    advertiser: string;
                    /** @description Of a click, or of a thousand impressions, in the currency of the campaign. */
                    bid: number;
                    /** @enum {unknown} */
                    billing: "CPC" | "CPM";
                    campaign: string;
                    /** @description Clicks that are expected of an impression. */
                    clickRate: number;
                    payer: string;
                    position: number;
                    /**
                     * @description What is paid: the least price, what would just have won against another advertiser, or the whole bid.
                     * @enum {unknown}
                     */
                    price: "reserve" | "contested" | "bid";
                    product: string;
                }[];
            }[];
            snapshot: string;
            understanding?: components["schemas"]["ExplainedText"];
            /**
             * @description Why the text has no vector of the encoder, and words count alone.
             * @enum {unknown}
             */
            unencoded?: "late" | "failed";
        };
        ExportedGroup: {
            brand?: string;
            department?: string;
            key: string;
            products: components["schemas"]["ExportedProduct"][];
            suppressDuplicates: boolean;
        };
        ExportedImage: {
            custom: {
                [key: string]: string;
            }[];
            tags: string[];
            typeOverride?: string;
            urls: {
                height?: number;
                url: string;
                width?: number;
            }[];
        };
        ExportedProduct: {
            custom: {
                [key: string]: components["schemas"]["LabelledId"][];
            };
            description?: string;
            images: components["schemas"]["ExportedImage"][];
            key: string;
            title?: string;
            url?: string;
            variants: components["schemas"]["ExportedVariant"][];
        };
        ExportedVariant: {
            cost?: number;
            custom: {
                [key: string]: components["schemas"]["LabelledId"][];
            };
            customPrices: {
                id: string;
                listPrice: number;
                sellingPrice: number;
            }[];
            key: string;
            listPrice?: number;
            sellingPrice?: number;
            sizes: {
                size: string;
            }[];
            stockNumber?: number;
            stores: {
                key: string;
                stockNumber: number;
            }[];
        };
        Facet: {
            /** @constant */
            facetType: "TEXT";
            id: string;
            label: string;
            selectedCount: number;
            /** @enum {unknown} */
            sort: "RELEVANCE" | "ALPHABETICAL" | "NATURAL";
            /** @constant */
            type: "TEXT";
            values: components["schemas"]["FacetValue"][];
        } | {
            /** @constant */
            facetType: "COLOR";
            id: string;
            label: string;
            selectedCount: number;
            /** @constant */
            type: "COLOR";
            values: {
                color: string;
                count: number;
                id: string;
                label: string;
                selected: boolean;
            }[];
        } | {
            /** @constant */
            facetType: "RANGE";
            id: string;
            label: string;
            max?: number;
            maxSelected?: number;
            min?: number;
            minSelected?: number;
            /** @constant */
            type: "RANGE";
            unit?: string;
        } | {
            /** @constant */
            facetType: "SIZE";
            id: string;
            label: string;
            selectedCount: number;
            sizeTypes: {
                formats: {
                    format: string;
                    values: components["schemas"]["FacetValue"][];
                }[];
                label: string;
            }[];
            /** @constant */
            type: "SIZE";
        } | {
            count?: number;
            /** @constant */
            facetType: "CHECKBOX";
            id: string;
            label: string;
            selected: boolean;
            /** @constant */
            type: "CHECKBOX";
        };
        /** @description settings of a facet */
        FacetSetting: {
            /** @description the name of an attribute */
            attribute: string;
            /** @enum {unknown} */
            sortOrder?: "RELEVANCE" | "ALPHABETIC" | "NATURAL";
            /** @description a unit */
            unit?: string;
            useDefaults?: boolean;
            /** @enum {unknown} */
            visualization?: "RANGE" | "VALUES";
        };
        /** @description settings of facets */
        FacetsOverride: {
            enabled?: boolean;
            /** @description a list of facet settings */
            facets?: components["schemas"]["FacetSetting"][];
            /** @description an id or null */
            templateId?: string | null;
        };
        /** @description a facet template */
        FacetTemplate: {
            /** @description a list of at most 200 facet settings */
            facets: components["schemas"]["FacetSetting"][];
        };
        FacetValue: {
            count: number;
            id: string;
            label: string;
            selected: boolean;
        };
        FavoriteBody: {
            productKey?: components["schemas"]["CatalogKey"];
            variantKey?: components["schemas"]["CatalogKey"];
        };
        Image: {
            alt: string;
            caption?: string;
            custom?: {
                [key: string]: string;
            };
            sources: {
                height?: number;
                url: string;
                width?: number;
            }[];
        };
        ImportCounts: {
            content: number;
            instructions: number;
            productGroups: number;
            products: number;
            translations: number;
            variants: number;
            warnings: number;
        };
        ImportHistory: {
            imports: components["schemas"]["ImportRecord"][];
            unfinished: components["schemas"]["UnfinishedImport"][];
        };
        ImportProgress: {
            done: number;
            /** @enum {unknown} */
            phase: "inflate" | "validate" | "build" | "verify" | "publish";
            total: number;
        };
        ImportRecord: {
            /** @description Who has sent it: the name of the key, or else its label. */
            actor?: string;
            counts?: components["schemas"]["ImportCounts"] | components["schemas"]["DocumentCounts"];
            durationMs?: number;
            /** Format: date-time */
            endedAt?: string;
            id: string;
            /** @description Id of the key; `settings` for that of the settings. */
            key?: string;
            /** @enum {unknown} */
            kind: "catalog" | "pages" | "pages-publish" | "navigation" | "navigation-nodes" | "templates" | "product-sets" | "search-settings" | "search-settings-publish" | "configuration" | "campaigns" | "campaigns-publish" | "campaign" | "rollback";
            name?: string;
            /** @enum {unknown} */
            outcome: "SUCCESS" | "FAILURE" | "ABORTED";
            reason?: string;
            /** @description The snapshot that it made, or that a rollback went back to. */
            snapshot?: string;
            /** Format: date-time */
            startedAt: string;
            /**
             * @description Only with FAILURE: the catalog has what was imported, but its snapshot is not live. Queries are answered from the snapshot before; the next import, or the next start of the daemon, tries again.
             * @constant
             */
            stored?: true;
            /** @description Id of the rollback that has undone it. */
            undoneBy?: string;
            /** @constant */
            validationOnly?: true;
            waitedMs?: number;
        };
        ImportStatus: {
            counts?: components["schemas"]["ImportCounts"] | components["schemas"]["DocumentCounts"];
            errorDetails?: components["schemas"]["ErrorDetails"];
            id: string;
            /** @description Of an import that waits for its turn: how many are before it, the running one included. */
            place?: number;
            progress?: components["schemas"]["ImportProgress"];
            reason?: string;
            /** @enum {unknown} */
            status: "NOT_FOUND" | "WAITING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "ABORTED";
            /**
             * @description Only with FAILURE: the catalog has what was imported, but its snapshot is not live. Queries are answered from the snapshot before; the next import, or the next start of the daemon, tries again.
             * @constant
             */
            stored?: true;
            warnings?: string[];
        };
        /** @description keywords */
        Keywords: {
            /** @description lists of keywords by locale */
            additional?: {
                [key: string]: string[];
            };
            enabled?: boolean;
            headingAsKeyword?: boolean;
        };
        LabelledId: {
            id: string;
            label: string;
        };
        LackingScore: {
            /** @constant */
            kind: "lacking";
            points: number;
            words: string[];
        };
        LandingPageBody: {
            /** @description at most 10 content lists */
            contentLists?: components["schemas"]["ContentListRequest"][];
            navigation?: components["schemas"]["PartSettings"];
            primaryList?: components["schemas"]["PrimaryListSettings"];
            /** @description at most 10 recommendation lists */
            recommendationLists?: components["schemas"]["RecommendationListRequest"][];
        };
        LandingPageResponse: {
            contentLists: components["schemas"]["ContentListResult"][];
            customData: {
                [key: string]: string;
            };
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            navigation?: components["schemas"]["Navigation"];
            primaryList?: components["schemas"]["PrimaryList"];
            published: boolean;
            recommendationLists: components["schemas"]["RecommendationList"][];
            seo: {
                pageHeading?: string;
            };
        };
        LeadScore: {
            /** @constant */
            kind: "lead";
            points: number;
        };
        /** @description search settings of a locale */
        LocaleSearchSettings: {
            /** @description a list of at most 2000 redirects */
            redirects?: components["schemas"]["SearchRedirect"][];
            /** @description a list of at most 2000 rules */
            rules?: components["schemas"]["PhraseRule"][];
            /** @description a list of at most 2000 words */
            stopWords?: string[];
            /** @description a list of at most 5000 groups of synonyms */
            synonyms?: components["schemas"]["SynonymGroup"][];
        };
        /** @description changes to a market */
        MarketAmendment: {
            appSettings?: components["schemas"]["MarketSettings"];
            /** @description a list of at least one locale, each named once */
            locales?: string[];
        };
        /** @description a market */
        MarketConfiguration: {
            appSettings?: components["schemas"]["MarketSettings"];
            /** @description a list of at least one locale, each named once */
            locales: string[];
        };
        /** @description settings of a market */
        MarketSettings: {
            /** @description a currency code like EUR */
            currency?: string;
            /** @description text of 1 to 200 characters */
            name?: string;
            /** @description text of 1 to 2000 characters */
            navigationUrl?: string;
            /** @description text of 1 to 2000 characters */
            pageBaseUrl?: string;
            /** @description text of 1 to 2000 characters */
            searchPageUrl?: string;
        };
        McpFault: {
            error: {
                code: number;
                data?: {
                    [key: string]: unknown;
                };
                message: string;
            };
            id?: string | number;
            /** @constant */
            jsonrpc: "2.0";
        };
        /** @description A JSON-RPC 2.0 message: one request or notification of the protocol. */
        McpMessage: {
            id?: string | number;
            /** @constant */
            jsonrpc: "2.0";
            method?: string;
            params?: {
                [key: string]: unknown;
            };
        };
        McpResult: {
            id: string | number;
            /** @constant */
            jsonrpc: "2.0";
            result: {
                [key: string]: unknown;
            };
        };
        Measurement: {
            amount: number;
            unit: string;
        };
        Navigation: {
            breadcrumbs: {
                label: string;
                path: string;
            }[];
            tree: components["schemas"]["NavigationStateNode"];
        };
        /** @description changes to a navigation */
        NavigationAmendment: {
            /** @description a list of navigation nodes */
            addOrUpdate?: components["schemas"]["NavigationNode"][];
            /** @description text of 1 to 20 characters */
            locale: string;
            /** @description text of 1 to 20 characters */
            market: string;
            /** @description a list of node ids */
            remove?: components["schemas"]["NavigationNodeId"][];
            /** @enum {unknown} */
            type?: "PARTIAL";
        };
        /** @description a navigation */
        NavigationContainer: {
            /** @description a list of navigation nodes */
            addOrUpdate?: components["schemas"]["NavigationNode"][];
            /** @description text of 1 to 20 characters */
            locale: string;
            /** @description text of 1 to 20 characters */
            market: string;
            /** @description a list of node ids */
            remove?: components["schemas"]["NavigationNodeId"][];
            /** @enum {unknown} */
            type: "PARTIAL" | "FULL" | "FORCE";
        };
        /** @description a navigation node */
        NavigationNode: {
            customData?: components["schemas"]["CustomData"];
            /** @description text of 1 to 500 characters */
            iconPath?: string;
            id: components["schemas"]["NavigationNodeId"];
            /** @description text of 1 to 200 characters */
            pageId?: string;
            /** @description a node id, or null for the top level */
            parentId?: components["schemas"]["NavigationNodeId"] | null;
            /** @description text of 1 to 200 characters */
            title: string;
            /** @enum {unknown} */
            type: "PAGE" | "LABEL" | "LINK";
            /** @description text of 1 to 200 characters */
            url?: string;
        };
        /** @description a node id: 1 to 200 letters, digits, /, _ and - */
        NavigationNodeId: string;
        NavigationStateNode: {
            children: components["schemas"]["NavigationStateNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            expandable: boolean;
            iconPath?: string;
            label: string;
            link?: string;
            path: string;
            selected: boolean;
            /** @constant */
            type: "PRODUCT";
        } | {
            children: components["schemas"]["NavigationStateNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            expandable: boolean;
            iconPath?: string;
            label: string;
            link: string;
            selected: boolean;
            /** @constant */
            type: "PAGE_LINK";
        } | {
            children: components["schemas"]["NavigationStateNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            expandable: boolean;
            label: string;
            selected: boolean;
            /** @constant */
            type: "LABEL";
        } | {
            children: components["schemas"]["NavigationStateNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            expandable: boolean;
            selected: boolean;
            /** @constant */
            type: "SPACER";
        };
        NavigationTreeNode: {
            children: components["schemas"]["NavigationTreeNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            iconPath?: string;
            label: string;
            link?: string;
            path: string;
            /** @constant */
            type: "PRODUCT";
        } | {
            children: components["schemas"]["NavigationTreeNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            iconPath?: string;
            label: string;
            link: string;
            /** @constant */
            type: "PAGE_LINK";
        } | {
            children: components["schemas"]["NavigationTreeNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            label: string;
            /** @constant */
            type: "LABEL";
        } | {
            children: components["schemas"]["NavigationTreeNode"][];
            count: number;
            customData?: {
                [key: string]: string;
            };
            /** @constant */
            type: "SPACER";
        };
        NavigationTreeResponse: {
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            tree: components["schemas"]["NavigationTreeNode"];
        };
        NearScore: {
            /** @constant */
            kind: "near";
            points: number;
            similarity: number;
        };
        NotificationEntry: {
            cached?: boolean;
            contentKey?: string;
            count?: number;
            customerKey?: string;
            market: string;
            path?: string;
            paymentLines?: {
                cost?: number;
                quantity: number;
                sellingPrice?: number;
                variantKey: string;
            }[];
            productKey?: string;
            sessionKey?: string;
            /** Format: date-time */
            timestamp: string;
            /** @enum {unknown} */
            touchpoint?: "DESKTOP" | "MOBILE";
            /** @enum {unknown} */
            type: "click" | "add-to-cart" | "payment" | "add-favorite" | "remove-favorite" | "remove-recent-searches" | "remove-recently-viewed" | "ad-impression" | "end" | "unknown";
            variantKey?: string;
        };
        NotificationList: {
            count: number;
            entries: components["schemas"]["NotificationEntry"][];
            info?: string;
        };
        NotReady: {
            reasons: string[];
            /** @constant */
            status: "not ready";
        };
        /** @description a page */
        Page: {
            /** @description a list of at most 10 banners */
            banners?: components["schemas"]["PageBanner"][];
            /** @description custom data by locale */
            customData?: {
                [key: string]: components["schemas"]["CustomData"];
            };
            /** @description headings by locale */
            headings?: {
                [key: string]: string;
            };
            id: components["schemas"]["PageId"];
            /** @description paths by locale */
            paths?: {
                [key: string]: string;
            };
            primaryList?: components["schemas"]["PagePrimaryList"];
            /** @description a list of at most 10 recommendation lists */
            recLists?: components["schemas"]["PageRecList"][];
            /** @description a list of categories */
            sponsoredCategoryOverride?: string[];
            /** @description a list of at most 10 sponsored lists */
            sponsoredLists?: components["schemas"]["PageSponsoredList"][];
        };
        /** @description a banner */
        PageBanner: {
            /** @description a whole number from 1 to 2147483647 */
            height: number;
            id: components["schemas"]["PageListId"];
            /** @enum {unknown} */
            type: "IMAGE";
            /** @description a whole number from 1 to 2147483647 */
            width: number;
        };
        /** @description pages of a market */
        PageContainer: {
            /** @description a list of at most 3000 pages */
            addOrUpdate?: components["schemas"]["Page"][];
            /** @description text of 1 to 20 characters */
            market: string;
            previewOnly?: boolean;
            /** @description a list of page ids */
            remove?: components["schemas"]["PageId"][];
            /** @enum {unknown} */
            type: "FULL" | "PARTIAL";
        };
        /** @description a page id: 1 to 200 letters, digits, / and - */
        PageId: string;
        /** @description an id of 1 to 20 letters, digits, _ and - */
        PageListId: string;
        /** @description settings of a primary list */
        PagePrimaryList: {
            /** @description a list of product keys */
            blocked?: components["schemas"]["ProductKey"][];
            facetsOverride?: components["schemas"]["FacetsOverride"];
            keywords?: components["schemas"]["Keywords"];
            pageSliceInfo?: components["schemas"]["SliceInfo"];
            /** @description a list of at most 100 product keys */
            pinned?: components["schemas"]["ProductKey"][];
            restrictChildRules?: boolean;
            rules?: components["schemas"]["ProductRules"];
            sortOrderOverride?: components["schemas"]["SortOrderOverride"];
        };
        /** @description previews to publish */
        PagePublication: {
            /** @description a list of page ids */
            ids?: components["schemas"]["PageId"][];
            /** @description text of 1 to 20 characters */
            market: string;
        };
        /** @description a recommendation list */
        PageRecList: {
            /** @enum {unknown} */
            algorithm?: "TOP_PRODUCTS" | "PERSONAL" | "NEWEST_PRODUCTS" | "FAVORITES" | "RECENTLY_VIEWED";
            /** @description a list of product keys */
            blocked?: components["schemas"]["ProductKey"][];
            id: components["schemas"]["PageListId"];
            /** @description a whole number from 1 to 100 */
            limit?: number;
            /** @description a list of at most 100 product keys */
            pinned?: components["schemas"]["ProductKey"][];
            rules?: components["schemas"]["ProductRules"];
        };
        /** @description a slice */
        PageSlice: {
            /** @description a whole number from -1 to 2147483647 */
            limit?: number;
            /** @description a list of at most 50 product keys */
            pinnedProducts?: components["schemas"]["ProductKey"][];
            /** @description the id of a product set */
            productSetId?: string;
            sponsored?: boolean;
        };
        /** @description a sponsored list */
        PageSponsoredList: {
            /** @description text of at most 1000 characters */
            category?: string;
            id: components["schemas"]["PageListId"];
            /** @description a whole number from 1 to 100 */
            limit?: number;
        };
        PartSettings: {
            include?: boolean;
        };
        PassedFilter: {
            /** @enum {unknown} */
            kind: "rules" | "page" | "page above" | "blocked" | "keywords" | "facet" | "category" | "limit";
            text: string;
        };
        PaymentBody: {
            /** @description a list of 1 to 250 lines */
            lines: components["schemas"]["PaymentLine"][];
        };
        PaymentLine: {
            /** @description an amount from 0 to 1000000000000 */
            cost?: number;
            /** @description a whole number from 1 to 1000000 */
            quantity: number;
            /** @description an amount from 0 to 1000000000000 */
            sellingPrice?: number;
            variantKey: components["schemas"]["CatalogKey"];
        };
        Phrase: {
            q: string;
        };
        /** @description a boost */
        PhraseBoost: {
            rules: components["schemas"]["ProductRules"];
            /** @description a number from -10 to 10 that is not 0 */
            weight: number;
        };
        /** @description what to bury */
        PhraseBurial: {
            /** @description a list of at most 1000 product keys */
            products?: components["schemas"]["ProductKey"][];
            rules?: components["schemas"]["ProductRules"];
        };
        /** @description a rule for phrases */
        PhraseRule: {
            /** @description a list of at most 20 boosts */
            boost?: components["schemas"]["PhraseBoost"][];
            bury?: components["schemas"]["PhraseBurial"];
            /** @enum {unknown} */
            match?: "EXACT" | "CONTAINS";
            /** @description a list of 1 to 20 phrases */
            phrases: string[];
            /** @description a list of at most 100 product keys */
            pin?: components["schemas"]["ProductKey"][];
        };
        PinScore: {
            /** @constant */
            kind: "pin";
            place: number;
            points: number;
        };
        PlainScore: {
            /** @description What the choices of visitors have multiplied the weight by, see vitrine learn. */
            factor?: number;
            /** @enum {unknown} */
            kind: "chosen" | "popularity" | "rating" | "newness" | "stock" | "buried" | "without" | "repeated";
            points: number;
        };
        PreviewViews: {
            templates: string[];
            views: {
                locale: string;
                market: string;
            }[];
        };
        PriceRange: {
            max: number;
            min: number;
        };
        PrimaryList: {
            facets: components["schemas"]["Facet"][];
            productGroups: components["schemas"]["ProductGroup"][];
            sliceRanges?: {
                from: number;
                id: string;
                to: number;
            }[];
            sort: components["schemas"]["Sort"];
            totalHits: number;
        };
        PrimaryListSettings: {
            include?: boolean;
            productFilter?: unknown;
            productRules?: string;
        };
        Product: {
            badges: {
                primary: components["schemas"]["Badge"][];
                secondary: components["schemas"]["Badge"][];
            };
            brand?: string;
            custom?: {
                [key: string]: components["schemas"]["LabelledId"][];
            };
            depth?: components["schemas"]["Measurement"];
            description?: string;
            height?: components["schemas"]["Measurement"];
            imageInfo: {
                /** @enum {unknown} */
                effect: "NONE" | "SWAP" | "GALLERY";
                images: components["schemas"]["Image"][];
                thumbnail?: string;
            };
            inStock: boolean;
            key: string;
            length?: components["schemas"]["Measurement"];
            link: string;
            listPrice: components["schemas"]["PriceRange"];
            name?: string;
            notifyImpression?: boolean;
            rating?: number;
            remainingVariants?: number;
            sellingPrice: components["schemas"]["PriceRange"];
            series?: string;
            sponsor?: components["schemas"]["Sponsor"];
            sponsored?: boolean;
            swatch: components["schemas"]["Swatch"];
            ticket: string;
            title: string;
            typedCustom?: components["schemas"]["TypedCustom"];
            variants: components["schemas"]["Variant"][];
            volume?: components["schemas"]["Measurement"];
            weight?: components["schemas"]["Measurement"];
            width?: components["schemas"]["Measurement"];
        };
        ProductGroup: {
            key: string;
            products: components["schemas"]["Product"][];
            remaining: number;
        };
        ProductGroupsExport: {
            locale?: string;
            market: string;
            productGroups: components["schemas"]["ExportedGroup"][];
        };
        ProductHits: {
            productGroups: components["schemas"]["ProductGroup"][];
            totalHits: number;
        };
        /** @description a product key: 1 to 50 letters, digits, #, +, ., /, _ and - */
        ProductKey: string;
        /** @description templates of products: all, or first and rest */
        ProductMapping: {
            all?: components["schemas"]["ProductTemplate"];
            first?: components["schemas"]["ProductTemplate"];
            rest?: components["schemas"]["ProductTemplate"];
        };
        ProductPageBody: {
            productGroup?: components["schemas"]["PartSettings"];
            /** @description at most 10 recommendation lists */
            recommendationLists?: components["schemas"]["RecommendationListRequest"][];
        };
        ProductPageResponse: {
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            productGroup?: components["schemas"]["ProductGroup"];
            recommendationLists: components["schemas"]["RecommendationList"][];
            tickets: {
                [key: string]: string;
            };
        };
        /** @description a product rule expression */
        ProductRules: string;
        /** @description a product set */
        ProductSet: {
            /** @description text of 1 to 200 characters */
            name: string;
            rules: components["schemas"]["ProductRules"];
        };
        /** @description product sets by id */
        ProductSets: {
            [key: string]: components["schemas"]["ProductSet"];
        };
        /** @description a product template */
        ProductTemplate: {
            /** @description a list of member names */
            fields: string[];
            /** @description a whole number of 0 or more */
            maxVariants?: number;
            variants?: components["schemas"]["VariantMapping"];
        };
        Ready: {
            /** @description Where degraded: what is damaged, and what is done about it. */
            reasons?: string[];
            /** @description Where ready after a start: what imports or exports have to wait for. */
            starting?: string[];
            /**
             * @description degraded: they are answered, from an earlier snapshot or from memory, because files are or were damaged.
             * @enum {unknown}
             */
            status: "ready" | "degraded";
        };
        RecentlyViewedBody: {
            /** @description a list of at most 100 keys */
            productKeys?: components["schemas"]["CatalogKey"][];
            removeAll?: boolean;
        };
        RecentSearchesBody: {
            /** @description a list of at most 100 phrases */
            phrases?: string[];
            removeAll?: boolean;
        };
        RecommendationGrounds: {
            /** @description How like what the list starts from, or how well it goes with that, 0 to 1. */
            fit?: number;
            /** @enum {unknown} */
            origin: "pinned" | "algorithm" | "fill-up";
            /** @description 0 to 1. */
            popularity: number;
            related: {
                /** @enum {unknown} */
                kind: "seen" | "bought";
                product: string;
                /** @description 0 to 1. */
                strength: number;
            }[];
            /** @description In the order of the shop. */
            standing: number;
            /** @description Whether the shop shows it with what the list starts from. */
            styled: boolean;
            /** @description How much likelier the past of the visitor makes it, as a logarithm. */
            taste?: number;
        };
        RecommendationList: {
            /** @enum {unknown} */
            algorithm: "TOP_PRODUCTS" | "PERSONAL" | "CART" | "FAVORITES" | "UPSELL" | "STYLE_WITH" | "ALTERNATIVES" | "NEWEST_PRODUCTS" | "MORE_FROM_SERIES" | "RECENTLY_VIEWED" | "ADD_TO_CART_RECS";
            id: string;
            label?: string;
            productGroups: components["schemas"]["ProductGroup"][];
            showMoreLink?: string;
            visible: boolean;
            /** @enum {unknown} */
            visualization: "CAROUSEL" | "GRID";
        };
        RecommendationListParameters: {
            /** @description a list of at most 250 keys */
            cart?: string[];
            /** @description a product key */
            productKey?: string;
        };
        RecommendationListRequest: {
            /** @enum {unknown} */
            algorithm?: "TOP_PRODUCTS" | "PERSONAL" | "CART" | "FAVORITES" | "UPSELL" | "STYLE_WITH" | "ALTERNATIVES" | "NEWEST_PRODUCTS" | "MORE_FROM_SERIES" | "RECENTLY_VIEWED" | "ADD_TO_CART_RECS";
            /** @description an id of 1 to 20 letters, digits, hyphens and underscores */
            id: string;
            /** @description text of 1 to 200 characters */
            label?: string;
            /** @description a whole number from 1 to 200 */
            limit?: number;
            params?: components["schemas"]["RecommendationListParameters"];
            productFilter?: unknown;
            productRules?: string;
            /** @description a link of at most 1000 characters that begins with /, // or http(s):// */
            showMoreLink?: string;
            /** @description a list of at most 5 positions */
            sponsoredPositions?: number[];
            /** @enum {unknown} */
            visualization?: "CAROUSEL" | "GRID";
        };
        RememberedProduct: {
            /** Format: date-time */
            at: string;
            productKey: string;
        };
        ReplacedWords: {
            typed: string;
            used: string;
        };
        ScorePart: components["schemas"]["WordScore"] | components["schemas"]["ValueScore"] | components["schemas"]["PlainScore"] | components["schemas"]["DescribedScore"] | components["schemas"]["TogetherScore"] | components["schemas"]["LackingScore"] | components["schemas"]["NearScore"] | components["schemas"]["LeadScore"] | components["schemas"]["BoostScore"] | components["schemas"]["PinScore"] | {
            /** @constant */
            kind: "personal";
            /**
             * @description What the visitor is likely to want; a size of the visitor that is out of stock takes points away.
             * @enum {unknown}
             */
            of: "brand" | "type" | "price" | "size";
            points: number;
        };
        SearchPageBody: {
            /** @description at most 10 content lists */
            contentLists?: components["schemas"]["ContentListRequest"][];
            navigation?: components["schemas"]["PartSettings"];
            primaryList?: components["schemas"]["PrimaryListSettings"];
            vector?: {
                /** @description the name of a space of the setting `index.embeddings` */
                space: string;
                /** @description a list of as many numbers as the space has dimensions, not all of them 0 */
                values: number[];
                /**
                 * @description a number from 0 to 1: a product gets 1,000 points times weight and similarity; with 1, and without words, the vector counts alone
                 * @default 0.5
                 */
                weight: number;
            };
        };
        SearchPageResponse: {
            autoCorrect?: components["schemas"]["AutoCorrect"];
            contentLists: components["schemas"]["ContentListResult"][];
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            didYouMean: components["schemas"]["Phrase"][];
            navigation?: components["schemas"]["Navigation"];
            primaryList: components["schemas"]["PrimaryList"];
            q: string;
            redirectLink?: string;
            relatedSearches?: components["schemas"]["Phrase"][];
            relaxed?: {
                /** @description Words and limits of the text that some listed products lack; empty where all others are near to it in meaning. */
                dropped: string[];
                /** @description Products that lack nothing of the text, whatever facets are selected; in every order they come first. */
                totalHits: number;
            };
            secondaryList?: components["schemas"]["ProductHits"];
            vector?: {
                /** @description How many these are at most: the nearest, of a similarity above 0. */
                most: number;
                /** @description Products that are listed, or have points, because their vectors are near to that of the request. */
                nearest: number;
                space: string;
            };
        };
        /** @description a redirect */
        SearchRedirect: {
            /** @description a link: an http or https URL, or a path that begins with / */
            link: string;
            /** @description a list of 1 to 20 phrases */
            phrases: string[];
        };
        /** @description search settings */
        SearchSettings: {
            /** @description search settings by locale, by language for all of its locales, or under * for all */
            locales: {
                [key: string]: components["schemas"]["LocaleSearchSettings"];
            };
            previewOnly?: boolean;
        };
        /** @description previews to publish */
        SearchSettingsPublication: {
            /** @description a list of locales */
            locales?: string[];
        };
        SharedSettings: {
            /**
             * @description Origins whose pages may read storefront answers; *: all; none: no page of another origin.
             * @default [
             *       "*"
             *     ]
             */
            corsOrigin: string[];
            /**
             * @description Host names this cluster answers to, without port; none: any.
             * @default []
             */
            hosts: string[];
            /**
             * @description What is logged; debug: every request.
             * @default info
             */
            logLevel: "debug" | "info" | "warn" | "error" | "silent";
        };
        /** @description slices */
        SliceInfo: {
            inherit?: boolean;
            /** @description a list of at most 100 slices */
            slices?: components["schemas"]["PageSlice"][];
        };
        SnapshotList: {
            live?: string;
            snapshots: components["schemas"]["SnapshotSummary"][];
        };
        SnapshotSummary: {
            bytes: number;
            catalogGeneration: number;
            counts: {
                content: number;
                productGroups: number;
                products: number;
                variants: number;
            };
            /** Format: date-time */
            createdAt: string;
            id: string;
        };
        Sort: {
            options: {
                /** @enum {unknown} */
                id: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
                label: string;
            }[];
            /** @enum {unknown} */
            selected: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
        };
        /** @description sort orders */
        SortOrderOverride: {
            enabled?: boolean;
            /** @description a list of at least 1 sort order */
            sortOrders?: ("RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE" | "PRICE_INCREASING" | "PRICE_DECREASING")[];
        };
        Sponsor: {
            advertiser: string;
            payer: string;
        };
        SponsoredList: {
            /** @enum {unknown} */
            algorithm: "TOP_PRODUCTS" | "PERSONAL" | "CART" | "FAVORITES" | "UPSELL" | "STYLE_WITH" | "ALTERNATIVES" | "NEWEST_PRODUCTS" | "MORE_FROM_SERIES" | "RECENTLY_VIEWED" | "ADD_TO_CART_RECS";
            id: string;
            impressionTicket?: string;
            label?: string;
            productGroups: components["schemas"]["ProductGroup"][];
            showMoreLink?: string;
            visible: boolean;
            /** @enum {unknown} */
            visualization: "CAROUSEL" | "GRID";
            winners: string[];
        };
        SponsoredPageResponse: {
            /**
             * @description The query took longer than the daemon allows, and the answer holds what was found until then: lists may be shorter, and facets may be missing. Of a search page also where its text has no vector, though the daemon has an encoder, because that was late or has failed: words count alone.
             * @constant
             */
            degraded?: true;
            sponsoredLists: components["schemas"]["SponsoredList"][];
        };
        Swatch: {
            colors: string[];
            /** @constant */
            type: "COLORS";
        } | {
            colors: string[];
            /** @enum {unknown} */
            type: "MISSING_COLORS" | "SILVER" | "GOLD" | "MULTI" | "TRANSPARENT";
        };
        /** @description words that stand for each other, or from and to where they do so one way */
        SynonymGroup: {
            /** @description a list of 1 to 50 words */
            from?: string[];
            /** @description a list of 1 to 50 words */
            to?: string[];
            /** @description a list of 2 to 50 words */
            words?: string[];
        };
        /** @description edit and remove */
        TemplateAmendment: {
            edit?: components["schemas"]["Templates"];
            /** @description a list of template ids */
            remove?: components["schemas"]["TemplateId"][];
        };
        /** @description a template id: 1 to 25 letters and digits */
        TemplateId: string;
        /** @description template settings by id */
        Templates: {
            [key: string]: components["schemas"]["TemplateSettings"];
        };
        /** @description the settings of a template */
        TemplateSettings: {
            products: components["schemas"]["ProductMapping"];
        };
        TermPlace: {
            fields: string[];
            place?: {
                /** @description Of the title, in words. */
                length: number;
                /** @description In the title. */
                position: number;
            };
            term: string;
            /** @description Of these fields and this place. */
            worth: number;
        };
        TicketBody: {
            /** @description a ticket as a query returned it */
            ticket: string;
        };
        TogetherScore: {
            /** @description How many words the second is behind the first in the description. */
            further: number;
            /** @constant */
            kind: "together";
            points: number;
            words: string[];
        };
        TopicBody: {
            /** @description a locale of the market */
            locale: string;
            /** @description a market of the catalog */
            market: string;
            /** @description text of at most 10000 characters */
            productRules?: string;
            /** @description text of at most 500 characters */
            q?: string;
        };
        TopicReply: {
            resultTicket: string;
        };
        TypedCustom: {
            json: {
                [key: string]: Record<string, never>;
            };
            lengths: {
                [key: string]: components["schemas"]["Measurement"];
            };
            numbers: {
                [key: string]: number;
            };
        };
        /** @description An answer as the protocol describes it. */
        UcpAnswer: {
            ucp: {
                [key: string]: unknown;
            };
        };
        UcpContext: {
            /** @description a country of 1 to 100 characters */
            address_country?: string;
            /** @description a currency of 1 to 10 characters */
            currency?: string;
            /** @description a language of 1 to 100 characters */
            language?: string;
        };
        UcpFilters: {
            /** @description a list of categories */
            categories?: string[];
            price?: {
                /** @description a whole number of minor units, 0 or more */
                max?: number;
                /** @description a whole number of minor units, 0 or more */
                min?: number;
            };
        };
        UcpLookup: {
            context?: components["schemas"]["UcpContext"];
            filters?: components["schemas"]["UcpFilters"];
            /** @description a list of ids */
            ids: string[];
        };
        UcpProductRequest: {
            context?: components["schemas"]["UcpContext"];
            filters?: components["schemas"]["UcpFilters"];
            /** @description an id of 1 to 200 characters */
            id: string;
            /** @description a list of option names */
            preferences?: string[];
            /** @description a list of selected options */
            selected?: {
                /** @description a label of 1 to 200 characters */
                label: string;
                /** @description a name of 1 to 100 characters */
                name: string;
            }[];
        };
        UcpSearch: {
            context?: components["schemas"]["UcpContext"];
            filters?: components["schemas"]["UcpFilters"];
            pagination?: {
                /** @description the cursor of the page before */
                cursor?: string;
                /** @description a whole number of 1 or more */
                limit?: number;
            };
            /** @description text */
            query?: string;
        };
        UnfinishedImport: {
            /** @description Who has sent it: the name of the key, or else its label. */
            actor?: string;
            id: string;
            /** @description Id of the key; `settings` for that of the settings. */
            key?: string;
            /** @enum {unknown} */
            kind: "catalog" | "pages" | "pages-publish" | "navigation" | "navigation-nodes" | "templates" | "product-sets" | "search-settings" | "search-settings-publish" | "configuration" | "campaigns" | "campaigns-publish" | "campaign" | "rollback";
            name?: string;
            /** @description Of an import that waits for its turn: how many are before it, the running one included. */
            place?: number;
            progress?: components["schemas"]["ImportProgress"];
            /** Format: date-time */
            startedAt: string;
            /** @enum {unknown} */
            status: "WAITING" | "IN_PROGRESS";
            /** @constant */
            validationOnly?: true;
        };
        ValueScore: {
            attribute: string;
            /** @constant */
            kind: "value";
            label: string;
            points: number;
            /** @description Less than 1 for a kind of thing that is named beside what is looked for. */
            share: number;
            value: string;
        };
        Variant: {
            availability: components["schemas"]["Availability"][];
            custom?: {
                [key: string]: components["schemas"]["LabelledId"][];
            };
            depth?: components["schemas"]["Measurement"];
            height?: components["schemas"]["Measurement"];
            inStock: boolean;
            key: string;
            label?: string;
            length?: components["schemas"]["Measurement"];
            link: string;
            listPrice: number;
            prices: {
                id: string;
                listPrice: number;
                sellingPrice: number;
            }[];
            sellingPrice: number;
            size?: string;
            stockNumber: number;
            ticket: string;
            typedCustom?: components["schemas"]["TypedCustom"];
            volume?: components["schemas"]["Measurement"];
            weight?: components["schemas"]["Measurement"];
            width?: components["schemas"]["Measurement"];
        };
        /** @description templates of variants: all, or first and rest */
        VariantMapping: {
            all?: components["schemas"]["VariantTemplate"];
            first?: components["schemas"]["VariantTemplate"];
            rest?: components["schemas"]["VariantTemplate"];
        };
        /** @description a variant template */
        VariantTemplate: {
            /** @description a list of member names */
            fields: string[];
        };
        VisitorErasure: {
            /** @description On how many of the running daemons of a fleet the customer is forgotten by now; the others follow by themselves. Absent where the fleet could not be told yet. */
            daemons?: {
                erased: number;
                of: number;
            };
            notifications: number;
            visitors: number;
        };
        VisitorExport: {
            customerKey: string;
            /** Format: date-time */
            exportedAt: string;
            notifications: {
                market: string;
                /** Format: date-time */
                timestamp: string;
                type: string;
            }[];
            visitors: {
                bought: components["schemas"]["RememberedProduct"][];
                boughtVariants: {
                    /** Format: date-time */
                    at: string;
                    variantKey: string;
                }[];
                cart: {
                    /** Format: date-time */
                    at: string;
                    key: string;
                }[];
                favorites: components["schemas"]["RememberedProduct"][];
                market: string;
                searches: {
                    /** Format: date-time */
                    at: string;
                    q: string;
                }[];
                views: components["schemas"]["RememberedProduct"][];
            }[];
        };
        VisitorOrder: {
            /** @description a customer key of 1 to 500 characters */
            customerKey: string;
        };
        WordScore: {
            /**
             * @description How a term of the catalog comes to stand for a word of the text.
             * @enum {unknown}
             */
            how: "exact" | "form" | "joined" | "compound" | "accent" | "unit" | "synonym" | "spelling" | "beginning";
            /** @constant */
            kind: "word";
            /** @description Rarity times weight times worth; of several terms the mean of their worth. */
            points: number;
            rarity: number;
            terms: components["schemas"]["TermPlace"][];
            weight: number;
            /** @description As typed, folded. */
            word: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The methods that the path has. */
        Allow: string;
        /** @description Since when the path is deprecated (RFC 9745). */
        Deprecation: string;
        /** @description Names this very content. */
        ETag: string;
        /** @description Seconds after which to try again. */
        "Retry-After": number;
        /** @description The same time, for the tools of browsers. */
        "Server-Timing": string;
        /** @description When the path ends (RFC 8594). */
        Sunset: string;
        /** @description The id of the import, whose status has counts and warnings. */
        "Vitrine-Import": string;
        /** @description Addresses of daemons that hold the market, separated by commas. */
        "Vitrine-Market-At": string;
        /** @description Milliseconds that the request took. */
        "X-Response-Time": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    backup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BackupOrder"];
                "text/plain": components["schemas"]["BackupOrder"];
            };
        };
        responses: {
            /** @description A tar archive; a reply that is cut off is no backup. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
        };
    };
    readCampaign: {
        parameters: {
            query: {
                /** @description The id of the campaign. */
                id: string;
            };
            header?: {
                /** @description Of GET: ETags that the client has. Of PUT: *, so that it has to be new. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign, in the form of its import. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The client has it already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putCampaign: {
        parameters: {
            query: {
                /** @description The id of the campaign. */
                id: string;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
                /** @description ETags of which the campaign has to have one; * for any. */
                "If-Match"?: string;
                /** @description Of GET: ETags that the client has. Of PUT: *, so that it has to be new. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Campaign"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeCampaign: {
        parameters: {
            query: {
                /** @description The id of the campaign. */
                id: string;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description ETags of which the campaign has to have one; * for any. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    campaignsPublish: {
        parameters: {
            query?: {
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignPublication"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    issueTopic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicBody"];
                "text/plain": components["schemas"]["TopicBody"];
            };
        };
        responses: {
            /** @description The ticket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicReply"];
                };
            };
        };
    };
    drain: {
        parameters: {
            query?: {
                /** @description Take it into service again. */
                undo?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is drained, or in service again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    explain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainOrder"];
                "text/plain": components["schemas"]["ExplainOrder"];
            };
        };
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    campaignReport: {
        parameters: {
            query?: {
                /** @description The id of a campaign; all of them unless stated. */
                campaign?: string;
                /** @description The form of the report. */
                format?: "json" | "csv";
                /** @description The first day, like 2026-01-31, each campaign in its time zone; default all. */
                from?: string;
                /** @description The last day. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows in the order of days and campaigns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignReport"];
                    "text/csv": string;
                };
            };
        };
    };
    exportCampaigns: {
        parameters: {
            query?: {
                /** @description PREVIEW exports them as they will be once previews are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignExport"];
                };
            };
        };
    };
    exportCatalog: {
        parameters: {
            query?: never;
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonlines": string;
                };
            };
        };
    };
    exportConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Configuration"];
                };
            };
        };
    };
    exportNavigation: {
        parameters: {
            query: {
                /** @description Whether to export the nodes that apps have added too. */
                includeAppNodes?: boolean;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
            };
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationContainer"];
                };
            };
        };
    };
    exportPages: {
        parameters: {
            query: {
                /** @description Ids of the pages to export; all of them unless stated. */
                idFilter?: string[];
                /** @description A market of the catalog. */
                market: string;
                /** @description Which state of pages to export. */
                outputFilter?: "PUBLISHED_ONLY" | "INCLUDE_UNPUBLISHED" | "GENERATED_ONLY";
            };
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageContainer"];
                };
            };
        };
    };
    exportProductGroups: {
        parameters: {
            query: {
                /** @description Product groups at most. */
                limit?: number;
                /** @description A locale of the market. */
                locale?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Rules that products have to match; all do unless stated. */
                productRules?: string;
            };
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductGroupsExport"];
                };
            };
        };
    };
    exportProductSets: {
        parameters: {
            query?: never;
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductSets"];
                };
            };
        };
    };
    exportSearchSettings: {
        parameters: {
            query?: {
                /** @description PREVIEW exports them as they will be once previews are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchSettings"];
                };
            };
        };
    };
    exportTemplates: {
        parameters: {
            query?: never;
            header: {
                /** @description Has to name gzip, identity or `*`. */
                "Accept-Encoding": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the form of the import, where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Templates"];
                };
            };
        };
    };
    fleet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As this daemon knows it; one that is alone has none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absent: the daemon is alone. */
                        cluster?: string;
                        daemons: {
                            /** @description Where clients reach it. */
                            address?: string;
                            /** @description Generations that it lacks of the newest snapshot. */
                            behind: number;
                            /** @description Of the catalog in that snapshot. */
                            generation?: number;
                            id: string;
                            isDrained: boolean;
                            isWriter: boolean;
                            /** @description Those that it holds; absent: all. */
                            markets?: string[];
                            name: string;
                            release: string;
                            /** @description The one that queries are answered from. */
                            snapshot?: string;
                        }[];
                        /** @description Whether this daemon reaches the NATS servers; otherwise the rest is as it was known. */
                        isUp: boolean;
                        newest?: {
                            generation: number;
                            snapshot: string;
                        };
                        /** @description The id of the daemon that answers. */
                        self?: string;
                        streams: {
                            bytes: number;
                            /** @description On how many of these it is up to date. */
                            current: number;
                            messages: number;
                            name: string;
                            /** @description On how many NATS servers it is, as wanted. */
                            replicas: number;
                        }[];
                        /** @description Imports that are in the fleet and have not ended. */
                        waiting: number;
                    };
                };
            };
        };
    };
    sharedSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As this daemon knows them; one that is alone shares none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedSettings"];
                };
            };
        };
    };
    shareSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedSettings"];
                "text/plain": components["schemas"]["SharedSettings"];
            };
        };
        responses: {
            /** @description The fleet has them. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importCampaigns: {
        parameters: {
            query?: {
                /** @description Whether to import what would remove most of what is there. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignImport"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    replaceCatalog: {
        parameters: {
            query?: {
                /** @description How long to wait for the end of the import before a 202: an ISO 8601 duration from PT0S to PT5M. */
                blockingTimeout?: string;
                /** @description Whether a body of at most 1048576 bytes may come uncompressed, for a test by hand. */
                "bypass-compression-for-manual-test"?: boolean;
                /** @description Whether to import what would remove most of the catalog or of a market. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
                /** @description Whether to check the body and change nothing. */
                validationOnly?: boolean;
            };
            header?: {
                /** @description Has to be gzip, but for a small body sent with `bypass-compression-for-manual-test`. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/jsonlines": string;
            };
        };
        responses: {
            /** @description Received, and on disk where it waits for others; it goes on. The status of the import. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportStatus"];
                };
            };
            /** @description Done: live, or found to be right where it was only checked. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCatalog: {
        parameters: {
            query?: {
                /** @description How long to wait for the end of the import before a 202: an ISO 8601 duration from PT0S to PT5M. */
                blockingTimeout?: string;
                /** @description Whether a body of at most 1048576 bytes may come uncompressed, for a test by hand. */
                "bypass-compression-for-manual-test"?: boolean;
                /** @description Whether to import what would remove most of the catalog or of a market. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
                /** @description Whether to check the body and change nothing. */
                validationOnly?: boolean;
            };
            header?: {
                /** @description Has to be gzip, but for a small body sent with `bypass-compression-for-manual-test`. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/jsonlines": string;
            };
        };
        responses: {
            /** @description Received, and on disk where it waits for others; it goes on. The status of the import. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportStatus"];
                };
            };
            /** @description Done: live, or found to be right where it was only checked. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importConfiguration: {
        parameters: {
            query?: {
                /** @description Whether to import what would remove most of what is there. */
                allowDestructiveImport?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigurationImport"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importHistory: {
        parameters: {
            query?: {
                /** @description Imports at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that have ended newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportHistory"];
                };
            };
        };
    };
    importNavigation: {
        parameters: {
            query?: {
                /** @description Whether a body of at most 1048576 bytes may come uncompressed, for a test by hand. */
                "bypass-compression-for-manual-test"?: boolean;
                /** @description Whether to import what would remove most of what is there. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description Has to be gzip, but for a small body sent with `bypass-compression-for-manual-test`. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NavigationContainer"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importPages: {
        parameters: {
            query?: {
                /** @description Whether to import what would remove most of what is there. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageContainer"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importProductSets: {
        parameters: {
            query?: {
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductSets"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importSearchSettings: {
        parameters: {
            query?: {
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchSettings"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importStatus: {
        parameters: {
            query: {
                /** @description The id that came with the 202. */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its status; NOT_FOUND for an id that is not known. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportStatus"];
                };
            };
        };
    };
    replaceImportTemplates: {
        parameters: {
            query?: {
                /** @description Whether to import what would remove most of what is there. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Templates"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importTemplates: {
        parameters: {
            query?: {
                /** @description Whether to import what would remove most of what is there. */
                force?: boolean;
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateAmendment"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    navigationNodes: {
        parameters: {
            query?: {
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NavigationAmendment"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    latestNotifications: {
        parameters: {
            query?: {
                /** @description Entries at most. */
                limit?: number;
                /** @description Notifications of this type alone. */
                type?: "click" | "add-to-cart" | "payment" | "add-favorite" | "remove-favorite" | "remove-recent-searches" | "remove-recently-viewed" | "ad-impression" | "end" | "unknown";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
        };
    };
    notifyPayment: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentBody"];
                "text/plain": components["schemas"]["PaymentBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pagesPublish: {
        parameters: {
            query?: {
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PagePublication"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    searchSettingsPublish: {
        parameters: {
            query?: {
                /** @description What the import is called in the log and in the history. */
                name?: string;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "gzip" | "identity";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchSettingsPublication"];
            };
        };
        responses: {
            /** @description It is live. */
            204: {
                headers: {
                    "Vitrine-Import": components["headers"]["Vitrine-Import"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    snapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotList"];
                };
            };
        };
    };
    rollback: {
        parameters: {
            query: {
                /** @description The snapshot to go back to; `previous`: the one that the live one was made from. */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is live, and the catalog is what it was then. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eraseVisitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorOrder"];
                "text/plain": components["schemas"]["VisitorOrder"];
            };
        };
        responses: {
            /** @description How much was forgotten: in how many markets, and how many notifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorErasure"];
                };
            };
        };
    };
    exportVisitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorOrder"];
                "text/plain": components["schemas"]["VisitorOrder"];
            };
        };
        responses: {
            /** @description In every market; with the notifications that are kept, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorExport"];
                };
            };
        };
    };
    webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Since the start of this daemon. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        targets: {
                            /** @description Since the start. */
                            delivered: number;
                            /** @description Events that were given up since the start: too old, or too many. */
                            dropped: number;
                            events: string[];
                            /** @description Attempts since the start. */
                            failed: number;
                            /** @description It has answered 410, and is told nothing more until the next start. */
                            gone: boolean;
                            /** Format: date-time */
                            lastDelivered?: string;
                            /** @description Why the last attempt failed. */
                            lastFault?: string;
                            name: string;
                            /** Format: date-time */
                            nextAttempt?: string;
                            /** @description Scheme and host of its URL, whose path may be a secret. */
                            origin: string;
                            /** @description Events that it has yet to be told. */
                            pending: number;
                        }[];
                    };
                };
            };
        };
    };
    testWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits for them. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those of the live snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewViews"];
                };
            };
        };
    };
    notifyAdImpression: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketBody"];
                "text/plain": components["schemas"]["TicketBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyAddFavorite: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Exactly one of the two keys. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FavoriteBody"];
                "text/plain": components["schemas"]["FavoriteBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyAddToCart: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketBody"];
                "text/plain": components["schemas"]["TicketBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyClick: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketBody"];
                "text/plain": components["schemas"]["TicketBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyEnd: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
                "text/plain": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyRemoveFavorite: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Exactly one of the two keys. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FavoriteBody"];
                "text/plain": components["schemas"]["FavoriteBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyRemoveRecentSearches: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At least one of the two members. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecentSearchesBody"];
                "text/plain": components["schemas"]["RecentSearchesBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    notifyRemoveRecentlyViewed: {
        parameters: {
            query: {
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At least one of the two members. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecentlyViewedBody"];
                "text/plain": components["schemas"]["RecentlyViewedBody"];
            };
        };
        responses: {
            /** @description Recorded: it is on disk. */
            204: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addToCartPopup: {
        parameters: {
            query: {
                /** @description Product or variant keys of what is in the cart; what the visitor was seen to put there unless stated. */
                cart?: string[];
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description The variant that was added. */
                variantKey: string;
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddToCartPopupBody"];
                "text/plain": components["schemas"]["AddToCartPopupBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddToCartPopupResponse"];
                };
            };
        };
    };
    autocomplete: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description What has been typed so far; empty for what is popular. Its first 400 characters are searched. */
                q?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutocompleteResponse"];
                };
            };
        };
    };
    autocompleteWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description What has been typed so far; empty for what is popular. Its first 400 characters are searched. */
                q?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AutocompleteBody"];
                "text/plain": components["schemas"]["AutocompleteBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutocompleteResponse"];
                };
            };
        };
    };
    banners: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The id or the localised path of the page. */
                pageReference: string;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BannersResponse"];
                };
            };
        };
    };
    bannersWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The id or the localised path of the page. */
                pageReference: string;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
                "text/plain": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BannersResponse"];
                };
            };
        };
    };
    cartPage: {
        parameters: {
            query: {
                /** @description Product or variant keys of what is in the cart; nothing unless stated. */
                cart?: string[];
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartPageResponse"];
                };
            };
        };
    };
    cartPageWithBody: {
        parameters: {
            query: {
                /** @description Product or variant keys of what is in the cart; nothing unless stated. */
                cart?: string[];
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CartPageBody"];
                "text/plain": components["schemas"]["CartPageBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartPageResponse"];
                };
            };
        };
    };
    contentInformation: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description Keys of content; unknown ones are skipped. */
                contentKeys: string[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentInformationResponse"];
                };
            };
        };
    };
    contentInformationWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description Keys of content; unknown ones are skipped. */
                contentKeys: string[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
                "text/plain": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentInformationResponse"];
                };
            };
        };
    };
    contentSearchPage: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Items on the page. */
                limit?: number;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description What led to the search. */
                origin?: "ORGANIC" | "DID_YOU_MEAN" | "UNDO_AUTO_CORRECT";
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The search text, which may be empty. Its first 400 characters are searched. */
                q: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Items before the page. */
                skip?: number;
                /** @description The order of items. */
                sort?: "RELEVANCE" | "NEWEST_FIRST";
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentSearchPageResponse"];
                };
            };
        };
    };
    contentSearchPageWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Items on the page. */
                limit?: number;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description What led to the search. */
                origin?: "ORGANIC" | "DID_YOU_MEAN" | "UNDO_AUTO_CORRECT";
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The search text, which may be empty. Its first 400 characters are searched. */
                q: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Items before the page. */
                skip?: number;
                /** @description The order of items. */
                sort?: "RELEVANCE" | "NEWEST_FIRST";
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContentSearchPageBody"];
                "text/plain": components["schemas"]["ContentSearchPageBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentSearchPageResponse"];
                };
            };
        };
    };
    discoveryAgentTopic: {
        parameters: {
            query?: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Product groups on the page. */
                limit?: number;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Product groups before the page. */
                skip?: number;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint?: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscoveryTopicBody"];
                "text/plain": components["schemas"]["DiscoveryTopicBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveryTopicResponse"];
                };
            };
        };
    };
    landingPage: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Selected facets, one parameter each: `f.ID=a|b` for values, `f.ID.min` and `f.ID.max` for ranges. */
                facets?: {
                    "f.onlyInStock"?: boolean;
                } & {
                    [key: string]: (number | string) | unknown;
                };
                /** @description Whether to answer with navigation; of GET alone: a POST has `navigation` in its body. */
                includeNavigation?: boolean;
                /** @description Product groups on the page. */
                limit?: number;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The id or the localised path of the page. The path of the Referer unless stated. */
                pageReference?: string;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description A text that narrows the primary list. Its first 400 characters are searched. */
                q?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Product groups before the page. */
                skip?: number;
                /** @description The order of products; that of the page or shop unless stated. */
                sort?: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LandingPageResponse"];
                };
            };
        };
    };
    landingPageWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Selected facets, one parameter each: `f.ID=a|b` for values, `f.ID.min` and `f.ID.max` for ranges. */
                facets?: {
                    "f.onlyInStock"?: boolean;
                } & {
                    [key: string]: (number | string) | unknown;
                };
                /** @description Whether to answer with navigation; of GET alone: a POST has `navigation` in its body. */
                includeNavigation?: boolean;
                /** @description Product groups on the page. */
                limit?: number;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The id or the localised path of the page. The path of the Referer unless stated. */
                pageReference?: string;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description A text that narrows the primary list. Its first 400 characters are searched. */
                q?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Product groups before the page. */
                skip?: number;
                /** @description The order of products; that of the page or shop unless stated. */
                sort?: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LandingPageBody"];
                "text/plain": components["schemas"]["LandingPageBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LandingPageResponse"];
                };
            };
        };
    };
    navigationTree: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationTreeResponse"];
                };
            };
        };
    };
    navigationTreeWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
                "text/plain": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationTreeResponse"];
                };
            };
        };
    };
    productPage: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The product that the page is about. */
                productKey: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPageResponse"];
                };
            };
        };
    };
    productPageWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The product that the page is about. */
                productKey: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProductPageBody"];
                "text/plain": components["schemas"]["ProductPageBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPageResponse"];
                };
            };
        };
    };
    searchPage: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Selected facets, one parameter each: `f.ID=a|b` for values, `f.ID.min` and `f.ID.max` for ranges. */
                facets?: {
                    "f.onlyInStock"?: boolean;
                } & {
                    [key: string]: (number | string) | unknown;
                };
                /** @description Product groups on the page. */
                limit?: number;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description What led to the search. */
                origin?: "ORGANIC" | "DID_YOU_MEAN" | "UNDO_AUTO_CORRECT" | "PHRASE_SUGGEST" | "RELATED_SEARCHES" | "RECENT_SEARCH";
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The search text, which may be empty. Its first 400 characters are searched. */
                q: string;
                /** @description The path of a navigation node to search below. */
                selectedCategory?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Product groups before the page. */
                skip?: number;
                /** @description The order of products; that of the page or shop unless stated. */
                sort?: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description Whether the page is one of the secondary list. */
                viewAllSecondary?: boolean;
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPageResponse"];
                };
            };
        };
    };
    searchPageWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description Selected facets, one parameter each: `f.ID=a|b` for values, `f.ID.min` and `f.ID.max` for ranges. */
                facets?: {
                    "f.onlyInStock"?: boolean;
                } & {
                    [key: string]: (number | string) | unknown;
                };
                /** @description Product groups on the page. */
                limit?: number;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description What led to the search. */
                origin?: "ORGANIC" | "DID_YOU_MEAN" | "UNDO_AUTO_CORRECT" | "PHRASE_SUGGEST" | "RELATED_SEARCHES" | "RECENT_SEARCH";
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The search text, which may be empty. Its first 400 characters are searched. */
                q: string;
                /** @description The path of a navigation node to search below. */
                selectedCategory?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Product groups before the page. */
                skip?: number;
                /** @description The order of products; that of the page or shop unless stated. */
                sort?: "RELEVANCE" | "NEWEST_FIRST" | "PRICE_ASCENDING" | "PRICE_DESCENDING" | "DISCOUNT" | "RATING" | "NAME" | "LENGTH_INCREASING" | "LENGTH_DECREASING" | "WIDTH_INCREASING" | "WIDTH_DECREASING" | "HEIGHT_INCREASING" | "HEIGHT_DECREASING" | "DEPTH_INCREASING" | "DEPTH_DECREASING" | "VOLUME_INCREASING" | "VOLUME_DECREASING" | "WEIGHT_INCREASING" | "WEIGHT_DECREASING" | "TITLE";
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description Whether the page is one of the secondary list. */
                viewAllSecondary?: boolean;
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchPageBody"];
                "text/plain": components["schemas"]["SearchPageBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPageResponse"];
                };
            };
        };
    };
    sponsoredPage: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The id or the localised path of the page. */
                pageReference: string;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsoredPageResponse"];
                };
            };
        };
    };
    sponsoredPageWithBody: {
        parameters: {
            query: {
                /** @description Where products have to be in stock to count as such; both unless stated. */
                channels?: ("ONLINE" | "STORE" | "online" | "store")[];
                /** @description The customer. Left out by ANONYMOUS and UNPERSONALIZED visitors. */
                customerKey?: string;
                /** @description A locale of the market. */
                locale: string;
                /** @description A market of the catalog. */
                market: string;
                /** @description Whether the request may be recorded. */
                notify?: boolean;
                /** @description The id or the localised path of the page. */
                pageReference: string;
                /** @description Custom attributes that products carry along: x, number.x, length.x, json.x, variant.x. */
                presentCustom?: string[];
                /** @description Ids of the customer prices that variants list. */
                presentPrices?: string[];
                /** @description The customer prices that take the place of the ordinary ones. */
                priceId?: string;
                /** @description The visit. Left out by ANONYMOUS visitors. */
                sessionKey?: string;
                /** @description Keys of the stores whose stock counts. Needed where channels names STORE. */
                stores?: string[];
                /** @description The response template that products follow. */
                templateId?: string;
                /** @description The device of the visitor. */
                touchpoint: "DESKTOP" | "MOBILE" | "desktop" | "mobile";
                /** @description How much of the visitor may be used. SYNTHETIC visitors stay out of all statistics. */
                userContext?: "PERSONALIZED" | "UNPERSONALIZED" | "ANONYMOUS" | "SYNTHETIC";
                /** @description PREVIEW shows pages and search settings as they will be once they are published. */
                viewId?: "PRODUCTION" | "PREVIEW" | "production" | "preview";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
                "text/plain": components["schemas"]["EmptyBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "X-Response-Time": components["headers"]["X-Response-Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SponsoredPageResponse"];
                };
            };
        };
    };
}
